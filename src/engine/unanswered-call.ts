import type { ProviderFailure } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import { nextTryAt, type Retry, retryAfter } from './retry/when-to-retry.ts';
import type { Pause, RunState } from './run-state.ts';
import { type FinishedStep, unfinished } from './translate-batch.ts';

export interface UnansweredCall {
  readonly batch: Batch;
  /** When the call was started, ms since the epoch; as `now`. */
  readonly startedAt: number;
  readonly failure: ProviderFailure;
  /** What came of the reply. */
  readonly text: string;
  readonly now: number;
  /** As many failed side by side as make an outage. */
  readonly isOutage: boolean;
  readonly answeredSince: (at: number) => boolean;
}

export interface UnansweredMeans {
  readonly step: FinishedStep;
  /** Missing: the batch is not tried again by itself any more. */
  readonly retry: Retry | undefined;
  /** An outage begins, or a try of one was in vain. */
  readonly pause: Pause | undefined;
}

/** What it means for its batch and for the run that network or server failed a call. Pure. */
export function unansweredCall({ details, paused }: RunState, call: UnansweredCall): UnansweredMeans {
  const { batch, failure, now, answeredSince } = call;
  const { kind, message } = failure;
  const { progress = {}, retry: before } = details[batch.index] ?? {};
  const outage = paused?.reason === 'outage' ? paused : undefined;
  const retry = retryAfter(before, { kind, now, inOutage: outage !== undefined, answeredSince });
  const step: FinishedStep = { ...unfinished(batch, progress, message, call.text), failure: kind };
  // Tried again by itself, the batch goes on where it was; only a person's Retry begins anew.
  const isBegun = Object.keys(progress).length > 0;

  const isVainTry = outage !== undefined && call.startedAt >= outage.nextTryAt;
  const begins = paused === null && call.isOutage;
  const tries = isVainTry ? outage.tries + 1 : 0;
  const pause: Pause = { reason: 'outage', kind, message, tries, nextTryAt: nextTryAt(tries, now) };
  return {
    step: retry && isBegun ? { ...step, progress } : step,
    retry,
    pause: isVainTry || begins ? pause : undefined,
  };
}
