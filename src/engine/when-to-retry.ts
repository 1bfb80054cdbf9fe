import type { BatchDetails } from './run-state.ts';

/** A batch that fails while others are answered is tried so often; from then on it is taken for its own fault. */
const MOST_TRIES = 6;
const FIRST_RETRY_MS = 2_000;
const FIRST_OUTAGE_TRY_MS = 30_000;
const LONGEST_WAIT_MS = 300_000;

/**
 * When a batch that failed through network or server is tried again by itself; undefined: not any more. What fails in an outage
 * counts for nothing: it is tried again when the outage is over. `now`: ms since the epoch.
 */
export function retryAfter(
  before: BatchDetails['retry'],
  now: number,
  inOutage: boolean,
): NonNullable<BatchDetails['retry']> | undefined {
  const tries = (before?.tries ?? 0) + (inOutage ? 0 : 1);
  if (tries > MOST_TRIES) return undefined;
  return { tries, at: now + Math.min(LONGEST_WAIT_MS, FIRST_RETRY_MS * 4 ** Math.max(0, tries - 1)) };
}

/** When the next batch is tried in an outage: after 30 s, then in pauses that grow to five minutes. */
export const nextTryAt = (tries: number, now: number): number =>
  now + Math.min(LONGEST_WAIT_MS, FIRST_OUTAGE_TRY_MS * 2 ** tries);
