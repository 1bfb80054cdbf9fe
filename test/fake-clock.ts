import type { Clock } from '../src/clock/clock.ts';

/** A clock that the test moves on. For code that uses other timers, too, use `fakeTimerClock` of session-harness.ts. */
export interface FakeClock extends Clock {
  /** Pending delays in ms from now, the soonest first. */
  waits(): readonly number[];
  /** Advances the time and runs due callbacks at their own times, even callbacks that were added meanwhile. */
  advance(ms: number): void;
  /** Advances to the soonest delay and runs its callback. False: no delay is pending. */
  step(): boolean;
  /** Simulates sleep of the computer: the clock jumps, and all due callbacks run late, at the end. */
  sleep(ms: number): void;
  /** Changes the time of day by `ms`, as if somebody set the computer's clock. */
  setTimeOfDay(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export function createFakeClock(startAt = 1_800_000_000_000): FakeClock {
  /** The soonest first. Equal times are in the order in which they were added. */
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
