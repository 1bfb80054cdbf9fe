import { memoizeByObject } from '../lib/memo.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import { NO_USAGE, type TokenUsage } from '../providers/provider.ts';
import { type BatchResult, type BatchSlot, type Correction, isOk } from '../translation/batch.ts';

/** One batch of a film: its state, and all that the engine needs to request the rest. The page shows `state` as `data-state`. */
export type FilmBatch = WaitingBatch | LoadingBatch | OkBatch | FailedBatch;

/** Facts that every batch has, in any state. */
interface BatchFacts {
  /** Tokens of all the batch's calls so far. */
  readonly usage: TokenUsage;
  /** Index in `provenances`: the prompt and model of the newest answer. */
  readonly provenance: number;
  /** Stamp of the film notes that the newest answer was made with. Empty: without notes. */
  readonly notesStamp: string;
  /** The first answer that needed the corrective pass; null: no answer did. */
  readonly correction: FirstAnswer | null;
}

/** `worked`: the corrective pass removed all differences. */
interface FirstAnswer extends Correction {
  readonly worked: boolean;
}

/**
 * When the batch is sent. `asked`: first, because a person asked for it; only in a stopped run. `next`: before new batches, because it was answered and needs
 * another call. `last`: after all others, because it failed as several others did.
 */
type Turn = 'asked' | 'next' | 'usual' | 'last';

/** Facts of a batch that will be sent, or was sent. */
interface Sending {
  readonly turn: Turn;
  /** What the batch's calls have brought. No call asks for it again. */
  readonly progress: BatchProgress;
  /** The newest planned retry. It stays set while retries continue, because `tries` counts from the first failure. */
  readonly retry: Retry | null;
}

/** The batch waits until the run sends it. */
export interface WaitingBatch extends BatchFacts, Sending {
  readonly state: 'waiting';
}

/** A call for the batch is under way. */
interface LoadingBatch extends BatchFacts, Sending {
  readonly state: 'loading';
  /** When the call began, in ms since 1970. Not stored. */
  readonly startedAt: number;
}

/** How the output of a finished batch was made. */
interface Output {
  /** [error, output]; stored as the specification says. */
  readonly result: BatchResult;
  /** The output consists of several replies. */
  readonly inParts: boolean;
  /** A person has changed the output. */
  readonly edited: boolean;
  /** Numbers of the phrases whose original a person used as the translation. */
  readonly filled: readonly number[];
  /** Numbers of the phrases whose text began with a speaker's name. The page removed the name. */
  readonly namesTaken: readonly number[];
}

/** The output passes the check. */
export interface OkBatch extends BatchFacts, Output {
  readonly state: 'ok';
}

/** The output fails the check, or the batch has no output. */
export interface FailedBatch extends BatchFacts, Output, Sending {
  readonly state: 'failed';
  readonly failure: BatchFailure;
  /** The batch failed for the same reason as several others, and this paused the run. When the person resumes, the run sends it once more. */
  readonly secondChance: boolean;
}

/** Why a batch failed: a provider's failure, differences that the corrective pass could not remove, or a bug. */
export type BatchFailure = FailureKind | 'differences' | 'bug';

/** The run sends the batch again at `at`. `since`: time of the first failure. Both in ms since 1970. */
export interface Retry {
  readonly at: number;
  readonly tries: number;
  readonly since: number;
}

/** What a batch's calls have brought so far. Only batch-calls.ts makes and changes it. */
export interface BatchProgress {
  /** The usable translations, by phrase number. */
  readonly texts: Readonly<Record<string, string>>;
  /** Numbers of those texts that began with a speaker's name, which the page removed. */
  readonly namesTaken: readonly number[];
  /** Stamp of the film notes that the texts were made with; '' for no notes. null: no answer with a known stamp brought any text. */
  readonly textsNotes: string | null;
  /** The most phrases that one call may ask for. */
  readonly atMost: number;
  /** Number of answers in a row that brought nothing new. */
  readonly fruitless: number;
  /** Set if the next call is the corrective pass for these phrases. */
  readonly correcting: (Correction & { readonly numbers: readonly number[] }) | null;
  /** A corrective pass removed the differences of its answer. */
  readonly corrected: boolean;
  /** Phrases that no further call asks for: their corrective pass failed, or the model refused them. */
  readonly givenUp: GivenUp | null;
}

