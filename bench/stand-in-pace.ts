import { type Limit, limitAtOnce, limitRequests, limitTokens } from '../test/stand-in-limits.ts';

/** The stand-in's limit. */
export type Pace =
  | { readonly kind: 'no-limit' }
  | { readonly kind: 'at-once'; readonly most: number }
  | {
      readonly kind: 'requests' | 'tokens';
      readonly perMinute: number;
      readonly bucket: number;
      readonly waitReadable: boolean;
    };

/** A new limit, for one run. */
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

/** One answered batch: the duration of its answer in ms, and its cost in tokens of the limit. */
export interface AnsweredBatch {
  readonly latencyMs: number;
  readonly tokens: number;
}

/** Chromium keeps at most this many requests to one host in flight, whatever the server allows. */
const BROWSER_AT_ONCE = 256;

/**
 * The least time in ms that latency and limit allow for these batches, with one call each, to somebody who knows the limit; 0 without
 * batches. Faults are not included, so with faults even the best run takes longer.
 */
export function leastMs(pace: Pace, batches: readonly AnsweredBatch[]): number {
  if (batches.length === 0) return 0;
  const longestMs = Math.max(...batches.map(({ latencyMs }) => latencyMs));
  switch (pace.kind) {
    case 'no-limit':
      return Math.ceil(batches.length / BROWSER_AT_ONCE) * longestMs;
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

/** The time for these batches in rounds of at most `most` requests at once. */
const roundsMs = (batches: readonly AnsweredBatch[], most: number): number =>
  (Math.ceil(batches.length / most) * sumOf(batches, ({ latencyMs }) => latencyMs)) / batches.length;

/** How long a full bucket takes to provide `amount`. */
const refillMs = ({ perMinute, bucket }: { readonly perMinute: number; readonly bucket: number }, amount: number) =>
  (Math.max(0, amount - bucket) / perMinute) * 60_000;

const sumOf = (batches: readonly AnsweredBatch[], read: (batch: AnsweredBatch) => number): number =>
  batches.reduce((sum, batch) => sum + read(batch), 0);
