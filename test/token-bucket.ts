/** The capacity and speed of a bucket. */
export interface BucketOptions {
  /** The capacity. The bucket is full at the start. */
  readonly size: number;
  /** Milliseconds until the bucket gains one token. It fills evenly. */
  readonly refillMs: number;
}

/** Allows for rounding errors, so that a request after exactly the named wait is not refused. */
const ROUNDING_MS = 0.001;

/** The returned function gives the wait in ms until the bucket contains `cost`. If the wait is 0, it deducts the cost. `now`, in ms, never decreases. */
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
