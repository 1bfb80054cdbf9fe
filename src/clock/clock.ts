/** All timers of the page. The page uses a worker for them (createWorkerClock); tests use their own clock. */
export interface Clock {
  /** Milliseconds since 1970, counted from the creation of the clock by elapsed time. A change of the computer's clock does not affect it. */
  now(): number;
  /** Milliseconds since 1970 by the computer's clock. That clock can be changed, and continues during sleep, when `now` may stand still. */
  timeOfDay(): number;
  /** Calls `callback` once. The returned function cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The time of day at the first call plus the elapsed time, in ms since 1970. */
export function createElapsedTime(): () => number {
  const startedAt = Date.now() - performance.now();
  return () => startedAt + performance.now();
}

/** For work that nothing cancels. */
export const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** A signal that can end again and again: `end` aborts the present one, and the next call of `now` gets a new one. */
export function createSignals() {
  const begin = () => new AbortController();
  let current = begin();
  return {
    now: (): AbortSignal => current.signal,
    end(reason?: unknown): void {
      current.abort(reason);
      current = begin();
    },
  };
}

/** Resolves after `delayMs`, or at once when a signal aborts. It never rejects, so check the signals afterwards. */
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
 * Calls back once after the computer was awake for `durationMs`. The returned function cancels it. It counts short ticks, each for at most twice its length, so
 * that an hour with a closed lid does not count as an hour of waiting.
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

/** The platform's timers overflow above 24.8 days and then fire at once. NaN, too, means at once. */
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

/**
 * For programs. Node runs all due timers before it reads from its connections: on a busy computer, a run would send all its requests before it reads the first
 * refusal. So each timer of this clock first lets Node read.
 */
export function createProgramClock(): Clock {
  const clock = createTimerClock();
  const { setImmediate } = globalThis as { readonly setImmediate?: (task: () => void) => void };
  if (!setImmediate) return clock;
  return {
    ...clock,
    after(delayMs, callback) {
      let isCancelled = false;
      const cancel = clock.after(delayMs, () =>
        setImmediate(() => {
          if (!isCancelled) callback();
        }),
      );
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}

const CHECK_EVERY_MS = 20;

/** Resolves when `isTrue` returns true, or after `mostMs`. It polls every 20 ms, so use it only for states without an event. */
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

/** Resolves after the tasks that are queued on the main thread. A hidden page can delay timers by a second or a minute. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Resolves in a task of its own. No timer is needed: a hidden page does not delay it. */
export const ownTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** A part of newer browsers that the type library does not know. */
declare const scheduler:
  | { postTask?(task: () => void, options: { priority: 'background' }): Promise<void> }
  | undefined;

/** Each function ends a wait of `lastTask`. */
const waits = new Set<() => void>();

/**
 * Resolves when the main thread has no other task, at the latest after `mostMs`: a pressed key and its drawing come first. In a browser that cannot
 * order tasks, resolves at once.
 */
export async function lastTask(mostMs: number): Promise<void> {
  if (typeof scheduler === 'undefined' || !scheduler.postTask) return;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  waits.add(end);
  await withTimeout(mostMs, Promise.race([scheduler.postTask(() => {}, { priority: 'background' }), ended]), undefined);
  waits.delete(end);
}

/** Ends all waits of `lastTask` now: a page that closes has no later task. */
export function endWaits(): void {
  for (const end of waits) end();
}

const HEARTBEAT_MS = 1000;
/** A heartbeat this late means that the computer slept. Busy pages and throttled timers delay it less. */
const SLEEP_MS = 10_000;

interface Sleep {
  readonly ms: number;
  /**
   * True if elapsed time has advanced, too, and the heartbeat before came in time. Otherwise somebody may have set the time of day forward, or other
   * programs take all of the processor, and answers are only late.
   */
  readonly isCertain: boolean;
}

/** Calls `onWake` when the computer or the frozen tab may have slept. The returned function ends the watch. */
export function watchSleep(clock: Clock, onWake: (sleep: Sleep) => void): () => void {
  let cancel = () => {};
  const beat = (beganAt: number, beganAtTimeOfDay: number, isInTime: boolean) => {
    cancel = clock.after(HEARTBEAT_MS, () => {
      const now = clock.now();
      const timeOfDay = clock.timeOfDay();
      const lateMs = now - beganAt - HEARTBEAT_MS;
      beat(now, timeOfDay, lateMs < HEARTBEAT_MS);
      // Some systems stop the elapsed time during sleep.
      const ms = Math.max(lateMs, timeOfDay - beganAtTimeOfDay - HEARTBEAT_MS);
      if (ms > SLEEP_MS) onWake({ ms, isCertain: lateMs > SLEEP_MS && isInTime });
    });
  };
  beat(clock.now(), clock.timeOfDay(), false);
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

/** The part of timer-worker.ts that the clock uses: the worker receives a delay in ms, and answers when it is over. */
interface TimerWorker {
  postMessage(delayMs: number): void;
  addEventListener(type: 'message' | 'error', listener: () => void): void;
  removeEventListener(type: 'message' | 'error', listener: () => void): void;
  terminate(): void;
}

interface Alarm {
  /** The time when the alarm is due, in ms of performance.now. */
  readonly dueAt: number;
  readonly callback: () => void;
  /** Cancels the page's own timer for this alarm. The page sets one if the worker has failed. */
  cancelPageTimer?: () => void;
}

/** The clocks of both threads differ by fractions of a millisecond. */
const TOLERANCE_MS = 1;
/** Alarms that are due together ring in one task for up to this long. Another message would queue behind the page's other work. */
const RINGS_FOR_MS = 5;
/**
 * The page's clock. One worker rings when the first alarm is due: in a hidden tab browsers limit the timers of the page to one a minute, but not those of a
 * worker. A film sets thousands of alarms and cancels nearly all, so one message per alarm took a tenth of the page's time. If the worker cannot start or
 * fails, the page's own timers take over, including existing alarms.
 */
export function createWorkerClock(
  startWorker: () => TimerWorker,
  startTask: (task: () => void) => void = createTaskStarter(),
): Clock {
  const pageClock = createTimerClock();
  /** The alarms in the order in which they were set. */
  const alarms = new Set<Alarm>();
  let worker: TimerWorker | undefined;
  let started = false;
  /** When the worker will ring. */
  let ringsAt = Number.POSITIVE_INFINITY;
  /** True while a task that rings is queued. */
  let isTaskStarted = false;

  /** Starts the worker with the first alarm, so that the first paint does not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    try {
      worker = startWorker();
    } catch {
      // The browser may lack workers, or deny them to a page that was opened from a file, or by the host's policy.
      return;
    }
    worker.addEventListener('message', ring);
    worker.addEventListener('error', abandonWorker);
  }

  /** If a callback sets an alarm, that alarm waits for its own task, even if it is due at once. */
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
      // Continues even if a callback throws.
      const next = firstDue(alarms);
      if (next) askFor(next);
    }
  }

  /** Alarms that are due at once ring without the worker: the round trip took half of the time in which a film's requests leave. */
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
  readonly port1: { onmessage: (() => void) | null; close(): void };
  readonly port2: { postMessage(message: null): void };
}
/** Every browser has it, but the type library for code outside a page does not know `onmessage`. */
declare const MessageChannel: new () => Channel;

/** Queues tasks by messages from the page to itself: browsers do not slow these down in hidden tabs. */
function createTaskStarter(): (task: () => void) => void {
  let channel: Channel | undefined;
  return (task) => {
    channel ??= new MessageChannel();
    channel.port1.onmessage = task;
    channel.port2.postMessage(null);
  };
}
