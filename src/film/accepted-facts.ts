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
import type { FilmReading, Pause } from '../engine/run-state.ts';
import { TONES } from '../languages/prompt-language.ts';
import { memoizeByObject } from '../lib/memo.ts';
import { acceptNotes, type FilmNotes } from '../notes/notes.ts';
import type { Spending } from '../prices/price.ts';
import { FAILURE_KINDS } from '../providers/failure-kinds.ts';
import { modelByName } from '../providers/models.ts';
import { NO_USAGE } from '../providers/provider.ts';
import { PROBLEM_KINDS } from '../review/line.ts';
import { type LanguagesSaid, NO_LANGUAGES_SAID } from '../settings/settings.ts';
import { type Phrase, speakersOf } from '../subtitles/document.ts';
import { type BatchResult, type BatchSlot, type FilmOptions, isOk } from '../translation/batch.ts';
import type { WishKind } from '../translation/suggestions.ts';
import type { FilmCommand, LastNotes, LineChange, LineMarks, Notice, Step, Suggestion } from './film.ts';
import { stepOf } from './steps.ts';
import {
  boundedText,
  countSchema,
  firstOf,
  fromOneSchema,
  listOf,
  numbersSchema,
  usageSchema,
} from './stored-values.ts';

/**
 * A batch as it is stored: its specified slot, and an object beside it with all other facts. Facts with the values of a new batch are not stored.
 * The names are those of the first version, so that every version of the page can read them.
 */

const correctionParts = { answer: v.string(), errors: firstOf(200, boundedText) };
/** A broken list counts as empty, because the texts beside it were paid for and must not be lost. */
const namesSchema = v.exactOptional(v.fallback(numbersSchema, []));

const progressSchema = v.object({
  texts: v.exactOptional(v.record(v.string(), v.string())),
  namesTaken: namesSchema,
  // Every call asks for at least one phrase. If this bound is broken, the texts beside it stay.
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
  // Another version of the page may store a kind that this version does not know.
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

/** Makes a batch from its slot and its stored facts. A batch whose slot is null or missing is waiting. */
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

/** Returns true if a fact differs from that of a new batch. */
function differsFromNew(fact: unknown): boolean {
  if (typeof fact === 'number') return fact > 0 && fact !== NO_PROGRESS.atMost;
  if (typeof fact === 'object') return fact !== null && fact !== NO_USAGE && Object.keys(fact).length > 0;
  return fact !== undefined && fact !== false;
}

const withoutDefaults = (facts: object): object =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => differsFromNew(fact)));

/** The facts that are stored beside a batch's slot. Returns the same object for the same batch. */
export const factsToStore = memoizeByObject((batch: FilmBatch): object => {
  const { turn, retry, progress } = sendingOf(batch);
  const { textsNotes, ...brought } = progress;
  const { usage, provenance, notesStamp, correction } = batch;
  const isPlanned = batch.state === 'failed' && batch.secondChance;
  const { inParts, edited, filled, namesTaken } = isFinished(batch) ? batch : PLAIN_OUTPUT;
  return withoutDefaults({
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
    progress: withoutDefaults(brought),
  });
});

/**
 * Schemas of facts that come from storage or from a project file. Another version or a person may have written them, or a write was interrupted.
 */
export const phrasesSchema: v.GenericSchema<unknown, Phrase[]> = v.pipe(
  v.array(
    v.object({
      number: v.pipe(v.number(), v.safeInteger()),
      time: v.string(),
      text: v.string(),
      // A project file can contain anything as speakers. Broken speakers must not cost the whole film.
      speakers: v.exactOptional(
        v.pipe(
          v.fallback(v.array(v.string()), []),
          v.transform((names) => speakersOf(names) ?? []),
        ),
      ),
      endsBatch: v.exactOptional(v.literal(true)),
    }),
  ),
  v.check((phrases) => new Set(phrases.map(({ number }) => number)).size === phrases.length),
);

export const batchResultSchema: v.GenericSchema<unknown, BatchResult> = v.tuple([v.string(), v.string()]);
export const pauseSchema: v.GenericSchema<unknown, Pause> = v.union([
  v.object({ reason: v.literal('person') }),
  v.object({
    reason: v.literal('failure'),
    kind: v.picklist([...FAILURE_KINDS, 'differences', 'chunk', 'no-room', 'limit']),
    message: boundedText,
    alone: v.exactOptional(numbersSchema),
  }),
]);

