import { vi } from 'vitest';

// Taken before any test has put fake timers in its place.
const { setImmediate } = globalThis;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Far more than anything in the tests takes. */
const MOST_TURNS = 1_000;

/**
 * Calls `check` after each turn of the event loop until it throws nothing, and resolves with what it returned; in the end throws what `check` threw.
 * `pass` runs before each turn: missing, fake timers go on by 50 ms. It counts turns and no real time, so that a busy machine changes nothing.
 */
export async function eventually<T>(check: () => T | Promise<T>, pass: () => Promise<unknown> = advance): Promise<T> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    try {
      return await check();
    } catch {
      await vi.dynamicImportSettled();
      await pass();
      await turn();
    }
  }
  return check();
}

const advance = async () => {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(50);
};
