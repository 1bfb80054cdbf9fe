import type { ReadingLanguages } from '../notes/film-reading.ts';
import type { FoundNotes } from '../notes/found-notes.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { Spending } from '../prices/price.ts';
import type { EndpointId } from '../providers/endpoints.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { Model, TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { type BatchResult, type Correction, type FilmOptions, lengthsOfBatches } from '../translation/batch.ts';
import type { SuggestionFacts } from '../translation/suggestions.ts';
import {
  type BatchFailure,
  type BatchProgress,
  type FailedBatch,
  type FilmBatch,
  isFinished,
  ofBatches,
  type Progress,
  type Retry,
  sendingOf,
} from './batch.ts';
import type { PaceLimit } from './pace.ts';

/** The data that the engine works on; only reducers change it. The batches are the queue: a waiting batch is to be translated. */
export interface RunState {
  /** Empty until the person presses Translate and the page has parsed the text. */
  readonly phrases: readonly Phrase[];
  readonly batches: readonly FilmBatch[];
  /** What a person has stated about the film. Every request contains it. */
  readonly notes: FilmNotes;
  /** The name of the file with the original; empty: the text was typed or pasted, or the name is unknown. */
  readonly fileName: string;
  readonly options: FilmOptions;
  /** The reading of the whole film for a proposal of notes. null: nobody has asked for it. */
  readonly reading: FilmReading | null;
  /** Tokens of all readings so far, also of discarded ones. They belong to no batch. */
  readonly readingUsage: TokenUsage;
  /** Unanswered requests for suggestions, oldest first. They go before all batches. Not stored. */
  readonly suggestionRequests: readonly SuggestionRequest[];
  /** The usage of the film's calls, by model and price. */
  readonly spent: readonly Spending[];
  /** Prompts and models in the order of their first answers. null: answers from before the page recorded them. */
  readonly provenances: readonly (Provenance | null)[];
  /** Why no batch starts. null: the run may continue. */
  readonly paused: Pause | null;
  /** What the run waits for before its next request. Not stored. */
  readonly pace: Pace | null;
}

/** The job "Read the film": the source in parts, with one call for each part. */
export interface FilmReading {
  /** The lines of each part. null: the page was reloaded and has not cut the parts again. Not stored. */
  readonly parts: readonly (readonly string[])[] | null;
  /** The most characters of earlier findings in one request. Missing: the usual number. Not stored, as `parts`. */
  readonly mostFound: number | undefined;
  /** The findings of other films of the series, which requests contain, too. undefined: none. Not stored, like `parts`. */
  readonly before: FoundNotes | undefined;
  readonly count: number;
  /** Number of parts that have been read. */
  readonly done: number;
  /** Number of lines that have been read, from the film's beginning. */
  readonly lines: number;
  readonly stamp: string;
  /** `last`: stopped while a call is under way; its answer is still used. `stopped`: nothing continues without a person. */
  readonly stage: 'waiting' | 'loading' | 'last' | 'stopped' | 'done';
  readonly found: FoundNotes;
  /** Why the reading stopped. Empty: the person stopped it. */
  readonly message: string;
  /** Number of replies that were readable only in part, or not at all. */
  readonly unread: number;
  /** The kind of failure in `message`. Missing: a person stopped the reading. */
  readonly failure?: FailureKind | 'limit' | undefined;
  readonly languages: ReadingLanguages;
  /** The model and tariff for which the page showed the price. Missing: the page showed no price. */
  readonly told?: string | undefined;
  /** Stamp of what the reading had found when the person chose to continue without the rest. Missing: the page has not asked. */
  readonly declined?: string | undefined;
}

