import { type Limit, limitAtOnce, limitRequests, limitTokens } from '../test/stand-in-limits.ts';
import { type Call, tokensOf, translatedJson } from '../test/stand-in-call.ts';

/** What the stand-in allows. */
export type Pace =
  | { readonly kind: 'no-limit' }
  | { readonly kind: 'at-once'; readonly most: number }
  | {
      readonly kind: 'requests' | 'tokens';
      readonly perMinute: number;
      readonly bucket: number;
      readonly waitReadable: boolean;
    };

/** A fresh limit for one run. */
export function limitOf(pace: Pace): Limit {
  switch (pace.kind) {
    case 'no-limit':
      return () => undefined;
    case 'at-once':
      return limitAtOnce(pace.most);
    case 'requests':
      return limitRequests({ ...pace, size: pace.bucket });
    case 'tokens':
      return limitTokens({ ...pace, size: pace.bucket });
  }
}

/** Of one answered batch: how long its answer takes in ms, and what it costs of a limit in tokens. */
export interface AnsweredBatch {
  readonly latencyMs: number;
  readonly tokens: number;
}

/** As the stand-in counts them: input and output together. */
export const tokensOfCall = (call: Call): number =>
  tokensOf(JSON.stringify(call.body)) + tokensOf(translatedJson(call));

/**
 * The least time in ms that latency and limit allow for these batches, one call each: what one would need who knows
 * the limit. Faults are not counted in, so with them even the best run is above it.
 */
export function leastMs(pace: Pace, batches: readonly AnsweredBatch[]): number {
  const longestMs = Math.max(...batches.map(({ latencyMs }) => latencyMs));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  switch (pace.kind) {
    case 'no-limit':
      return longestMs;
    case 'at-once':
      return Math.ceil(batches.length / pace.most) * (sum(batches.map(({ latencyMs }) => latencyMs)) / batches.length);
    case 'requests':
      return Math.max(0, batches.length - pace.bucket) * (60_000 / pace.perMinute) + longestMs;
    case 'tokens': {
      const overMs = (sum(batches.map(({ tokens }) => tokens)) - pace.bucket) * (60_000 / pace.perMinute);
      return Math.max(0, overMs) + longestMs;
    }
  }
}
