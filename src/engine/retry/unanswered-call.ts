import type { EndpointId, ProviderFailure } from '../../providers/provider.ts';
import type { Batch } from '../../translation/batch.ts';
import type { BatchDetails, Pause, RunState } from '../state/run-state.ts';
import { type FinishedStep, unfinished } from '../unfinished.ts';

export type Retry = NonNullable<BatchDetails['retry']>;

/** Tries of a batch that fails while other calls are answered; then the batch itself counts as the cause. */
const MOST_TRIES = 6;
/** Tries of a batch while nothing else is answered: the provider may be down, tries cost nothing, and these last three hours. */
const MOST_TRIES_UNKNOWN = 40;
const FIRST_RETRY_MS = 2_000;
const FIRST_OUTAGE_TRY_MS = 30_000;
/** Between two tries of a batch, or of an outage. */
export const LONGEST_WAIT_MS = 300_000;

export interface UnansweredCall {
  readonly batch: Batch;
  /** When the call was sent, in ms since 1970. */
  readonly startedAt: number;
  readonly failure: ProviderFailure;
  /** Who was called; undefined: that was not noted. */
  readonly endpoint?: EndpointId | undefined;
  /** The part of the reply that came. */
  readonly text: string;
  readonly now: number;
  /** So many calls failed in a row that this is an outage. */
  readonly isOutage: boolean;
  /** Whether another call has been answered since `at`, in ms since 1970. */
  readonly answeredSince: (at: number) => boolean;
}

export interface UnansweredMeans {
  readonly step: FinishedStep;
  /** undefined: the batch is not retried any more. */
  readonly retry: Retry | undefined;
  /** Set when an outage begins, or when a try in an outage has failed. */
  readonly pause: Pause | undefined;
}

/** What it means for a batch and the run that network or server failed a call. Pure. */
export function unansweredCall({ details, paused }: RunState, call: UnansweredCall): UnansweredMeans {
  const { batch, failure, endpoint, now } = call;
  const { kind, message } = failure;
  const { progress = {}, retry: before } = details[batch.index] ?? {};
  const outage = paused?.reason === 'outage' ? paused : undefined;
  const retry = retryAfter(before, call, outage !== undefined);
  const step: FinishedStep = { ...unfinished(batch, progress, message, call.text), failure: kind };
  // An automatic retry continues where the batch was; only a person's Retry starts anew.
  const isBegun = Object.keys(progress).length > 0;

  const isFailedTry = outage !== undefined && call.startedAt >= outage.nextTryAt;
  const begins = paused === null && call.isOutage;
  const tries = isFailedTry ? outage.tries + 1 : 0;
  const pause: Pause = { reason: 'outage', kind, message, tries, nextTryAt: nextTryAt(tries, now), endpoint };
  return {
    step: retry && isBegun ? { ...step, progress } : step,
    retry,
    pause: isFailedTry || begins ? pause : undefined,
  };
}

/** When the batch is retried; undefined: never again. Tries in an outage are not counted: all batches are retried when it is over. */
function retryAfter(
  before: Retry | undefined,
  { failure, now, answeredSince }: UnansweredCall,
  inOutage: boolean,
): Retry | undefined {
  const since = before?.since ?? now;
  const tries = (before?.tries ?? 0) + (inOutage ? 0 : 1);
  // A call that timed out may have been paid for.
  const most = failure.kind === 'timeout' || answeredSince(since) ? MOST_TRIES : MOST_TRIES_UNKNOWN;
  if (tries > most) return undefined;
  return { since, tries, at: now + Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 4 ** Math.max(0, tries - 1)) };
}

/** When the next batch is tried in an outage: after 30 s, then after waits that double up to five minutes. */
const nextTryAt = (tries: number, now: number): number =>
  now + Math.min(LONGEST_WAIT_MS, FIRST_OUTAGE_TRY_MS * 2 ** tries);
