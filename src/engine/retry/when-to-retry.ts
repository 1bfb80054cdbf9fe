import type { FailureKind } from '../../providers/provider.ts';
import type { BatchDetails } from '../run-state.ts';

export type Retry = NonNullable<BatchDetails['retry']>;

/** A batch that fails although other calls are answered is tried so often: from then on it is taken for its own fault. */
const MOST_TRIES = 6;
/** A lone batch may fail because the provider is down. Its tries cost nothing, and these last for three hours. */
const MOST_TRIES_UNKNOWN = 40;
const FIRST_RETRY_MS = 2_000;
const FIRST_OUTAGE_TRY_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;

export interface FailedTry {
  readonly kind: FailureKind;
  /** ms since the epoch. */
  readonly now: number;
  /** In an outage nothing is counted: all is tried again when the outage is over. */
  readonly inOutage: boolean;
  /** Whether another call has been answered since then, ms since the epoch. */
  readonly answeredSince: (at: number) => boolean;
}

/** When a batch that failed through network or server is tried again by itself; undefined: not any more. */
export function retryAfter(before: Retry | undefined, failed: FailedTry): Retry | undefined {
  const { kind, now, inOutage, answeredSince } = failed;
  const since = before?.since ?? now;
  const tries = (before?.tries ?? 0) + (inOutage ? 0 : 1);
  // A call that ran out of time may have been paid for.
  const most = kind === 'timeout' || answeredSince(since) ? MOST_TRIES : MOST_TRIES_UNKNOWN;
  if (tries > most) return undefined;
  return { since, tries, at: now + Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 4 ** Math.max(0, tries - 1)) };
}

/** When the next batch is tried in an outage: after 30 s, then in pauses that grow to five minutes. */
export const nextTryAt = (tries: number, now: number): number =>
  now + Math.min(LONGEST_WAIT_MS, FIRST_OUTAGE_TRY_MS * 2 ** tries);
