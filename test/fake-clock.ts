import type { Clock } from '../src/clock/clock.ts';

/** A clock driven by hand. */
export interface FakeClock extends Clock {
  /** What is being waited for, in milliseconds from now, soonest first. */
  waits(): readonly number[];
  /** Time passes: calls back whatever comes due, at its own time, also what is asked for on the way. */
  advance(ms: number): void;
  /** The machine slept: the wall clock moves at once, and what was due meanwhile comes late, all at the end. */
  sleep(ms: number): void;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

export function createFakeClock(startAt = 1_800_000_000_000): FakeClock {
  const timers = new Set<Timer>();
  let now = startAt;
  const soonestFirst = () => [...timers].toSorted((a, b) => a.at - b.at);
  const fire = (timer: Timer) => {
    if (timers.delete(timer)) timer.callback();
  };

  return {
    now: () => now,
    after(delayMs, callback) {
      const timer = { at: now + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    waits: () => soonestFirst().map(({ at }) => at - now),
    advance(ms) {
      const end = now + ms;
      for (let [next] = soonestFirst(); next !== undefined && next.at <= end; [next] = soonestFirst()) {
        now = next.at;
        fire(next);
      }
      now = end;
    },
    sleep(ms) {
      now += ms;
      for (const timer of soonestFirst().filter(({ at }) => at <= now)) fire(timer);
    },
  };
}
