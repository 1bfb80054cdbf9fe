import { vi } from 'vitest';

// The real function, saved before tests install fake timers.
const { setImmediate } = globalThis;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Many more turns than any test needs. */
const MOST_TURNS = 1_000;

/**
 * Calls `check` after each turn of the event loop until it does not throw, and returns its result. After the last turn it throws the last error. Fake timers
 * advance by 50 ms per turn. It counts turns instead of real time, so a busy computer makes no difference. `within` runs each turn; page tests pass `act`.
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
