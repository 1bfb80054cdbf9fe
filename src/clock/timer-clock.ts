import type { Clock } from './clock.ts';

/** A clock on the thread's own timers, which browsers throttle in a hidden tab: for tests, and where no worker can start. */
export function createTimerClock(): Clock {
  return {
    now: () => Date.now(),
    timeOfDay: () => Date.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
  };
}
