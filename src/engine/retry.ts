import type { Clock } from '../clock/clock.ts';
import type { EndpointId } from '../providers/endpoints.ts';
import { effectOf } from '../providers/failure-kinds.ts';
import { isLoadingModel } from '../providers/models.ts';
import type { ProviderFailure, TokenUsage } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import { type BatchProgress, isBegun, type Retry, sendingOf } from './batch.ts';
import { inLessTime } from './batch-calls.ts';
import type { FilmOfRun } from './job.ts';
import { type FinishedStep, unfinished } from './run-reducer.ts';
import {
  isLeftToRun,
  isRetryPlanned,
  nextRetryAt,
  type Pause,
  type PauseKind,
  plannedRetries,
  progress,
  type RunState,
} from './run-state.ts';

/** Most tries of a batch that fails while other calls are answered. After them, the batch itself counts as the cause. */
const MOST_TRIES = 6;

/** Most tries of a batch with empty answers: each answer is paid for. */
const MOST_EMPTY_TRIES = 2;

/** Most tries of a batch while no other call is answered: the provider may be down, and tries cost nothing. They take about three hours. */
const MOST_TRIES_UNKNOWN = 40;

const FIRST_RETRY_MS = 2_000;

const FIRST_OUTAGE_TRY_MS = 30_000;

/** Longest wait between two tries, of a batch or of an outage. */
const LONGEST_WAIT_MS = 300_000;

interface UnansweredCall {
  readonly batch: Batch;
  /** The batch's progress, including what this call brought. */
  readonly progress: BatchProgress;
  /** When the call was sent, in ms since 1970. */
  readonly startedAt: number;
  readonly failure: ProviderFailure;
  /** The endpoint of the call. undefined: not recorded. */
  readonly endpoint: EndpointId | undefined;
  /** The part of the reply that came. */
  readonly text: string;
  /** undefined: the provider reported no usage. */
  readonly usage: TokenUsage | undefined;
  readonly now: number;
  /** True if so many calls failed in a row that this is an outage. */
  readonly isOutage: boolean;
  /** True if another call has been answered since `at`, in ms since 1970. */
  readonly answeredSince: (at: number) => boolean;
}

/**
 * Decides what a network or server failure means for its batch and the run. Without `retry` the batch is not retried. A `pause` is set when an outage begins,
 * and after each failed try in it. If the tries may be paid for, the last of MOST_TRIES pauses the run until the person resumes. Pure.
 */
export function decideRetry({ batches, paused }: RunState, call: UnansweredCall) {
  const { batch, failure, endpoint, now } = call;
  const { kind, message } = failure;
  const { retry: before } = sendingOf(batches[batch.index]);
  const progress = kind === 'timeout' ? inLessTime(batch, call.progress, before) : call.progress;
  const outage = paused?.reason === 'outage' ? paused : undefined;
  const retry = retryAfter(before, call, outage !== undefined);
  const step: FinishedStep = unfinished(batch, call.progress, kind, message, call.text);

  const isFailedTry = outage !== undefined && call.startedAt >= outage.nextTryAt;
  const begins = paused === null && call.isOutage;
  const tries = isFailedTry ? outage.tries + 1 : 0;
  const isPaidInVain = isFailedTry && tries >= MOST_TRIES && isAnswered(call) && outage.message === message;
  const pause: Pause = isPaidInVain
    ? { reason: 'failure', kind, message }
    : { reason: 'outage', kind, message, tries, nextTryAt: nextTryAt(failure, tries, now), endpoint };
  return {
    // An automatic retry continues where the batch was. A person's Retry asks for all missing phrases.
    step: retry && isBegun(progress) ? { ...step, progress } : step,
    retry,
    pause: isFailedTry || begins ? pause : undefined,
  };
}

/** When to retry a batch that got an empty answer without an error, as Google sometimes sends. null: no more retries. */
export const retryAfterEmpty = (before: Retry | null, now: number): Retry | null =>
  nextRetry(before, now, (before?.tries ?? 0) + 1, MOST_EMPTY_TRIES);

/** When to retry the batch; null: no more retries. Tries during an outage are not counted, because the run retries all batches when the outage ends. */
function retryAfter(before: Retry | null, call: UnansweredCall, inOutage: boolean): Retry | null {
  const { failure, now, answeredSince } = call;
  const since = before?.since ?? now;
  const tries = (before?.tries ?? 0) + (inOutage ? 0 : 1);
  const mayBePaid = failure.kind === 'timeout' || isAnswered(call);
  const most = mayBePaid || answeredSince(since) ? MOST_TRIES : MOST_TRIES_UNKNOWN;
  return nextRetry(before, now, tries, most);
}

