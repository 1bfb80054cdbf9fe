import * as v from 'valibot';
import {
  type BatchProgress,
  type FilmBatch,
  isFinished,
  NO_PROGRESS,
  PLAIN_OUTPUT,
  sendingOf,
  turnWith,
} from '../engine/batch.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { FAILURE_KINDS } from '../providers/failure-kinds.ts';
import { NO_USAGE } from '../providers/provider.ts';
import { type BatchSlot, isOk } from '../translation/batch.ts';
import { boundedText, countSchema, firstOf, fromOneSchema, numbersSchema, usageSchema } from './stored-values.ts';

/**
 * A batch as it is stored: its specified slot, and beside it an object with the facts that the slot has no place for. Facts that are as in
 * a new batch are left out. The names are those of the first version, so that each version of the page reads them.
 */

const correctionParts = { answer: v.string(), errors: firstOf(200, boundedText) };
/** A broken list is no reason to lose the texts beside it, which are paid for. */
const namesSchema = v.exactOptional(v.fallback(numbersSchema, []));

const progressSchema = v.object({
  texts: v.exactOptional(v.record(v.string(), v.string())),
  namesTaken: namesSchema,
  // No call asks for less than one phrase; the texts beside a broken bound stay.
  atMost: v.exactOptional(v.fallback(fromOneSchema, NO_PROGRESS.atMost)),
  fruitless: v.exactOptional(countSchema),
  correcting: v.exactOptional(v.object({ ...correctionParts, numbers: numbersSchema })),
  corrected: v.exactOptional(v.boolean()),
  givenUp: v.exactOptional(
    v.object({ numbers: numbersSchema, error: v.string(), failure: v.picklist(['differences', 'refused']) }),
  ),
});

export const storedFactsSchema = v.object({
  usage: v.exactOptional(usageSchema),
  // Another version of the page may know a kind that this one does not.
  failure: v.exactOptional(v.fallback(v.picklist([...FAILURE_KINDS, 'differences', 'bug']), 'differences')),
  byHand: v.exactOptional(v.boolean()),
  retry: v.exactOptional(v.object({ at: v.number(), tries: countSchema, since: v.number() })),
  secondChance: v.exactOptional(v.picklist(['planned', 'taken'])),
  inParts: v.exactOptional(v.boolean()),
  correction: v.exactOptional(v.object({ ...correctionParts, worked: v.exactOptional(v.boolean()) })),
  edited: v.exactOptional(v.boolean()),
  filled: v.exactOptional(numbersSchema),
  namesTaken: namesSchema,
  making: v.exactOptional(countSchema),
  notesStamp: v.exactOptional(v.string()),
  partsNotes: v.exactOptional(v.string()),
  progress: v.exactOptional(progressSchema),
});

export type StoredFacts = v.InferOutput<typeof storedFactsSchema>;

/** A batch from its slot and its stored facts. A slot that is null, or missing, is a batch that waits. */
export function batchFromStored(slot: BatchSlot, stored: StoredFacts): FilmBatch {
  const { usage = NO_USAGE, making = 0, notesStamp = '', correction, retry = null, secondChance } = stored;
  const facts = {
    usage,
    provenance: making,
    notesStamp,
    correction: correction ? { ...correction, worked: correction.worked === true } : null,
  };
  const progress: BatchProgress = { ...NO_PROGRESS, ...stored.progress, textsNotes: stored.partsNotes ?? null };
  const turn = stored.byHand ? 'asked' : turnWith(progress, secondChance === 'taken' ? 'last' : 'usual');
  if (slot == null) return { ...facts, state: 'waiting', turn, progress, retry };
  const { inParts = false, edited = false, filled = [], namesTaken = [], failure = 'differences' } = stored;
  const output = { ...facts, result: slot, inParts, edited, filled, namesTaken };
  if (isOk(slot)) return { ...output, state: 'ok' };
  return {
    ...output,
    state: 'failed',
    failure,
    turn,
    progress,
    retry,
    secondChance: secondChance === 'planned',
  };
}

/** Whether a fact is another one than in a new batch. */
function isTold(fact: unknown): boolean {
  if (typeof fact === 'number') return fact > 0 && fact !== NO_PROGRESS.atMost;
  if (typeof fact === 'object') return fact !== null && fact !== NO_USAGE && Object.keys(fact).length > 0;
  return fact !== undefined && fact !== false;
}

const toldOf = (facts: object): object => Object.fromEntries(Object.entries(facts).filter(([, fact]) => isTold(fact)));

/** The facts that are stored beside a batch's slot. The same object for the same batch. */
export const factsToStore = memoizeByObject((batch: FilmBatch): object => {
  const { turn, retry, progress } = sendingOf(batch);
  const { textsNotes, ...brought } = progress;
  const { usage, provenance, notesStamp, correction } = batch;
  const isPlanned = batch.state === 'failed' && batch.secondChance;
  const { inParts, edited, filled, namesTaken } = isFinished(batch) ? batch : PLAIN_OUTPUT;
  return toldOf({
    usage,
    failure: batch.state === 'failed' && batch.failure,
    byHand: turn === 'asked',
    retry,
    secondChance: isPlanned ? 'planned' : turn === 'last' && 'taken',
    inParts,
    correction: correction && { ...correction, worked: correction.worked || undefined },
    edited,
    filled,
    namesTaken,
    making: provenance,
    notesStamp: notesStamp || undefined,
    partsNotes: textsNotes ?? undefined,
    progress: toldOf(brought),
  });
});
