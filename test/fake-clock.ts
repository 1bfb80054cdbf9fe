import type { Clock } from '../src/clock/clock.ts';

/** A clock driven by hand. For code that has other timers too, use `fakeTimerClock` of session-harness.ts. */
export interface FakeClock extends Clock {
  /** The pending delays in ms from now, soonest first. */
  waits(): readonly number[];
  /** Lets time pass; calls what comes due at its own time, including what is added on the way. */
  advance(ms: number): void;
  /** Lets time pass until the soonest delay ends, and calls its callback. False: nothing is pending. */
  step(): boolean;
  /** The machine sleeps: the clock jumps, and everything that came due meanwhile is called late, at the end. */
  sleep(ms: number): void;
  /** Somebody sets the computer's time of day by `ms`; what has passed stays as it was. */
  setTimeOfDay(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export function createFakeClock(startAt = 1_800_000_000_000): FakeClock {
  /** Soonest first; equal times in the order in which they were added. */
  let timers: readonly Timer[] = [];
  let now = startAt;
  let setBy = 0;
  const fire = (timer: Timer) => {
    if (!timers.includes(timer)) return;
    timers = timers.filter((other) => other !== timer);
    timer.callback();
  };
  const step = () => {
    const [next] = timers;
    if (next === undefined) return false;
    now = Math.max(now, next.at);
    fire(next);
    return true;
  };

  return {
    now: () => now,
    timeOfDay: () => now + setBy,
    setTimeOfDay(ms) {
      setBy += ms;
    },
    after(delayMs, callback) {
      const timer = { at: now + Math.max(0, delayMs), callback };
      timers = timers.toSpliced(timers.findLastIndex(({ at }) => at <= timer.at) + 1, 0, timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    waits: () => timers.map(({ at }) => at - now),
    advance(ms) {
      const end = now + ms;
      while (timers[0] !== undefined && timers[0].at <= end) step();
      now = end;
    },
    step,
    sleep(ms) {
      now += ms;
      for (const timer of timers.filter(({ at }) => at <= now)) fire(timer);
    },
  };
}