/** True if the provider had begun to answer; the answer may be billed. */
const isAnswered = ({ failure, text, usage }: UnansweredCall): boolean =>
  failure.status === 200 || text !== '' || usage !== undefined;

function nextRetry(before: Retry | null, now: number, tries: number, most: number): Retry | null {
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 4 ** Math.max(0, tries - 1));
  return tries > most ? null : { since: before?.since ?? now, tries, at: now + waitMs };
}

/**
 * When an outage gets its next try: after 30 s, then after waits that double up to five minutes. A server that is loading its model is tried every 30 s,
 * because it answers at once.
 */
const nextTryAt = (failure: ProviderFailure, tries: number, now: number): number =>
  now + Math.min(isLoadingModel(failure) ? FIRST_OUTAGE_TRY_MS : LONGEST_WAIT_MS, FIRST_OUTAGE_TRY_MS * 2 ** tries);

/**
 * Pauses that a change of the model may end. If the person resumes with the same model, it may fail every batch again, so the run then sends one batch at a
 * time.
 */
export const mayBeTheModel = (kind: PauseKind): boolean =>
  kind === 'no-room' ||
  kind === 'differences' ||
  kind === 'refused-for-long' ||
  (kind !== 'chunk' && kind !== 'limit' && effectOf(kind) === 'fail-batch');

/** Failures of the key, the account, the model or the limit of money: all films share these. */
const holdsForAllFilms = (pause: Pause | null): pause is Extract<Pause, { reason: 'failure' }> => {
  if (pause?.reason !== 'failure') return false;
  const { kind } = pause;
  if (kind === 'chunk' || kind === 'no-room' || kind === 'differences') return false;
  return kind === 'limit' || effectOf(kind) === 'pause-run';
};

/** True if the same failure pauses both films. */
export const isHeldAlike = (one: Pause | null, other: Pause | null): boolean =>
  holdsForAllFilms(one) && holdsForAllFilms(other) && one.kind === other.kind && one.message === other.message;

/** All films share one key and one limit of money. Films of one run also share prompt, model and provider. */
export const holdsForOthers = (pause: Pause, isOneRun: boolean): boolean =>
  isOneRun ? pause.reason === 'failure' || pause.reason === 'outage' : holdsForAllFilms(pause);

interface RetryTimerOptions extends Pick<FilmOfRun, 'getState' | 'subscribe' | 'dispatch'> {
  readonly clock: Clock;
  /** Called when a retry is due. */
  readonly onDue: () => void;
}

/**
 * Wakes the run when a failed batch, or the next try of an outage, is due. It has one timer, which each change of the state sets again. The returned function
 * stops it.
 */
export function createRetryTimer({ getState, subscribe, dispatch, clock, onDue }: RetryTimerOptions): () => void {
  let cancel = () => {};
  let planned: number | undefined;
  /** When `planned` is due. It is due sooner if the time of day was set back between two visits of the page. */
  let dueAt = 0;

  function plan(): void {
    const at = nextWakeAt(getState());
    if (at === planned) return;
    cancel();
    planned = at;
    if (at === undefined) return;
    const now = clock.now();
    dueAt = Math.min(at, now + LONGEST_WAIT_MS);
    cancel = clock.after(Math.max(0, dueAt - now), wake);
  }

  function wake(): void {
    const state = getState();
    const now = clock.now();
    if (now < dueAt) {
      // A timer may fire slightly early.
      cancel = clock.after(dueAt - now, wake);
      return;
    }
    if (isOutageForNothing(state)) dispatch({ type: 'run-resumed', byPerson: false });
    const until = Math.max(now, planned ?? now);
    const isDue = (index: number) => {
      const batch = state.batches[index];
      return isRetryPlanned(batch) && batch.retry.at <= until;
    };
    const indexes = plannedRetries(state).filter(isDue);
    if (state.paused === null && indexes.length > 0) dispatch({ type: 'retries-due', indexes });
    onDue();
  }

  const unsubscribe = subscribe(plan);
  plan();
  return () => {
    unsubscribe();
    cancel();
  };
}

/** True if no batch is in flight or waiting, so the outage blocks nothing. */
const isOutageForNothing = (state: RunState): boolean =>
  state.paused?.reason === 'outage' && progress(state).loading === 0 && !isLeftToRun(state);

/** When the run must wake, in ms since 1970. undefined: there is nothing to wait for. */
function nextWakeAt(state: RunState): number | undefined {
  const { paused } = state;
  if (paused?.reason === 'outage') return isOutageForNothing(state) ? 0 : paused.nextTryAt;
  return paused ? undefined : nextRetryAt(state);
}
