import { type Behaviour, type Call, refusedForPace, tokensOf, translatedJson } from './stand-in-call.ts';
import { createTokenBucket } from './token-bucket.ts';

/** Refuses a translation, or returns undefined to accept it. Other calls are not limited. */
export type Limit = (call: Call) => Behaviour | undefined;

/** Accepts `most` requests at once. More get a 429 without a wait. */
export function limitAtOnce(most: number): Limit {
  let running: Call[] = [];
  return (call) => {
    if (call.kind !== 'translate') return undefined;
    running = running.filter(({ endedAt }) => endedAt === undefined);
    if (running.length >= most) return refusedForPace();
    running.push(call);
    return undefined;
  };
}

interface Bucket {
  readonly perMinute: number;
  /** The capacity of the bucket. It is full at the start. */
  readonly size: number;
  /** Whether a refusal names the wait. */
  readonly waitReadable: boolean;
}

/** A limit of requests per minute, as a token bucket. */
export const limitRequests = (bucket: Bucket): Limit => limitBy(bucket, () => 1);

/** A limit of tokens per minute, counted by `tokensOfCall`. */
export const limitTokens = (bucket: Bucket): Limit => limitBy(bucket, tokensOfCall);

/** Input and output together, with four characters per token. */
export const tokensOfCall = (call: Call): number =>
  tokensOf(JSON.stringify(call.body)) + tokensOf(translatedJson(call));

function limitBy({ perMinute, size, waitReadable }: Bucket, costOf: (call: Call) => number): Limit {
  const bucket = createTokenBucket({ size, refillMs: 60_000 / perMinute });
  return (call) => {
    if (call.kind !== 'translate') return undefined;
    // The cost is limited to the capacity: a more expensive call would never be accepted.
    const waitMs = bucket(call.at, Math.min(costOf(call), size));
    return waitMs > 0 ? refusedForPace(waitReadable ? Math.ceil(waitMs) : undefined) : undefined;
  };
}
