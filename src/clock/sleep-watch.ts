import type { Clock } from './clock.ts';

const HEARTBEAT_MS = 1000;
/** A heartbeat later than this means that the computer slept: a busy page or a throttled timer delays it by less. */
const SLEEP_MS = 10_000;

/** Calls `onWake` with the milliseconds that the computer (or the frozen tab) slept. The returned function ends the watch. */
export function watchSleep(clock: Clock, onWake: (sleptMs: number) => void): () => void {
  let cancel = () => {};
  const beat = (dueAt: number) => {
    cancel = clock.after(HEARTBEAT_MS, () => {
      const now = clock.now();
      const lateMs = now - dueAt;
      beat(now + HEARTBEAT_MS);
      if (lateMs > SLEEP_MS) onWake(lateMs);
    });
  };
  beat(clock.now() + HEARTBEAT_MS);
  return () => cancel();
}