/** A request for other translations of up to 20 lines. */
export interface SuggestionRequest {
  readonly id: string;
  readonly phrases: readonly Phrase[];
  readonly suggestion: SuggestionFacts;
  /** By line number: stamps of the translations that the suggestions would replace. */
  readonly of: Readonly<Record<number, string>>;
  /** `last`: the run was stopped while the call was under way, so no other call follows. */
  readonly stage: 'waiting' | 'loading' | 'last';
  /** A second request for lines that the answer and its corrective pass left without a text. It is not repeated. */
  readonly isPart?: true;
  /** Present if the next call is the corrective pass. `texts`: the translations of the first answer that are used. */
  readonly correcting?: Correction & Pick<Extract<RunEvent, { type: 'request-ended' }>, 'texts' | 'namesTaken'>;
}

/** Why some lines of a request have no suggestion. `left`: before the answer came, the page that asked was closed or gave the work to another tab. */
export interface SuggestionFailure {
  readonly kind: FailureKind | 'differences' | 'chunk' | 'limit' | 'bug' | 'left';
  readonly message: string;
}

/** The prompt and the model that made an answer. Film notes are recorded apart. */
export interface Provenance {
  readonly prompt: string;
  readonly model: Model;
}

/** How a batch ended. */
export interface FinishedBatch {
  readonly result: BatchResult;
  /** Why the batch failed; null: it is OK. */
  readonly failure: BatchFailure | null;
  /** In a failed batch: the answers that Retry need not request again. */
  readonly progress: BatchProgress;
  /** A corrective pass removed the differences. */
  readonly corrected: boolean;
  /** Numbers of the phrases whose text began with a speaker's name. The page removed the name. */
  readonly namesTaken: readonly number[];
}

/** Why no batch starts without a person's request. */
export type Pause =
  | { readonly reason: 'person' }
  /** This pause ends when the browser is online again. Not stored. */
  | { readonly reason: 'offline' }
  /** The provider does not answer. After `tries` failed tries, the run tries one batch at `nextTryAt` (ms since 1970). An answer ends the pause. Not stored. */
  | {
      readonly reason: 'outage';
      readonly kind: FailureKind;
      readonly message: string;
      readonly tries: number;
      readonly nextTryAt: number;
      /** The endpoint that does not answer. The person may have chosen another model meanwhile. */
      readonly endpoint?: EndpointId | undefined;
    }
  /** A failure that every batch would meet. The run waits for the person. */
  | {
      readonly reason: 'failure';
      readonly kind: PauseKind;
      /** Empty: the settings of the failed request have changed since. */
      readonly message: string;
      /** The batches that a person had asked for in a stopped run. Resume sends only these; then the run is stopped again. */
      readonly alone?: readonly number[];
    };

/**
 * `chunk`: the browser could not load a script of the page. `no-room`: replies are cut off before they hold a translation. `limit`: the next call would pass
 * the person's limit of money.
 */
export type PauseKind = FailureKind | 'differences' | 'chunk' | 'no-room' | 'limit';

/**
 * `nextAt`: when the next request may start, in ms since 1970. `endpoint`: the endpoint whose limit applies. `refusal`: the provider's words if it may refuse
 * for long.
 */
export interface Pace {
  readonly nextAt: number;
  readonly limit: PaceLimit;
  readonly endpoint?: EndpointId | undefined;
  readonly refusal?: string;
}

