import type { Clock } from './clock.ts';

const LOOK_EVERY_MS = 20;

/** Resolves when `isTrue` says so, or after `mostMs` milliseconds. Looks every 20 ms: for what no event tells of. */
export function untilTrue(isTrue: () => boolean, mostMs: number, after: Clock['after']): Promise<void> {
  return new Promise((resolve) => {
    function look(leftMs: number): void {
      if (isTrue() || leftMs <= 0) return resolve();
      after(LOOK_EVERY_MS, () => look(leftMs - LOOK_EVERY_MS));
    }
    look(mostMs);
  });
}
