import type { Clock } from './clock.ts';

/** The thread's own timers: for tests, and where no worker can be had. A browser throttles them in a hidden tab. */
export function createTimerClock(): Clock {
  return {
    now: () => Date.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
