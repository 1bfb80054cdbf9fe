import { afterEach, vi } from 'vitest';

/**
 * Test files share a thread (isolate: false), so each test restores real timers, spies and globals. This must be the last setup file: its afterEach then runs
 * first.
 */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
