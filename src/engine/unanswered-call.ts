import type { EndpointId, ProviderFailure } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import { nextTryAt, type Retry, retryAfter } from './retry/when-to-retry.ts';
import type { Pause, RunState } from './state/run-state.ts';
import { type FinishedStep, unfinished } from './unfinished.ts';

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
  const { batch, failure, endpoint, now, answeredSince } = call;
  const { kind, message } = failure;
  const { progress = {}, retry: before } = details[batch.index] ?? {};
  const outage = paused?.reason === 'outage' ? paused : undefined;
  const retry = retryAfter(before, { kind, now, inOutage: outage !== undefined, answeredSince });
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
