import type { FoundNotes, ReadingLanguages } from '../notes/film-reading.ts';
import type { FilmNotes } from '../notes/notes.ts';
import type { Spending } from '../prices/price.ts';
import type { EndpointId } from '../providers/endpoints.ts';
import type { FailureKind } from '../providers/failure-kinds.ts';
import type { Model, TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { BatchResult, Correction, FilmOptions } from '../translation/batch.ts';
import type { SuggestionFacts } from '../translation/suggestions.ts';
import {
  type BatchFailure,
  type BatchProgress,
  type FailedBatch,
  type FilmBatch,
  isFinished,
  type Retry,
  sendingOf,
} from './batch.ts';
import type { PaceLimit } from './scheduler.ts';

/** What the engine works on; changed by the reducers alone. The batches are the queue: one that waits is to be translated. */
export interface RunState {
  /** Empty until Translate is pressed and the text parses. */
  readonly phrases: readonly Phrase[];
  readonly batches: readonly FilmBatch[];
  /** What a person has stated about the film: sent with every request. */
  readonly notes: FilmNotes;
  /** How the person wants batches to be made and asked for. */
  readonly options: FilmOptions;
  /** The reading of the whole film for a proposal of notes; null: nobody has asked for it. */
  readonly reading: FilmReading | null;
  /** Tokens of all readings so far, which are no batch's; those that were put away count, too. */
  readonly readingUsage: TokenUsage;
  /** What is asked for single lines and has not been answered, the oldest first: goes before all batches. Not stored. */
  readonly suggestionRequests: readonly SuggestionRequest[];
  /** What the film's calls have taken, by model and price. */
  readonly spent: readonly Spending[];
  /** Prompts and models in the order of their first answers; null: what was made before they were noted. */
  readonly provenances: readonly (Provenance | null)[];
  /** Why no batch is started; null while the run may go on. */
  readonly paused: Pause | null;
  /** What the run waits for before the next request; not stored. */
  readonly pace: Pace | null;
}

/** "Read the film": the source in parts, each read by one call. */
export interface FilmReading {
  /** The lines of each part; null: not at hand, since the page was reloaded. Not stored. */
  readonly parts: readonly (readonly string[])[] | null;
  /** Characters that a request may have of what was found before; missing: as many as usual. Not stored, as the parts. */
  readonly mostFound?: number | undefined;
  readonly count: number;
  /** So many parts have been read. */
  readonly done: number;
  /** So many lines at the film's beginning have been read, and their stamp. */
  readonly lines: number;
  readonly stamp: string;
  /** `last`: stopped while a call is under way, whose answer is still taken. `stopped`: nothing goes on by itself. */
  readonly stage: 'waiting' | 'loading' | 'last' | 'stopped' | 'done';
  readonly found: FoundNotes;
  /** Why it stopped; empty: the person stopped it. */
  readonly message: string;
  /** So many replies could be read in part only, or not at all. */
  readonly unread: number;
  /** The kind of what `message` tells; missing: a person has stopped it. */
  readonly failure?: FailureKind | 'limit' | undefined;
  readonly languages: ReadingLanguages;
  /** As what its price was told: the model and the tariff; missing: nobody was told. */
  readonly told?: string | undefined;
  /** Stamp of what was found when the person went on without the rest of it; missing: nobody was asked. */
  readonly declined?: string | undefined;
}

/** A request for other translations of some lines, 20 at most. */
export interface SuggestionRequest {
  readonly id: string;
  readonly phrases: readonly Phrase[];
  readonly suggestion: SuggestionFacts;
  /** Stamps of the translations that they are asked in place of, by number. */
  readonly of: Readonly<Record<number, string>>;
  /** `last`: its call is under way and the run was stopped: no other call follows. */
  readonly stage: 'waiting' | 'loading' | 'last';
  /** A part of what an answer and its corrective pass left without a text: it is asked for once. */
  readonly isPart?: true;
  /** If it is there, the next call is the corrective pass. `texts`: the translations of the first answer that are kept. */
  readonly correcting?: Correction & Pick<Extract<RunEvent, { type: 'request-ended' }>, 'texts' | 'namesTaken'>;
}

/** Why some lines of it have no suggestion. `left`: the page that asked was closed, or gave the work away, before the answer came. */
export interface SuggestionFailure {
  readonly kind: FailureKind | 'differences' | 'chunk' | 'limit' | 'bug' | 'left';
  readonly message: string;
}

/** What an answer was made with, beside the film notes. */
export interface Provenance {
  readonly prompt: string;
  readonly model: Model;
}

/** How a batch has ended. */
export interface FinishedBatch {
  readonly result: BatchResult;
  /** Why the batch failed; null: it is OK. */
  readonly failure: BatchFailure | null;
  /** Of a failed batch: what Retry need not ask for again. */
  readonly progress: BatchProgress;
  /** A corrective pass removed the differences. */
  readonly corrected: boolean;
  /** Numbers of the phrases whose text began with a name, which was removed. */
  readonly namesTaken: readonly number[];
}

/** Why no batch starts by itself. */
export type Pause =
  | { readonly reason: 'person' }
  /** Ends when the browser is online again. Not stored. */
  | { readonly reason: 'offline' }
  /**
   * The provider does not answer: at `nextTryAt` (ms since 1970), after `tries` failed tries, one batch is tried. An answer ends the
   * pause. Not stored.
   */
  | {
      readonly reason: 'outage';
      readonly kind: FailureKind;
      readonly message: string;
      readonly tries: number;
      readonly nextTryAt: number;
      /** Who does not answer; the person may have chosen another model meanwhile. */
      readonly endpoint?: EndpointId | undefined;
    }
  /** A failure that every batch would meet: the run waits for the person. */
  | {
      readonly reason: 'failure';
      readonly kind: PauseKind;
      /** Empty: what the failed request was sent with has changed since. */
      readonly message: string;
      /** The run was stopped, and a person had asked for these batches: Resume sends them alone, and the run is stopped again. */
      readonly alone?: readonly number[];
    };

/**
 * `chunk`: a part of the page could not be loaded. `no-room`: replies are cut off before they hold a translation. `limit`: the next
 * call would pass the sum that the person has set.
 */
export type PauseKind = FailureKind | 'differences' | 'chunk' | 'no-room' | 'limit';

/** `nextAt`: when the next start is due, in ms since 1970; `endpoint`: whose limit it is; `refusal`: its words, where it may refuse for long. */
export interface Pace {
  readonly nextAt: number;
  readonly limit: PaceLimit;
  readonly endpoint?: EndpointId | undefined;
  readonly refusal?: string;
}

/** All that the engine reports of its work; names are noun-verb. */
export type RunEvent =
  | { readonly type: 'batch-started'; readonly index: number; readonly at: number }
  | { readonly type: 'batch-returned'; readonly index: number }
  /** A reply came and another call is needed: the batch goes to the front of the queue. */
  | { readonly type: 'batch-answered'; readonly index: number; readonly progress: BatchProgress }
  | ({ readonly type: 'batch-finished'; readonly index: number } & FinishedBatch & { readonly retry: Retry | null })
  /** An answer came, made with another prompt or model than the batch's details say. */
  | {
      readonly type: 'batch-made';
      readonly index: number;
      readonly provenance: number;
      readonly provenances: RunState['provenances'];
      readonly notesStamp: string;
    }
  /** The retries of these failed batches are due: they go back to the queue. */
  | { readonly type: 'retries-due'; readonly indexes: readonly number[] }
  /** These batches failed for the same reason; one whose result has changed since is left alone. */
  | {
      readonly type: 'second-chances-planned';
      readonly batches: readonly { readonly index: number; readonly result: BatchResult }[];
    }
  /** A model takes no schema for its replies: they are asked for as some JSON object, or in words alone; or it takes no whole batch at once. */
  | { readonly type: 'room-found'; readonly model: string; readonly lines: number; readonly hasContext: boolean }
  | { readonly type: 'reply-form-lowered'; readonly model: string; readonly form: 'object' | 'free' }
  | { readonly type: 'reading-changed'; readonly reading: FilmReading | null }
  /** One with the same id is another one now. */
  | { readonly type: 'request-changed'; readonly ask: SuggestionRequest }
  /** `failure`: of the lines that have no text and are not in `again`, the requests that take its place. */
  | {
      readonly type: 'request-ended';
      readonly id: string;
      readonly texts: Readonly<Record<number, string>>;
      /** Numbers of the texts that began with a name, which was taken off. */
      readonly namesTaken: readonly number[];
      readonly failure: SuggestionFailure;
      readonly again: readonly SuggestionRequest[];
    }
  /** `index`: of the batch; null: of a reading of the film. */
  | { readonly type: 'tokens-used'; readonly index: number | null; readonly usage: TokenUsage }
  /** A call has ended that is paid for. */
  | { readonly type: 'call-paid'; readonly spent: readonly Spending[] }
  | { readonly type: 'run-paused'; readonly pause: Pause }
  /** What the failed request was sent with has changed. The run stays paused. */
  | { readonly type: 'refusal-outdated' }
  /** `byPerson`: batches with a second chance are sent again. By a person, or after an outage, so are all with a planned retry. */
  | { readonly type: 'run-resumed'; readonly byPerson: boolean }
  | { readonly type: 'pace-changed'; readonly pace: Pace | null };

/** What a finished batch was made with; undefined: that was not noted. */
export function madeWith({ batches, provenances }: RunState, index: number): Provenance | undefined {
  const batch = batches[index];
  return (isFinished(batch) && provenances[batch.provenance]) || undefined;
}

/** What the engine reads from its state: which batch is next, which wait, which have ended. All pure. */

/** The specification's word for the batch icon, and the batch item's `data-state`. */
export type BatchStatus = FilmBatch['state'];

export const hasBatches = (state: Pick<RunState, 'batches'>): boolean => state.batches.length > 0;

export interface Progress {
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  readonly loading: number;
  readonly waiting: number;
}

/** Number of batches by status. */
export function progress({ batches }: Pick<RunState, 'batches'>): Progress {
  const counts = { total: batches.length, ok: 0, failed: 0, loading: 0, waiting: 0 };
  for (const { state } of batches) counts[state]++;
  return counts;
}

/** A request is under way, which costs money: of a batch, for suggestions, or that reads the film. */
export const isCalling = (state: RunState): boolean =>
  progress(state).loading > 0 ||
  state.suggestionRequests.some(({ stage }) => stage !== 'waiting') ||
  state.reading?.stage === 'loading' ||
  state.reading?.stage === 'last';

/**
 * Of a run that a person has stopped: how many answers are under way that are still taken, those for suggestions among them. What was asked
 * for by hand since then is not stopped.
 */
export function stoppingAnswers({ paused, batches, suggestionRequests }: RunState): number {
  if (paused?.reason !== 'person') return 0;
  const lastCalls = batches.filter((batch) => batch.state === 'loading' && isLastCall(paused, batch)).length;
  return lastCalls + suggestionRequests.filter(({ stage }) => stage === 'last').length;
}

/** Whether the batch's call that is under way is its last one, since a person has stopped the run. */
export const isLastCall = (paused: Pause | null, batch: FilmBatch | undefined): boolean =>
  paused?.reason === 'person' && !isAsked(batch);

/** A person has asked for this batch. */
export const isAsked = (batch: FilmBatch | undefined): boolean => sendingOf(batch).turn === 'asked';

/** A batch is in flight or will start by itself; outputs are read-only meanwhile (specification, section 2). */
export const isPending = (state: RunState): boolean => progress(state).loading > 0 || nextBatch(state) !== undefined;

/** Pauses that end without a person. */
export const endsByItself = (paused: Pause | null): boolean =>
  paused?.reason === 'offline' || paused?.reason === 'outage';

/** The film is to be read now: before all batches, in a paused run, too. */
export const isReadingNext = ({ reading }: RunState): boolean => reading?.stage === 'waiting';

/** What a person has asked for single lines, and what may be sent next of it: in a paused run, too. */
export const nextSuggestionRequest = (state: RunState): SuggestionRequest | undefined =>
  state.suggestionRequests.find(({ stage }) => stage === 'waiting');

/** Something may start now, were the browser online. */
export const isAnyWaiting = (state: RunState): boolean =>
  isReadingNext(state) || (nextSuggestionRequest(state) ?? nextBatch(state)) !== undefined;

/**
 * The next batch of the run: first one that a person asked for, then as `nextUnasked` says. In a paused run only what a
 * person asked for may start; offline nothing may. undefined: none.
 */
export function nextBatch(state: RunState): number | undefined {
  const { batches, paused } = state;
  if (paused?.reason === 'offline') return undefined;
  const asked = batches.findIndex((batch) => batch.state === 'waiting' && batch.turn === 'asked');
  if (asked >= 0) return asked;
  return paused ? undefined : nextUnasked(state);
}

const RANKS = { asked: 1, next: 0, usual: 1, last: 2 } as const;

/** The batch that starts next without a person: one that needs another call, else one never started, else a second chance. */
function nextUnasked({ batches }: Pick<RunState, 'batches'>): number | undefined {
  let best: number | undefined;
  let bestRank: number = Number.POSITIVE_INFINITY;
  for (const [index, batch] of batches.entries()) {
    if (batch.state !== 'waiting') continue;
    const rank = RANKS[batch.turn];
    if (rank < bestRank) [best, bestRank] = [index, rank];
    if (rank === 0) break;
  }
  return best;
}

/** Whether the run will retry this failed batch by itself: no person has edited it. */
export const isRetryPlanned = (batch: FilmBatch | undefined): batch is FailedBatch & { readonly retry: Retry } =>
  batch?.state === 'failed' && batch.retry !== null && !batch.edited;

/** A batch that met an outage, or that the network failed, is no failed one to a person: the run tries it again by itself, and nothing needs to be pressed. */
export const statusShown = ({ paused }: Pick<RunState, 'paused'>, batch: FilmBatch | undefined): BatchStatus =>
  endsByItself(paused) && isRetryPlanned(batch) ? 'waiting' : (batch?.state ?? 'waiting');

/** The same as counts. */
export function progressShown(state: Pick<RunState, 'batches' | 'paused'>): Progress {
  const counts = progress(state);
  const again = endsByItself(state.paused) ? plannedRetries(state).length : 0;
  return again === 0 ? counts : { ...counts, failed: counts.failed - again, waiting: counts.waiting + again };
}

/** Something will be sent without a person's asking, now, later, or when a pause ends. */
export const isLeftToRun = (state: Pick<RunState, 'batches'>): boolean =>
  nextUnasked(state) !== undefined || state.batches.some((batch) => isRetryPlanned(batch) || hasSecondChance(batch));

/** Whether this failed batch is sent once more when the person resumes the run. */
export const hasSecondChance = (batch: FilmBatch | undefined): batch is FailedBatch =>
  batch?.state === 'failed' && batch.secondChance && !batch.edited;

/** The batches that the run will retry by itself, in order. */
export function plannedRetries({ batches }: Pick<RunState, 'batches'>): readonly number[] {
  const planned: number[] = [];
  // A loop, since this is asked after each change: a list for each of hundreds of batches would be garbage.
  for (const [index, batch] of batches.entries()) if (isRetryPlanned(batch)) planned.push(index);
  return planned;
}

/**
 * The batch that tries whether an outage is over, once the time has come (`now`: ms since 1970). Another one each time: a batch
 * with a fault of its own would keep the outage going for ever.
 */
export function nextTry(state: RunState, now: number): number | undefined {
  const { paused } = state;
  if (paused?.reason !== 'outage' || now < paused.nextTryAt) return undefined;
  const [first, ...others] = plannedRetries(state);
  const candidates = [first, nextUnasked(state), ...others].filter((index) => index !== undefined);
  return candidates[paused.tries % candidates.length];
}

/** A stored run with this many planned retries was in an outage. */
const MANY_RETRIES = 3;
export const wasInOutage = (state: RunState): boolean => plannedRetries(state).length >= MANY_RETRIES;

/** When the first planned retry is due, in ms since 1970; undefined: none is planned. */
export function nextRetryAt({ batches }: Pick<RunState, 'batches'>): number | undefined {
  const times = batches.flatMap((batch) => (isRetryPlanned(batch) ? [batch.retry.at] : []));
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Something is to be sent, now or later, without a further click. */
export function hasWork(state: RunState): boolean {
  const goesOn = state.paused === null || endsByItself(state.paused);
  return isAnyWaiting(state) || (goesOn && isLeftToRun(state));
}

/** Nothing is under way, and nothing more is sent before a person or a program asks for it. */
export const isOver = (state: RunState): boolean => !isCalling(state) && !hasWork(state);
