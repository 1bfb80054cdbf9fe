import { type Limit, limitAtOnce, limitRequests, limitTokens } from '../test/stand-in-limits.ts';

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

/** Chromium keeps no more requests than that on their way to one host, whatever the server allows. */
const BROWSER_AT_ONCE = 256;

/**
 * The least time in ms that latency and limit allow for these batches, one call each: what one would need who knows
 * the limit. 0 for none. Faults are not counted in, so with them even the best run is above it.
 */
export function leastMs(pace: Pace, batches: readonly AnsweredBatch[]): number {
  if (batches.length === 0) return 0;
  const longestMs = Math.max(...batches.map(({ latencyMs }) => latencyMs));
  switch (pace.kind) {
    case 'no-limit':
      return batches.length > BROWSER_AT_ONCE ? roundsMs(batches, BROWSER_AT_ONCE) : longestMs;
    case 'at-once':
      return roundsMs(batches, pace.most);
    case 'requests':
      return longestMs + refillMs(pace, batches.length);
    case 'tokens': {
      const tokens = sumOf(batches, (batch) => batch.tokens);
      return longestMs + refillMs(pace, tokens);
    }
  }
}

/** So many at once, round by round. */
const roundsMs = (batches: readonly AnsweredBatch[], most: number): number =>
  (Math.ceil(batches.length / most) * sumOf(batches, ({ latencyMs }) => latencyMs)) / batches.length;

/** How long a full bucket takes to give that much. */
const refillMs = ({ perMinute, bucket }: { readonly perMinute: number; readonly bucket: number }, amount: number) =>
  (Math.max(0, amount - bucket) / perMinute) * 60_000;

const sumOf = (batches: readonly AnsweredBatch[], read: (batch: AnsweredBatch) => number): number =>
  batches.reduce((sum, batch) => sum + read(batch), 0);
