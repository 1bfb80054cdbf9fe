import { afterEach, vi } from 'vitest';

/** Test files share a thread (isolate: false): each test leaves it with real timers, no spies and no stubbed globals. The last setup file, so that this comes first. */
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
