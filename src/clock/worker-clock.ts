import { type Clock, createElapsedTime, createTimerClock } from './clock.ts';

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
/** Longer timers overflow. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The page's clock. One worker rings when the first alarm is due: browsers slow the timers of a hidden tab down to one a minute, but not a
 * worker's. One message per alarm, of which a film sets thousands and cancels nearly all, took a tenth of the page's time. If the worker cannot
 * start or fails, the page's own timers take over, including existing alarms.
 */
export function createWorkerClock(
  startWorker: () => Worker = startTimerWorker,
  startTask: (task: () => void) => void = createTaskStarter(),
): Clock {
  const pageClock = createTimerClock();
  /** In the order in which they were set. */
  const alarms = new Set<Alarm>();
  let worker: Worker | undefined;
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
      // NaN means at once, as for the browser's timers.
      const usableMs = delayMs > 0 ? Math.min(delayMs, LONGEST_DELAY_MS) : 0;
      const alarm: Alarm = { dueAt: performance.now() + usableMs, callback };
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

/** Queues tasks by messages of the page to itself, which browsers do not throttle in hidden tabs. */
function createTaskStarter(): (task: () => void) => void {
  let channel: MessageChannel | undefined;
  return (task) => {
    channel ??= new MessageChannel();
    channel.port1.onmessage = task;
    channel.port2.postMessage(null);
  };
}

const startTimerWorker = (): Worker => new Worker(new URL('./timer-worker.ts', import.meta.url));