/** All events that the engine reports. Their names are noun-verb. */
export type RunEvent =
  | { readonly type: 'batch-started'; readonly index: number; readonly at: number }
  | { readonly type: 'batch-returned'; readonly index: number }
  /** A reply came, and the batch needs another call. The batch goes to the front of the queue. */
  | { readonly type: 'batch-answered'; readonly index: number; readonly progress: BatchProgress }
  | ({ readonly type: 'batch-finished'; readonly index: number } & FinishedBatch & { readonly retry: Retry | null })
  /** An answer came that was made with another prompt or model than the batch has recorded. */
  | {
      readonly type: 'batch-made';
      readonly index: number;
      readonly provenance: number;
      readonly provenances: RunState['provenances'];
      readonly notesStamp: string;
    }
  /** The retries of these failed batches are due: the batches return to the queue. */
  | { readonly type: 'retries-due'; readonly indexes: readonly number[] }
  /** These batches failed for the same reason. A batch whose result has changed since then is not touched. */
  | {
      readonly type: 'second-chances-planned';
      readonly batches: readonly { readonly index: number; readonly result: BatchResult }[];
    }
  /** A model has a limit: it supports no JSON schema, so requests ask for a JSON object or for plain text; or it accepts only a part of a batch at once. */
  | { readonly type: 'room-found'; readonly model: string; readonly lines: number; readonly hasContext: boolean }
  | { readonly type: 'reply-form-lowered'; readonly model: string; readonly form: 'object' | 'free' }
  | { readonly type: 'reading-changed'; readonly reading: FilmReading | null }
  /** Replaces the request that has the same id. */
  | { readonly type: 'request-changed'; readonly ask: SuggestionRequest }
  /** `failure`: why lines have no text, except the lines in `again`. `again`: the requests that replace this one. */
  | {
      readonly type: 'request-ended';
      readonly id: string;
      readonly texts: Readonly<Record<number, string>>;
      /** Numbers of the texts that began with a speaker's name. The page removed the name. */
      readonly namesTaken: readonly number[];
      readonly failure: SuggestionFailure;
      readonly again: readonly SuggestionRequest[];
    }
  /** `index` of the batch. null: the tokens belong to a reading of the film. */
  | { readonly type: 'tokens-used'; readonly index: number | null; readonly usage: TokenUsage }
  /** The provider charges for this call. Recorded when it is sent and when it ends. */
  | { readonly type: 'call-paid'; readonly spent: readonly Spending[] }
  | { readonly type: 'run-paused'; readonly pause: Pause }
  /** The settings of the failed request have changed. The run stays paused. */
  | { readonly type: 'refusal-outdated' }
  /** `byPerson`: batches with a second chance are sent again. If a person resumes, or an outage ends, all batches with a planned retry are sent again, too. */
  | { readonly type: 'run-resumed'; readonly byPerson: boolean }
  | { readonly type: 'pace-changed'; readonly pace: Pace | null };

/** The prompt and model of a finished batch. undefined: not recorded. */
export function madeWith({ batches, provenances }: RunState, index: number): Provenance | undefined {
  const batch = batches[index];
  return (isFinished(batch) && provenances[batch.provenance]) || undefined;
}

/** What the engine reads from its state: which batch is next, which wait, which have ended. All pure. */

/** The specification's word for the batch icon, and the batch item's `data-state`. */
export type BatchStatus = FilmBatch['state'];

export const hasBatches = (state: Pick<RunState, 'batches'>): boolean => state.batches.length > 0;

/** Number of batches by status. */
export const progress = ({ batches }: Pick<RunState, 'batches'>): Progress => ofBatches(batches).counts;

/** How many paid requests are under way: for batches, for suggestions, and to read the film. */
export const callsUnderWay = (state: RunState): number =>
  progress(state).loading +
  state.suggestionRequests.filter(({ stage }) => stage !== 'waiting').length +
  (state.reading?.stage === 'loading' || state.reading?.stage === 'last' ? 1 : 0);

export const isCalling = (state: RunState): boolean => callsUnderWay(state) > 0;

/**
 * In a run that a person has stopped: the number of answers in flight that will still be used, including suggestions. Requests that the person made after the
 * stop are not counted.
 */
export function stoppingAnswers({ paused, batches, suggestionRequests }: RunState): number {
  if (paused?.reason !== 'person') return 0;
  const lastCalls = batches.filter((batch) => batch.state === 'loading' && isLastCall(paused, batch)).length;
  return lastCalls + suggestionRequests.filter(({ stage }) => stage === 'last').length;
}

/** True if the batch's call in flight is its last, because a person has stopped the run. */
export const isLastCall = (paused: Pause | null, batch: FilmBatch | undefined): boolean =>
  paused?.reason === 'person' && !isAsked(batch);

/** True if a person has asked for this batch. */
export const isAsked = (batch: FilmBatch | undefined): boolean => sendingOf(batch).turn === 'asked';

/** True if a batch is in flight or will start by itself. Outputs are read-only meanwhile (specification, section 2). */
export const isPending = (state: RunState): boolean => progress(state).loading > 0 || nextBatch(state) !== undefined;

