import { afterEach, vi } from 'vitest';

/**
 * Test files share a thread (isolate: false), so each test restores real timers, spies and globals. This must be the last setup file: its afterEach then runs
 * first.
 */
afterEach(() => {
  // Spies first: a spy on a fake timer would otherwise put the fake timer back.
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
