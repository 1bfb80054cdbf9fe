import { type Behaviour, type Call, refusedForPace, tokensOf, translatedJson } from './stand-in-call.ts';

/** Refuses a translation or lets it through (undefined). Other calls are always let through. */
export type Limit = (call: Call) => Behaviour | undefined;

/** At most so many at once; the next one gets 429 without a wait. */
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
  /** How much it holds; it starts full. */
  readonly size: number;
  /** Whether a refusal names the wait. */
  readonly waitReadable: boolean;
}

/** So many requests a minute, from a bucket that fills evenly. */
export const limitRequests = (bucket: Bucket): Limit => tokenBucket(bucket, () => 1);

/** So many tokens a minute, input and output together, four characters a token. */
export const limitTokens = (bucket: Bucket): Limit =>
  tokenBucket(bucket, (call) => tokensOf(JSON.stringify(call.body)) + tokensOf(translatedJson(call)));

const ROUNDING_MS = 0.001;

function tokenBucket({ perMinute, size, waitReadable }: Bucket, costOf: (call: Call) => number): Limit {
  let level = size;
  let filledAt: number | undefined;
  return (call) => {
    if (call.kind !== 'translate') return undefined;
    level = Math.min(size, level + ((call.at - (filledAt ?? call.at)) / 60_000) * perMinute);
    filledAt = call.at;
    // A call that costs more than the bucket holds would never get through.
    const cost = Math.min(costOf(call), size);
    const waitMs = ((cost - level) / perMinute) * 60_000;
    // Sums of fractions: who waited as long as was named must not be refused for a billionth.
    if (waitMs > ROUNDING_MS) return refusedForPace(waitReadable ? Math.ceil(waitMs - ROUNDING_MS) : undefined);
    level -= cost;
    return undefined;
  };
}