/** True if a batch is loading, or will be sent by itself or after Resume. */
export const hasMoreToCome = (state: RunState): boolean => isPending(state) || isLeftToRun(state);

/** True for a pause that ends without a person. */
export const endsByItself = (paused: Pause | null): boolean =>
  paused?.reason === 'offline' || paused?.reason === 'outage';

/** True if the run continues without a person: nothing pauses it, or its pause ends automatically. */
export const goesOnByItself = (paused: Pause | null): boolean => paused === null || endsByItself(paused);

/** True if the film is to be read next: before all batches, and also in a paused run. */
export const isReadingNext = ({ reading }: RunState): boolean => reading?.stage === 'waiting';

/** The next request for suggestions to send. A paused run sends it, too. */
export const nextSuggestionRequest = (state: RunState): SuggestionRequest | undefined =>
  state.suggestionRequests.find(({ stage }) => stage === 'waiting');

/** True if something could start now, once the browser is online. */
export const isAnyWaiting = (state: RunState): boolean =>
  isReadingNext(state) || (nextSuggestionRequest(state) ?? nextBatch(state)) !== undefined;

/** `film`: people read the first lines while the rest comes. `longest-first`: nobody reads before the file is whole, which is sooner in this order. */
export type BatchOrder = 'film' | 'longest-first';

/**
 * The next batch of the run; undefined: none. A batch that a person asked for goes first, then as in `nextUnasked`. A paused run starts only what a person
 * asked for; offline nothing starts.
 */
export function nextBatch(state: RunState, order: BatchOrder = 'film'): number | undefined {
  const { batches, paused } = state;
  if (paused?.reason === 'offline') return undefined;
  const asked = batches.findIndex((batch) => batch.state === 'waiting' && batch.turn === 'asked');
  if (asked >= 0) return asked;
  if (paused) return undefined;
  // An answer takes about as long as its text is.
  return nextUnasked(state, order === 'film' ? undefined : lengthsOfBatches(state.phrases));
}

const RANKS = { asked: 1, next: 0, usual: 1, last: 2 } as const;

/**
 * The next batch without a person's request: one that needs another call, then one never started, then one with a second chance. Of several the longest by
 * `lengths`, else the first.
 */
function nextUnasked({ batches }: Pick<RunState, 'batches'>, lengths: readonly number[] = []): number | undefined {
  if (progress({ batches }).waiting === 0) return undefined;
  let best: number | undefined;
  let bestRank: number = Number.POSITIVE_INFINITY;
  let bestLength = 0;
  for (const [index, batch] of batches.entries()) {
    if (batch.state !== 'waiting') continue;
    const [rank, length] = [RANKS[batch.turn], lengths[index] ?? 0];
    if (rank < bestRank || (rank === bestRank && length > bestLength))
      [best, bestRank, bestLength] = [index, rank, length];
    if (rank === 0) break;
  }
  return best;
}

/** True if the run will retry this failed batch by itself. A batch that a person edited is not retried. */
export const isRetryPlanned = (batch: FilmBatch | undefined): batch is FailedBatch & { readonly retry: Retry } =>
  batch?.state === 'failed' && batch.retry !== null && !batch.edited;

/** The status on the page. A failed batch that the run retries by itself is shown as waiting, because the person need not press anything. */
export const statusShown = ({ paused }: Pick<RunState, 'paused'>, batch: FilmBatch | undefined): BatchStatus =>
  goesOnByItself(paused) && isRetryPlanned(batch) ? 'waiting' : (batch?.state ?? 'waiting');

/** The same statuses as numbers of batches. */
export function progressShown(state: Pick<RunState, 'batches' | 'paused'>): Progress {
  const counts = progress(state);
  const again = goesOnByItself(state.paused) ? plannedRetries(state).length : 0;
  return again === 0 ? counts : { ...counts, failed: counts.failed - again, waiting: counts.waiting + again };
}

