import type { FailureKind } from '../providers/failure-kinds.ts';
import { NO_USAGE, type TokenUsage } from '../providers/provider.ts';
import { type BatchResult, type BatchSlot, type Correction, isOk } from '../translation/batch.ts';

/** One batch of a film: its state, and what the engine must know to ask for the rest. `state` is also the page's `data-state`. */
export type FilmBatch = WaitingBatch | LoadingBatch | OkBatch | FailedBatch;

/** Facts that a batch has in each of its states. */
interface BatchFacts {
  /** Tokens of all the batch's calls so far. */
  readonly usage: TokenUsage;
  /** The place in `provenances` of the prompt and model of its newest answer. */
  readonly provenance: number;
  /** Stamp of the film notes that its newest answer was made with; empty: without notes. */
  readonly notesStamp: string;
  /** The first answer that needed the corrective pass; null: no answer did. */
  readonly correction: FirstAnswer | null;
}

/** `worked`: the corrective pass removed all differences. */
interface FirstAnswer extends Correction {
  readonly worked: boolean;
}

/**
 * When the batch goes. `asked`: first, since a person asked for it; in a stopped run alone. `next`: before those that were never sent, since a reply
 * came and another call is needed. `last`: after all others, since it failed before as others did.
 */
type Turn = 'asked' | 'next' | 'usual' | 'last';

/** Facts of a batch that is to be sent, or was. */
interface Sending {
  readonly turn: Turn;
  /** What its calls have brought: none of it is asked for twice. */
  readonly progress: BatchProgress;
  /** The newest planned retry. It stays while retries go on, since its `tries` count from the first failure. */
  readonly retry: Retry | null;
}

/** The batch is sent when its turn comes. */
export interface WaitingBatch extends BatchFacts, Sending {
  readonly state: 'waiting';
}

/** Its call is under way. */
export interface LoadingBatch extends BatchFacts, Sending {
  readonly state: 'loading';
  /** When the call began, in ms since 1970. Not stored. */
  readonly startedAt: number;
}

/** How the output of a finished batch came about. */
interface Output {
  /** [error, output]; stored as the specification says. */
  readonly result: BatchResult;
  /** Several replies make up the output. */
  readonly inParts: boolean;
  /** A person has changed the output. */
  readonly edited: boolean;
  /** Numbers of the phrases that a person filled with the original. */
  readonly filled: readonly number[];
  /** Numbers of the phrases whose text began with a name, which was removed. */
  readonly namesTaken: readonly number[];
}

/** The output passes the check. */
export interface OkBatch extends BatchFacts, Output {
  readonly state: 'ok';
}

/** The output fails the check, or there is none. */
export interface FailedBatch extends BatchFacts, Output, Sending {
  readonly state: 'failed';
  readonly failure: BatchFailure;
  /** The batch failed as others did, which paused the run: it is sent once more when the person resumes. */
  readonly secondChance: boolean;
}

/** Why a batch failed: a provider's failure, differences that the corrective pass could not remove, or a bug. */
export type BatchFailure = FailureKind | 'differences' | 'bug';

/** The run tries the batch again from `at` on; `since`: the first failure. Both in ms since 1970. */
export interface Retry {
  readonly at: number;
  readonly tries: number;
  readonly since: number;
}

/** What a batch's calls have brought so far; batch-calls.ts reads and makes it. */
export interface BatchProgress {
  /** The usable translations, by phrase number. */
  readonly texts: Readonly<Record<string, string>>;
  /** Numbers of those texts that began with a name, which was removed. */
  readonly namesTaken: readonly number[];
  /** Stamp of the film notes that the texts were made with, '' for none; null: no noted answer brought any of them. */
  readonly textsNotes: string | null;
  /** Most phrases in one call. */
  readonly atMost: number;
  /** Number of answers, one after another, without anything new. */
  readonly fruitless: number;
  /** The next call is the corrective pass for these phrases. */
  readonly correcting: (Correction & { readonly numbers: readonly number[] }) | null;
  /** A corrective pass removed its differences. */
  readonly corrected: boolean;
  /** Phrases that are not asked for again, because the corrective pass failed or the model refused. */
  readonly givenUp: GivenUp | null;
}

