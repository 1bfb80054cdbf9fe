import type { FailureKind } from '../../providers/provider.ts';
import type { BatchDetails } from '../state/run-state.ts';

export type Retry = NonNullable<BatchDetails['retry']>;

/** Tries of a batch that fails while other calls are answered; then the batch itself counts as the cause. */
const MOST_TRIES = 6;
/** Tries of a batch while nothing else is answered: the provider may be down, tries cost nothing, and these last three hours. */
const MOST_TRIES_UNKNOWN = 40;
const FIRST_RETRY_MS = 2_000;
const FIRST_OUTAGE_TRY_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;

export interface FailedTry {
  readonly kind: FailureKind;
  /** In ms since 1970. */
  readonly now: number;
  /** Tries in an outage are not counted: all batches are retried when the outage is over. */
  readonly inOutage: boolean;
  /** Whether another call has been answered since `at`, in ms since 1970. */
  readonly answeredSince: (at: number) => boolean;
}

/** When a batch that network or server failed is retried; undefined: never again. */
export function retryAfter(before: Retry | undefined, failed: FailedTry): Retry | undefined {
  const { kind, now, inOutage, answeredSince } = failed;
  const since = before?.since ?? now;
  const tries = (before?.tries ?? 0) + (inOutage ? 0 : 1);
  // A call that timed out may have been paid for.
  const most = kind === 'timeout' || answeredSince(since) ? MOST_TRIES : MOST_TRIES_UNKNOWN;
  if (tries > most) return undefined;
  return { since, tries, at: now + Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 4 ** Math.max(0, tries - 1)) };
}

/** When the next batch is tried in an outage: after 30 s, then after waits that double up to five minutes. */
export const nextTryAt = (tries: number, now: number): number =>
  now + Math.min(LONGEST_WAIT_MS, FIRST_OUTAGE_TRY_MS * 2 ** tries);