const noticeSchema: v.GenericSchema<unknown, Notice> = v.union([
  v.object({ kind: v.literal('renumbered') }),
  v.object({ kind: v.literal('blank-lines-missing'), count: countSchema }),
  v.object({ kind: v.literal('encoding'), name: boundedText }),
  v.object({ kind: v.literal('doubly-encoded') }),
  v.object({ kind: v.literal('reply-form'), model: boundedText, form: v.picklist(['object', 'free']) }),
  v.object({ kind: v.literal('room'), model: boundedText, lines: countSchema, hasContext: v.boolean() }),
  v.object({ kind: v.literal('one-of-several'), name: boundedText, left: countSchema }),
  v.object({ kind: v.literal('track-of-film'), film: boundedText, track: boundedText }),
  v.object({ kind: v.literal('cut-off'), film: boundedText }),
  v.object({ kind: v.literal('kept'), count: countSchema, line: countSchema, text: boundedText }),
  v.object({ kind: v.literal('damaged'), line: countSchema, text: boundedText }),
]);

export const noticesSchema: v.GenericSchema<unknown, Notice[]> = firstOf(50, noticeSchema);

export const lineMarksSchema: v.GenericSchema<unknown, LineMarks> = v.object({
  of: v.exactOptional(v.string()),
  confirmed: v.exactOptional(v.literal(true)),
  flagged: v.exactOptional(v.literal(true)),
  dismissed: v.exactOptional(listOf(v.picklist(PROBLEM_KINDS))),
  before: v.exactOptional(v.nullable(v.string())),
});

/**
 * An object and not a list, so that the compiler reports a missing kind. It is here and not beside the requests, because the first load needs no
 * requests.
 */
const WISHES = {
  again: true,
  shorter: true,
  fix: true,
  told: true,
  'more-formal': true,
  'more-casual': true,
  'more-literal': true,
} satisfies Record<WishKind, true>;

export const suggestionsSchema: v.GenericSchema<unknown, Suggestion[]> = firstOf(
  50,
  v.object({
    of: v.string(),
    text: v.exactOptional(v.string()),
    nameTaken: v.exactOptional(v.literal(true)),
    failure: v.exactOptional(
      v.object({
        // If only another version knows the kind, the message still explains the failure. The texts beside it were paid for.
        kind: v.fallback(v.picklist([...FAILURE_KINDS, 'differences', 'chunk', 'limit', 'bug', 'left']), 'differences'),
        message: boundedText,
      }),
    ),
    wish: v.picklist(Object.keys(WISHES) as WishKind[]),
    told: v.exactOptional(v.string()),
    fallenOut: v.exactOptional(v.literal(true)),
  }),
);

const lineChangesSchema: v.GenericSchema<unknown, LineChange[]> = v.array(
  v.object({
    number: v.pipe(v.number(), v.safeInteger()),
    text: v.exactOptional(v.nullable(v.string())),
    marks: v.exactOptional(v.nullable(lineMarksSchema)),
    suggestions: v.exactOptional(v.nullable(suggestionsSchema)),
    nameTaken: v.exactOptional(v.boolean()),
  }),
);

const amountSchema = v.pipe(v.number(), v.minValue(0));
const tokensSchema = v.object({ input: amountSchema, output: amountSchema, requests: v.exactOptional(amountSchema) });
const priceSchema = v.object({ input: amountSchema, output: amountSchema, request: v.exactOptional(amountSchema) });

export const spendingSchema: v.GenericSchema<unknown, Spending> = v.object({
  model: v.object({ endpoint: v.string(), id: v.string() }),
  price: v.nullable(priceSchema),
  reported: tokensSchema,
  halfPriced: v.exactOptional(v.fallback(tokensSchema, { input: 0, output: 0 })),
  expected: tokensSchema,
  unreported: tokensSchema,
  charged: v.exactOptional(amountSchema),
  isReading: v.exactOptional(v.literal(true)),
});

export const notesSchema: v.GenericSchema<unknown, FilmNotes> = v.pipe(
  v.unknown(),
  v.transform(acceptNotes),
  v.custom<FilmNotes>((notes) => notes !== undefined),
);
export const optionsSchema: v.GenericSchema<unknown, FilmOptions> = v.object({
  context: v.exactOptional(v.literal('window')),
  batches: v.exactOptional(v.literal('sentences')),
  replyFormat: v.exactOptional(v.picklist(['schema', 'plain'])),
  film: v.exactOptional(v.string()),
});
export const readingFailureSchema = v.exactOptional(
  v.fallback(v.optional(v.picklist([...FAILURE_KINDS, 'limit'])), undefined),
);
export const readingSchema: v.GenericSchema<unknown, FilmReading> = v.pipe(
  v.object({
    count: countSchema,
    done: countSchema,
    lines: countSchema,
    stamp: v.string(),
    stage: v.picklist(['stopped', 'done']),
    found: notesSchema,
    message: boundedText,
    failure: readingFailureSchema,
    told: v.exactOptional(v.string()),
    declined: v.exactOptional(v.string()),
    unread: countSchema,
    languages: v.object({ from: v.optional(v.string()), into: v.optional(v.string()) }),
  }),
  v.transform(({ languages: { from, into }, ...reading }) => ({
    ...reading,
    parts: null,
    mostFound: undefined,
    before: undefined,
    languages: { from, into },
  })),
);
export const lastNotesSchema: v.GenericSchema<unknown, LastNotes> = v.object({ film: boundedText, notes: notesSchema });

