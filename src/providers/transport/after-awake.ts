import type { Clock } from '../../clock/clock.ts';

const TICK_MS = 5_000;

/**
 * Calls back once after the machine was awake for `durationMs`; returns the function that cancels the wait. The wait is counted in
 * short ticks, each for at most twice its length, so that an hour with the lid closed does not count as an hour of waiting.
 */
export function afterAwake(clock: Clock, durationMs: number, callback: () => void): () => void {
  let cancel = () => {};
  const wait = (leftMs: number) => {
    const tickMs = Math.min(TICK_MS, leftMs);
    const startedAt = clock.now();
    cancel = clock.after(tickMs, () => {
      const passedMs = clock.now() - startedAt;
      const countedMs = Math.min(Math.max(passedMs, tickMs), 2 * tickMs);
      if (countedMs >= leftMs) callback();
      else wait(leftMs - countedMs);
    });
  };
  wait(durationMs);
  return () => cancel();
}
