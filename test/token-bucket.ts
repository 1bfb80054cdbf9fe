/** What a bucket holds, and how fast it fills. */
export interface BucketOptions {
  /** How much it holds; it starts full. */
  readonly size: number;
  /** Milliseconds until there is one more in it; it fills evenly. */
  readonly refillMs: number;
}

/** Sums of fractions: who waited as long as was named must not be refused for a billionth. */
const ROUNDING_MS = 0.001;

/**
 * Gives, for what costs so much at a time `now` in ms, the wait in ms until there is enough; 0: there is, and it is taken.
 * The times never run backwards.
 */
export function createTokenBucket({ size, refillMs }: BucketOptions): (now: number, cost: number) => number {
  let level = size;
  let filledAt: number | undefined;
  return (now, cost) => {
    level = Math.min(size, level + (now - (filledAt ?? now)) / refillMs);
    filledAt = now;
    const waitMs = (cost - level) * refillMs;
    if (waitMs > ROUNDING_MS) return waitMs - ROUNDING_MS;
    level -= cost;
    return 0;
  };
}
