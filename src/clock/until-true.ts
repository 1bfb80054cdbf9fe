import type { Clock } from './clock.ts';

const CHECK_EVERY_MS = 20;

/** Resolves when `isTrue` says so, or after `mostMs` milliseconds. Checks every 20 ms: for what no event tells of. */
export function untilTrue(isTrue: () => boolean, mostMs: number, after: Clock['after']): Promise<void> {
  return new Promise((resolve) => {
    function check(leftMs: number): void {
      if (isTrue() || leftMs <= 0) return resolve();
      after(CHECK_EVERY_MS, () => check(leftMs - CHECK_EVERY_MS));
    }
    check(mostMs);
  });
}
