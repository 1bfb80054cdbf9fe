import { vi } from 'vitest';

// Taken before any test has put fake timers in its place.
const { setImmediate } = globalThis;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Far more than anything in the tests takes. */
const MOST_TURNS = 1_000;

/**
 * Calls `check` after each turn of the event loop until it throws nothing, and resolves with what it returned; in the end throws what `check` threw.
 * Fake timers advance by 50 ms in each turn. It counts turns and no real time, so that a busy machine changes nothing.
 * `within` runs each turn; a page's tests run it within `act`.
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  within: (turn: () => Promise<void>) => Promise<unknown> = (turn) => turn(),
): Promise<T> {
  for (let turns = 0; turns < MOST_TURNS; turns++) {
    try {
      return await check();
    } catch {
      await within(advance);
    }
  }
  return check();
}

async function advance(): Promise<void> {
  await vi.dynamicImportSettled();
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(50);
  await nextTurn();
}
