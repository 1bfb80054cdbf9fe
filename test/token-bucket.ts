/** A bucket's capacity and speed. */
export interface BucketOptions {
  /** The capacity; the bucket starts full. */
  readonly size: number;
  /** Milliseconds until the bucket has one more; it fills evenly. */
  readonly refillMs: number;
}

/** Tolerates rounding errors: after the named wait a request must not be refused for a billionth. */
const ROUNDING_MS = 0.001;

/** The returned function gives the wait in ms until the bucket holds `cost`; 0: the cost is taken. `now`, in ms, never decreases. */
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
