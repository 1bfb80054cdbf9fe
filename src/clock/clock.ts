/** The page's clock has its timers in a worker (worker-clock.ts); tests have their own. */
export interface Clock {
  /** Milliseconds since 1970 when the clock was created, plus elapsed time. Setting the computer's clock does not change it. */
  now(): number;
  /** Milliseconds since 1970 by the computer's clock. It can be set, and continues during sleep, when `now` may stand still. */
  timeOfDay(): number;
  /** Calls `callback` once. The returned function cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The time of day at the first call plus elapsed time, in ms since 1970. */
export function createElapsedTime(): () => number {
  const startedAt = Date.now() - performance.now();
  return () => startedAt + performance.now();
}

/** Resolves after `delayMs`, or at once when a signal aborts. Never rejects: check the signals afterwards. */
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

/**
 * Calls back once after the machine was awake for `durationMs`; the returned function cancels it. Counts short ticks, each for at most twice its
 * length, so that an hour with a closed lid is no hour of waiting.
 */
export function afterAwake(clock: Clock, durationMs: number, callback: () => void): () => void {
  let cancel = () => {};
  const wait = (leftMs: number) => {
    const tickMs = Math.min(5_000, leftMs);
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

/** Uses the thread's own timers, which browsers throttle in hidden tabs: for tests, and if no worker can start. */
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

/** Resolves when `isTrue` returns true, or after `mostMs`. Polls every 20 ms: only for states without an event. */
export function waitFor(isTrue: () => boolean, mostMs: number, after: Clock['after']): Promise<void> {
  return new Promise((resolve) => {
    function check(leftMs: number): void {
      if (isTrue() || leftMs <= 0) return resolve();
      after(CHECK_EVERY_MS, () => check(leftMs - CHECK_EVERY_MS));
    }
    check(mostMs);
  });
}

/** The promise's value, or `otherwise` if the promise rejects or takes longer than `ms`. */
export function withTimeout<T, U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    promise.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });
}

/** Resolves after the tasks queued on the main thread. A hidden page can delay timers by a second or a minute. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const HEARTBEAT_MS = 1000;
/** A heartbeat this late means that the computer slept. Busy pages and throttled timers delay it less. */
const SLEEP_MS = 10_000;

interface Sleep {
  readonly ms: number;
  /** Elapsed time has advanced too. Otherwise the time of day may only have been set forward. */
  readonly isCertain: boolean;
}

/** Calls `onWake` when the computer or the frozen tab may have slept. The returned function ends the watch. */
export function watchSleep(clock: Clock, onWake: (sleep: Sleep) => void): () => void {
  let cancel = () => {};
  const beat = (beganAt: number, beganAtTimeOfDay: number) => {
    cancel = clock.after(HEARTBEAT_MS, () => {
      const now = clock.now();
      const timeOfDay = clock.timeOfDay();
      beat(now, timeOfDay);
      const lateMs = now - beganAt - HEARTBEAT_MS;
      // Some systems stop the elapsed time during sleep.
      const ms = Math.max(lateMs, timeOfDay - beganAtTimeOfDay - HEARTBEAT_MS);
      if (ms > SLEEP_MS) onWake({ ms, isCertain: lateMs > SLEEP_MS });
    });
  };
  beat(clock.now(), clock.timeOfDay());
  return () => cancel();
}

/** The page's only timer, inside the worker. The returned function schedules `ring`, replacing the earlier schedule. */
export function createTimerService(ring: () => void): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (delayMs) => {
    clearTimeout(timer);
    timer = setTimeout(ring, delayMs);
  };
}
