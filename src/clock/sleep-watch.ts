import type { Clock } from './clock.ts';

const HEARTBEAT_MS = 1000;
/** A heartbeat later than this means that the computer slept: a busy page or a throttled timer delays it by less. */
const SLEEP_MS = 10_000;

export interface Sleep {
  readonly ms: number;
  /** The clock that nobody sets has gone on, too: else the time of day may only have been set forward. */
  readonly isCertain: boolean;
}

/** Calls `onWake` when the computer (or the frozen tab) may have slept. The returned function ends the watch. */
export function watchSleep(clock: Clock, onWake: (sleep: Sleep) => void): () => void {
  let cancel = () => {};
  const beat = (beganAt: number, beganAtTimeOfDay: number) => {
    cancel = clock.after(HEARTBEAT_MS, () => {
      const now = clock.now();
      const timeOfDay = clock.timeOfDay();
      beat(now, timeOfDay);
      const lateMs = now - beganAt - HEARTBEAT_MS;
      // Some systems stop the clock that nobody sets while they sleep.
      const ms = Math.max(lateMs, timeOfDay - beganAtTimeOfDay - HEARTBEAT_MS);
      if (ms > SLEEP_MS) onWake({ ms, isCertain: lateMs > SLEEP_MS });
    });
  };
  beat(clock.now(), clock.timeOfDay());
  return () => cancel();
}
