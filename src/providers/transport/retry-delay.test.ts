import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const noJitter = () => 0;

describe('retryDelayMs', () => {
  it('[S9.6] doubles from half a second to eight seconds', () => {
    const delays = [0, 1, 2, 3, 4, 5, 6].map((retries) => retryDelayMs(undefined, retries, noJitter));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it('[S9.6] takes off up to a quarter', () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat(20), random, (retries, fraction) => {
        const full = retryDelayMs(undefined, retries, noJitter);
        const delayMs = retryDelayMs(undefined, retries, () => fraction);
        expect(delayMs).toBeLessThanOrEqual(full);
        expect(delayMs).toBeGreaterThanOrEqual(full * 0.75);
      }),
    );
    expect(retryDelayMs(undefined, 0, () => 0.5)).toBe(437.5);
  });

  it.each([
    [0, 0],
    [3_000, 3_000],
    [59_999, 59_999],
    [60_000, 500],
    [3_600_000, 500],
  ])('[S9.6] takes a named wait of %d ms for %d ms', (named, expected) => {
    expect(retryDelayMs(named, 0, noJitter)).toBe(expected);
  });
});
