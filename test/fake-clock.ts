import type { Clock } from '../src/clock/clock.ts';

/** A clock driven by hand, for what waits by its clock alone. Where other timers go on too: `fakeTimerClock` of session-harness.ts. */
export interface FakeClock extends Clock {
  /** What is being waited for, in milliseconds from now, soonest first. */
  waits(): readonly number[];
  /** Time passes: calls back whatever comes due, at its own time, also what is asked for on the way. */
  advance(ms: number): void;
  /** Time passes until the soonest is due, and calls that one back; false when nothing is waited for. */
  step(): boolean;
  /** The machine slept: the wall clock moves at once, and what was due meanwhile comes late, all at the end. */
  sleep(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export function createFakeClock(startAt = 1_800_000_000_000): FakeClock {
  /** Soonest first; of the same time, in the order in which they were asked for. */
  let timers: readonly Timer[] = [];
  let now = startAt;
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