/** `error` and `failure` come from the first answer that made the batch give up phrases. */
interface GivenUp {
  readonly numbers: readonly number[];
  readonly error: string;
  readonly failure: 'differences' | 'refused';
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** The progress of a batch before its first call. */
export const NO_PROGRESS: BatchProgress = {
  texts: {},
  namesTaken: [],
  textsNotes: null,
  atMost: NO_LIMIT,
  fruitless: 0,
  correcting: null,
  corrected: false,
  givenUp: null,
};

export const textCount = ({ texts }: Pick<BatchProgress, 'texts'>): number => Object.keys(texts).length;

/** True if an earlier call had a result that the next call needs. */
export const isBegun = (progress: BatchProgress): boolean =>
  JSON.stringify({ ...progress, textsNotes: null }) !== JSON.stringify(NO_PROGRESS);

/** The turn of a batch with this progress when it returns to the queue, unless a person asks for it. */
export const turnWith = (progress: BatchProgress, turn: Turn = 'usual'): Turn =>
  turn === 'asked' || turn === 'last' ? turn : isBegun(progress) ? 'next' : 'usual';

/** A batch that was never requested. */
export const NEW_BATCH: WaitingBatch = {
  state: 'waiting',
  turn: 'usual',
  progress: NO_PROGRESS,
  retry: null,
  usage: NO_USAGE,
  provenance: 0,
  notesStamp: '',
  correction: null,
};

/** The facts of an ordinary output: one reply, with no changes. */
export const PLAIN_OUTPUT: Omit<Output, 'result'> = { inParts: false, edited: false, filled: [], namesTaken: [] };

/** The facts that a batch keeps in any state. */
export const factsOf = ({ usage, provenance, notesStamp, correction }: FilmBatch): BatchFacts => ({
  usage,
  provenance,
  notesStamp,
  correction,
});

const NOT_SENDING: Sending = { turn: 'usual', progress: NO_PROGRESS, retry: null };

/** What the next call of a batch must know. An OK batch has no next call, so its facts are empty. */
export const sendingOf = (batch: FilmBatch | undefined): Sending =>
  batch === undefined || batch.state === 'ok' ? NOT_SENDING : batch;

export const progressOf = (batch: FilmBatch | undefined): BatchProgress => sendingOf(batch).progress;

/** The part of a batch that the page needs to read its lines. */
export type BatchText =
  | { readonly state: 'ok' | 'failed'; readonly result: BatchResult }
  | { readonly state: 'waiting' | 'loading' };

export const isFinished = <Each extends BatchText>(
  batch: Each | undefined,
): batch is Extract<Each, { readonly result: BatchResult }> => batch?.state === 'ok' || batch?.state === 'failed';

/** Restores a batch's text from its specified slot. */
export function batchTextOf(slot: BatchSlot): BatchText {
  if (slot == null) return { state: slot === null ? 'loading' : 'waiting' };
  return { state: isOk(slot) ? 'ok' : 'failed', result: slot };
}

/** The specification's slot of a batch: [error, output] when it is finished, null while it is in progress, undefined while it waits. */
export const slotOf = (batch: BatchText | undefined): BatchSlot =>
  isFinished(batch) ? batch.result : batch?.state === 'loading' ? null : undefined;

export interface Progress {
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly loading: number;
  readonly waiting: number;
}

/** Read once from the same list of batches, because most panels ask after each change. */
export const ofBatches = memoizeByObject((batches: readonly BatchText[]) => {
  const counts = { total: batches.length, ok: 0, failed: 0, loading: 0, waiting: 0 };
  for (const { state } of batches) counts[state]++;
  return { counts: counts as Progress, slots: undefined as readonly BatchSlot[] | undefined };
});

/** The slots of all batches. The list is the same object until a slot changes, so events that change only other facts cause no redraw. */
export function resultsOf({ batches }: { readonly batches: readonly BatchText[] }): readonly BatchSlot[] {
  const read = ofBatches(batches);
  read.slots ??= batches.map(slotOf);
  return read.slots;
}

/** Reuses the list of slots when batches were replaced by others with the same slots. */
export function keepResults(before: readonly BatchText[], after: readonly BatchText[]): void {
  ofBatches(after).slots = resultsOf({ batches: before });
}

/** The batch's output as text. Empty if it has none. */
export const outputOf = (batch: FilmBatch | undefined): string => (isFinished(batch) ? batch.result[1] : '');

/** Why the batch failed, in the specified words. Empty if it has not failed. */
export const errorOf = (batch: FilmBatch | undefined): string => (isFinished(batch) ? batch.result[0] : '');

/** True if a person has changed the batch's output. */
export const isOutputEdited = (batch: FilmBatch | undefined): boolean => isFinished(batch) && batch.edited;

const NO_NUMBERS: readonly number[] = [];

/** Numbers of the batch's phrases whose text began with a speaker's name, which the page removed. */
export const namesTakenIn = (batch: FilmBatch | undefined): readonly number[] =>
  isFinished(batch) ? batch.namesTaken : NO_NUMBERS;