const FILM_COMMANDS = {
  restart: true,
  'open-project': true,
  'open-original': true,
  'open-next': true,
  'clear-original': true,
  'mend-original': true,
} satisfies Record<FilmCommand, true>;
const undoneSchema = v.optional(v.boolean(), false);

/** The facts of an undo step, without the film that it contains. Versions before 2026-11-29 stored an undone step as "bring-back". */
export const filmStepSchema = v.pipe(
  v.object({
    command: v.picklist([...(Object.keys(FILM_COMMANDS) as FilmCommand[]), 'bring-back']),
    isUndone: undoneSchema,
    madeWith: v.exactOptional(
      v.object({
        prompt: v.string(),
        model: v.pipe(v.string(), v.transform(modelByName)),
        follows: v.exactOptional(v.literal(true)),
      }),
    ),
    madeStamp: v.exactOptional(v.string()),
    id: v.optional(v.nullable(v.string()), null),
  }),
  v.transform(({ command, ...step }) =>
    command === 'bring-back' ? { ...step, command: 'open-next' as const, isUndone: true } : { ...step, command },
  ),
);

/** A step that changed the result, as versions before 2026-11-28 stored it: beside the whole film. */
export const oldResultStepSchema = v.object({
  command: v.picklist(['clear-translated', 'assemble-again', 'take-edits', 'bring-back-text']),
  lines: v.optional(lineChangesSchema, () => []),
});
const toneSchema = v.nullable(v.picklist(TONES));
const saidSchema: v.GenericSchema<unknown, LanguagesSaid> = v.fallback(
  v.object({ from: v.nullable(v.string()), into: v.nullable(v.string()), tone: toneSchema, toneChosen: toneSchema }),
  NO_LANGUAGES_SAID,
);
const resultBeforeSchema = v.pipe(
  v.object({
    translated: v.string(),
    ownResult: v.nullable(v.object({ since: v.nullable(v.string()), now: v.nullable(v.string()) })),
    isCleared: v.boolean(),
    error: v.nullable(boundedText),
  }),
  v.transform(({ error, ...result }) => (error === null ? result : { ...result, error })),
);
const batchBeforeSchema = v.object({ index: countSchema, slot: batchResultSchema, details: storedFactsSchema });
const batchBefore = ({ index, slot, details }: v.InferOutput<typeof batchBeforeSchema>) => ({
  index,
  batch: batchFromStored(slot, details),
});

/** An undo step that contains no film. Versions before 2026-11-29 stored an undone step as "bring-back-…". */
export const partStepSchema: v.GenericSchema<unknown, Step> = v.union([
  v.pipe(
    v.object({
      command: v.picklist(['translate-again', 'fill-gaps', 'bring-back-batch']),
      isUndone: undoneSchema,
      ...batchBeforeSchema.entries,
    }),
    v.transform(({ command, isUndone, ...batch }) =>
      stepOf(command === 'fill-gaps' ? command : 'translate-again', {
        batches: [batchBefore(batch)],
        isUndone: isUndone || command === 'bring-back-batch',
      }),
    ),
  ),
  v.pipe(
    v.object({
      command: v.picklist(['translate-together', 'bring-back-together']),
      isUndone: undoneSchema,
      batches: v.array(v.pipe(batchBeforeSchema, v.transform(batchBefore))),
    }),
    v.transform(({ command, isUndone, batches }) =>
      stepOf('translate-again', { batches, isUndone: isUndone || command === 'bring-back-together' }),
    ),
  ),
  v.pipe(
    v.object({
      command: v.literal('change-lines'),
      isUndone: undoneSchema,
      words: boundedText,
      lines: lineChangesSchema,
      result: v.optional(v.nullable(resultBeforeSchema), null),
    }),
    v.transform(({ command, result, ...step }) => stepOf(command, { ...step, fields: result ?? {} })),
  ),
  v.pipe(
    v.object({ command: v.literal('drop-reading'), isUndone: undoneSchema, reading: v.nullable(readingSchema) }),
    v.transform(({ command, isUndone, reading }) => stepOf(command, { isUndone, fields: { reading } })),
  ),
  v.pipe(
    v.object({
      command: v.literal('change-notes'),
      isUndone: undoneSchema,
      words: boundedText,
      notes: notesSchema,
      made: notesSchema,
    }),
    v.transform(({ command, isUndone, words, notes, made }) =>
      stepOf(command, { isUndone, words, fields: { notes }, made: { notes: made } }),
    ),
  ),
  v.pipe(
    v.object({
      command: v.literal('change-prompt'),
      isUndone: undoneSchema,
      words: boundedText,
      prompt: v.object({ text: v.string(), follows: v.boolean(), said: saidSchema }),
    }),
    v.transform(({ command, ...step }) => stepOf(command, step)),
  ),
]);