/** `error` and `failure`: of the first such answer. */
interface GivenUp {
  readonly numbers: readonly number[];
  readonly error: string;
  readonly failure: 'differences' | 'refused';
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Nothing has been asked yet. */
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

/** Whether any call has told what the next one must know. */
export const isBegun = (progress: BatchProgress): boolean =>
  JSON.stringify({ ...progress, textsNotes: null }) !== JSON.stringify(NO_PROGRESS);

/** The turn of a batch that goes back to the queue with this progress, unless a person asks for it. */
export const turnWith = (progress: BatchProgress, turn: Turn = 'usual'): Turn =>
  turn === 'asked' || turn === 'last' ? turn : isBegun(progress) ? 'next' : 'usual';

/** A batch that nobody has asked for yet. */
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

/** How a new output came about, where nothing is to be said of it. */
export const PLAIN_OUTPUT: Omit<Output, 'result'> = { inParts: false, edited: false, filled: [], namesTaken: [] };

/** The facts that stay with a batch in whatever state. */
export const factsOf = ({ usage, provenance, notesStamp, correction }: FilmBatch): BatchFacts => ({
  usage,
  provenance,
  notesStamp,
  correction,
});

const NOT_SENDING: Sending = { turn: 'usual', progress: NO_PROGRESS, retry: null };

/** What the next call of a batch must know; of an OK batch, which has no next call, nothing. */
export const sendingOf = (batch: FilmBatch | undefined): Sending =>
  batch === undefined || batch.state === 'ok' ? NOT_SENDING : batch;

export const progressOf = (batch: FilmBatch | undefined): BatchProgress => sendingOf(batch).progress;

/** As much of a batch as its lines are read from. */
export type BatchText =
  | { readonly state: 'ok' | 'failed'; readonly result: BatchResult }
  | { readonly state: 'waiting' | 'loading' };

export const isFinished = <Each extends BatchText>(
  batch: Each | undefined,
): batch is Extract<Each, { readonly result: BatchResult }> => batch?.state === 'ok' || batch?.state === 'failed';

/** A batch's text from its specified slot. */
export function batchTextOf(slot: BatchSlot): BatchText {
  if (slot == null) return { state: slot === null ? 'loading' : 'waiting' };
  return { state: isOk(slot) ? 'ok' : 'failed', result: slot };
}

/** The specification's slot of a batch: its error and output, null while it is in progress, undefined while it waits. */
export const slotOf = (batch: BatchText | undefined): BatchSlot =>
  isFinished(batch) ? batch.result : batch?.state === 'loading' ? null : undefined;

const slotsOf = new WeakMap<readonly BatchText[], readonly BatchSlot[]>();

/** The slots of a list of batches. The list is the same while no slot changes, and so for events that change other facts alone. */
export function resultsOf({ batches }: { readonly batches: readonly BatchText[] }): readonly BatchSlot[] {
  const slots = slotsOf.get(batches) ?? batches.map(slotOf);
  slotsOf.set(batches, slots);
  return slots;
}

/** For batches that have taken the place of others with the same slots. */
export const keepResults = (before: readonly BatchText[], after: readonly BatchText[]): void =>
  void slotsOf.set(after, resultsOf({ batches: before }));

/** The batch's output as text; empty where there is none. */
export const outputOf = (batch: FilmBatch | undefined): string => (isFinished(batch) ? batch.result[1] : '');

/** Why the batch failed, in the specified words; empty: it has not failed. */
export const errorOf = (batch: FilmBatch | undefined): string => (isFinished(batch) ? batch.result[0] : '');

/** Whether a person has changed the batch's output. */
export const isOutputEdited = (batch: FilmBatch | undefined): boolean => isFinished(batch) && batch.edited;

const NO_NUMBERS: readonly number[] = [];

/** Numbers of the phrases of a batch whose text began with a name, which was removed. */
export const namesTakenIn = (batch: FilmBatch | undefined): readonly number[] =>
  isFinished(batch) ? batch.namesTaken : NO_NUMBERS;