/** True if the run will send something without a person's request: now, later, or when a pause ends. */
export const isLeftToRun = (state: Pick<RunState, 'batches'>): boolean =>
  nextUnasked(state) !== undefined || state.batches.some((batch) => isRetryPlanned(batch) || hasSecondChance(batch));

/** True if the run sends this failed batch once more when the person resumes. */
export const hasSecondChance = (batch: FilmBatch | undefined): batch is FailedBatch =>
  batch?.state === 'failed' && batch.secondChance && !batch.edited;

/** The batches that the run will retry by itself, in order of the film. */
export const plannedRetries = (state: Pick<RunState, 'batches'>): readonly number[] =>
  progress(state).failed === 0 ? NO_BATCHES : indexesOf(state, isRetryPlanned);
const NO_BATCHES: readonly number[] = [];

/**
 * The batch that tests whether an outage is over, once its time has come (`now`: ms since 1970). Each try takes another batch, because a batch with a fault of
 * its own would prolong the outage for ever.
 */
export function nextTry(state: RunState, now: number): number | undefined {
  const { paused } = state;
  if (paused?.reason !== 'outage' || now < paused.nextTryAt) return undefined;
  const [first, ...others] = plannedRetries(state);
  const candidates = [first, nextUnasked(state), ...others].filter((index) => index !== undefined);
  return candidates[paused.tries % candidates.length];
}

/** If a stored run has this many planned retries, it was in an outage. */
const MANY_RETRIES = 3;
export const wasInOutage = (state: RunState): boolean => plannedRetries(state).length >= MANY_RETRIES;

/** True if the run does nothing until its first planned retry is due. */
export const isWaitingToRetry = (state: RunState): boolean =>
  state.paused === null && !isPending(state) && plannedRetries(state).length > 0;

/** When the first planned retry is due, in ms since 1970. undefined: no retry is planned. */
export function nextRetryAt({ batches }: Pick<RunState, 'batches'>): number | undefined {
  const times = batches.flatMap((batch) => (isRetryPlanned(batch) ? [batch.retry.at] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** True if the run will send something, now or later, without a further click. */
export function hasWork(state: RunState): boolean {
  return isAnyWaiting(state) || (goesOnByItself(state.paused) && isLeftToRun(state));
}

/** True if nothing is under way, and nothing more is sent until a person or a program asks for it. */
export const isOver = (state: RunState): boolean => !isCalling(state) && !hasWork(state);

/** Returns true for a finished batch, OK or failed: only such a batch can be opened. */
export const canShowBatch = (state: RunState, index: number): boolean => isFinished(state.batches[index]);

/** The failed batches, except those that the run will retry by itself: the page shows them as waiting. */
export const failedBatches = (state: RunState): readonly number[] =>
  indexesOf(state, (batch) => statusShown(state, batch) === 'failed');

/** The index of the nearest failed batch after (1) or before (-1) `from`, around both ends of the film; undefined: no batch has failed. */
export function nextFailed(state: RunState, from: number, step: -1 | 1 = 1): number | undefined {
  const failed = failedBatches(state);
  return nearest(failed, from, step) ?? failed.at(step === 1 ? 0 : -1);
}

/** The index of the nearest finished batch after (1) or before (-1) the given one; undefined: there is none. */
export const neighbourBatch = (state: RunState, from: number, step: -1 | 1): number | undefined =>
  nearest(indexesOf(state, isFinished), from, step);

const nearest = (indexes: readonly number[], from: number, step: -1 | 1): number | undefined =>
  step === 1 ? indexes.find((index) => index > from) : indexes.findLast((index) => index < from);

const indexesOf = ({ batches }: Pick<RunState, 'batches'>, which: (batch: FilmBatch) => boolean): readonly number[] =>
  batches.flatMap((batch, index) => (which(batch) ? [index] : []));

/** True if only the first batch has been tried so far. */
export const isTrying = ({ paused, batches }: RunState): boolean =>
  paused?.reason === 'person' &&
  batches.length > 1 &&
  isFinished(batches[0]) &&
  batches.every(({ state }, index) => index === 0 || state === 'waiting');
