const HONOURED_BELOW_MS = 60_000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const JITTER = 0.25;

/**
 * Milliseconds to wait before the next attempt (specification, section 9): the wait that the provider named,
 * if under 60 s; else 0.5 s, doubled for each retry up to 8 s, less up to a quarter.
 * @param retries how many retries were made before
 * @param random gives a number from 0 up to 1
 */
export function retryDelayMs(namedWaitMs: number | undefined, retries: number, random: () => number): number {
  if (namedWaitMs !== undefined && namedWaitMs < HONOURED_BELOW_MS) return namedWaitMs;
  return Math.min(FIRST_DELAY_MS * 2 ** retries, LONGEST_DELAY_MS) * (1 - random() * JITTER);
}
