import { beforeEach, vi } from 'vitest';

/** For each test of the file or block that calls this function: fake timers, and a console that keeps provoked errors silent. */
export function fakeTimersAndConsole(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, 'error').mockImplementation(() => {});
  });
}
