import { type BucketOptions, createTokenBucket } from '../test/token-bucket.ts';

/** What a simulated provider allows; a missing limit allows everything. */
export interface LimitOptions {
  /** How many requests the provider accepts at once. */
  readonly atOnce?: number;
  /** A token bucket; `cost` of a request with so many output tokens, default 1. */
  readonly bucket?: BucketOptions & { readonly cost?: (tokens: number) => number };
  /** `size` requests in each window of `everyMs` milliseconds. */
  readonly window?: { readonly size: number; readonly everyMs: number };
  /** The wait that a refusal names: the true one, none, or always this many milliseconds. */
  readonly namedWait?: 'true' | 'hidden' | number;
}

type Admission =
  | { readonly refused: true; readonly waitMs: number | undefined }
  | { readonly refused: false; readonly release: () => void };

/** The wait in ms until a request at `now` with so many tokens is accepted; 0: it is accepted and counted. */
type Meter = (now: number, tokens: number) => number;

/** The returned function is called at each request's arrival, with `now` in ms of the simulation. */
export function createLimit(options: LimitOptions): (now: number, tokens: number) => Admission {
  const { atOnce = Number.POSITIVE_INFINITY, namedWait } = options;
  const meters = [createBucket(options.bucket), createWindow(options.window)];
  let active = 0;
  const refuse = (trueMs: number): Admission => {
    if (namedWait === undefined || namedWait === 'hidden') return { refused: true, waitMs: undefined };
    return { refused: true, waitMs: namedWait === 'true' ? Math.ceil(trueMs) : namedWait };
  };
  return (now, tokens) => {
    if (active >= atOnce) return refuse(1000);
    for (const meter of meters) {
      const waitMs = meter(now, tokens);
      if (waitMs > 0) return refuse(waitMs);
    }
    active++;
    return { refused: false, release: () => void active-- };
  };
}

function createBucket(bucket: LimitOptions['bucket']): Meter {
  if (bucket === undefined) return () => 0;
  const waitMs = createTokenBucket(bucket);
  return (now, tokens) => waitMs(now, bucket.cost?.(tokens) ?? 1);
}

function createWindow(window: LimitOptions['window']): Meter {
  if (window === undefined) return () => 0;
  let current = 0;
  let taken = 0;
  return (now) => {
    const index = Math.floor(now / window.everyMs);
    if (index > current) {
      current = index;
      taken = 0;
    }
    if (taken >= window.size) return (index + 1) * window.everyMs - now;
    taken++;
    return 0;
  };
}
