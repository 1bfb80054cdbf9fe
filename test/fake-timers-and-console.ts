import { afterEach, beforeEach, vi } from 'vitest';

/** For each test of the file or block that calls it: time stands still, and the console is silent about errors that are provoked. */
export function fakeTimersAndConsole(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
