/** Time as the engine sees it. The page's clock keeps its timers in a worker (worker-clock.ts); tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970 (Unix epoch) when the clock was made, and what has passed since: nobody sets it. */
  now(): number;
  /** Milliseconds since 1970 as the computer tells the time of day, which may be set, and goes on where `now` may stand: asleep. */
  timeOfDay(): number;
  /** Calls `callback` once, after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The time of day as it was at the first call, with what has passed since, in ms since 1970. */
export function createElapsedTime(): () => number {
  const startedAt = Date.now() - performance.now();
  return () => startedAt + performance.now();
}

/** Resolves after `delayMs`, or at once when one of the signals aborts; it never rejects, so check the signals afterwards. */
export function delay(clock: Clock, delayMs: number, ...signals: readonly AbortSignal[]): Promise<void> {
  if (signals.some(({ aborted }) => aborted)) return Promise.resolve();
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      cancel();
      listening.abort();
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    for (const signal of signals) signal.addEventListener('abort', end, { signal: listening.signal });
  });
}

const TICK_MS = 5_000;

/**
 * Calls back once after the machine was awake for `durationMs`; returns the function that cancels the wait. The wait is counted in
 * short ticks, each for at most twice its length, so that an hour with the lid closed does not count as an hour of waiting.
 */
export function afterAwake(clock: Clock, durationMs: number, callback: () => void): () => void {
  let cancel = () => {};
  const wait = (leftMs: number) => {
    const tickMs = Math.min(TICK_MS, leftMs);
    const startedAt = clock.now();
    cancel = clock.after(tickMs, () => {
      const passedMs = clock.now() - startedAt;
      const countedMs = Math.min(Math.max(passedMs, tickMs), 2 * tickMs);
      if (countedMs >= leftMs) callback();
      else wait(leftMs - countedMs);
    });
  };
  wait(durationMs);
  return () => cancel();
}

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

const CHECK_EVERY_MS = 20;

/** Resolves when `isTrue` says so, or after `mostMs` milliseconds. Checks every 20 ms: for what no event tells of. */
export function waitFor(isTrue: () => boolean, mostMs: number, after: Clock['after']): Promise<void> {
  return new Promise((resolve) => {
    function check(leftMs: number): void {
      if (isTrue() || leftMs <= 0) return resolve();
      after(CHECK_EVERY_MS, () => check(leftMs - CHECK_EVERY_MS));
    }
    check(mostMs);
  });
}

/** The promise's value, or `otherwise` when the promise rejects or takes longer than `ms` milliseconds. */
export function withTimeout<T, U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    promise.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });
}

/** Resolves after the tasks that are queued on the main thread. A hidden page's timers can take a second, or a minute. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

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

/** The page's one timer, in the worker: the returned function has `ring` called after so many milliseconds, and no more as asked earlier. */
export function createTimerService(ring: () => void): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (delayMs) => {
    clearTimeout(timer);
    timer = setTimeout(ring, delayMs);
  };
}
