/** The page has its timers in a worker (createWorkerClock); tests have their own clock. */
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

/** The platform's timers overflow above 24.8 days and then fire at once; NaN means at once for them, too. */
const usableDelay = (delayMs: number): number => (delayMs > 0 ? Math.min(delayMs, 2 ** 31 - 1) : 0);

/** Uses the thread's own timers, which browsers throttle in hidden tabs: for tests, and if no worker can start. */
export function createTimerClock(): Clock {
  return {
    now: () => Date.now(),
    timeOfDay: () => Date.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, usableDelay(delayMs));
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

/** What the clock uses of timer-worker.ts: it gets a delay in ms, and answers when that is over. */
interface TimerWorker {
  postMessage(delayMs: number): void;
  addEventListener(type: 'message' | 'error', listener: () => void): void;
  removeEventListener(type: 'message' | 'error', listener: () => void): void;
  terminate(): void;
}

interface Alarm {
  /** In ms of performance.now. */
  readonly dueAt: number;
  readonly callback: () => void;
  /** Cancels the page's own timer, which replaces the worker's if the worker failed. */
  cancelPageTimer?: () => void;
}

/** The clocks of both threads differ by fractions of a millisecond. */
const TOLERANCE_MS = 1;
/** Alarms that are due together ring in one task for this long. Each further message queues behind the page's other work. */
const RINGS_FOR_MS = 5;
/**
 * The page's clock. One worker rings when the first alarm is due: browsers slow the timers of a hidden tab down to one a minute, but not a
 * worker's. One message per alarm, of which a film sets thousands and cancels nearly all, took a tenth of the page's time. If the worker cannot
 * start or fails, the page's own timers take over, including existing alarms.
 */
export function createWorkerClock(
  startWorker: () => TimerWorker,
  startTask: (task: () => void) => void = createTaskStarter(),
): Clock {
  const pageClock = createTimerClock();
  /** In the order in which they were set. */
  const alarms = new Set<Alarm>();
  let worker: TimerWorker | undefined;
  let started = false;
  /** When the worker will ring. */
  let ringsAt = Number.POSITIVE_INFINITY;
  /** A task that rings is queued. */
  let isTaskStarted = false;

  /** Starts the worker with the first alarm, so that the first paint does not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    try {
      worker = startWorker();
    } catch {
      // Browsers may lack workers, or deny them to a page opened from a file or by the host's policy.
      return;
    }
    worker.addEventListener('message', ring);
    worker.addEventListener('error', abandonWorker);
  }

  /** An alarm that is set meanwhile waits for its own task, even if it is due at once. */
  function ring(): void {
    ringsAt = Number.POSITIVE_INFINITY;
    const startedAt = performance.now();
    const due = [...alarms].filter(({ dueAt }) => dueAt <= startedAt + TOLERANCE_MS);
    due.sort((one, other) => one.dueAt - other.dueAt);
    try {
      for (const alarm of due) {
        if (alarms.delete(alarm)) alarm.callback();
        if (performance.now() > startedAt + RINGS_FOR_MS) break;
      }
    } finally {
      // Also if a callback throws.
      const next = firstDue(alarms);
      if (next) askFor(next);
    }
  }

  /** What is due at once needs no worker: the round trip took half of the time in which a film's requests leave. */
  function ringSoon(): void {
    if (isTaskStarted) return;
    isTaskStarted = true;
    startTask(() => {
      isTaskStarted = false;
      ring();
    });
  }

  function askFor({ dueAt }: Alarm): void {
    if (dueAt <= performance.now()) return ringSoon();
    if (dueAt >= ringsAt) return;
    ringsAt = dueAt;
    worker?.postMessage(Math.max(0, dueAt - performance.now()));
  }

  function startPageTimer(alarm: Alarm): void {
    alarm.cancelPageTimer = pageClock.after(Math.max(0, alarm.dueAt - performance.now()), () => {
      if (alarms.delete(alarm)) alarm.callback();
    });
  }

  function abandonWorker(): void {
    worker?.removeEventListener('message', ring);
    worker?.removeEventListener('error', abandonWorker);
    worker?.terminate();
    worker = undefined;
    for (const alarm of alarms) startPageTimer(alarm);
  }

  return {
    now: createElapsedTime(),
    timeOfDay: pageClock.timeOfDay,
    after(delayMs, callback) {
      const alarm: Alarm = { dueAt: performance.now() + usableDelay(delayMs), callback };
      alarms.add(alarm);
      start();
      if (worker) askFor(alarm);
      else startPageTimer(alarm);
      return () => {
        alarms.delete(alarm);
        alarm.cancelPageTimer?.();
      };
    },
  };
}

function firstDue(alarms: Iterable<Alarm>): Alarm | undefined {
  let first: Alarm | undefined;
  for (const alarm of alarms) if (first === undefined || alarm.dueAt < first.dueAt) first = alarm;
  return first;
}

interface Channel {
  readonly port1: { onmessage: (() => void) | null };
  readonly port2: { postMessage(message: null): void };
}
/** Every browser has it, but the type library for code without a page does not know `onmessage`. */
declare const MessageChannel: new () => Channel;

/** Queues tasks by messages of the page to itself, which browsers do not throttle in hidden tabs. */
function createTaskStarter(): (task: () => void) => void {
  let channel: Channel | undefined;
  return (task) => {
    channel ??= new MessageChannel();
    channel.port1.onmessage = task;
    channel.port2.postMessage(null);
  };
}
