import { type Clock, createElapsedTime, createTimerClock } from './clock.ts';

interface Alarm {
  /** In ms, on the clock that nobody sets (performance.now). */
  readonly dueAt: number;
  readonly callback: () => void;
  /** Cancels the page's own timer, which replaces the worker's timer when the worker has failed. */
  cancelPageTimer?: () => void;
}

/** The two threads' clocks differ by fractions of a millisecond. */
const TOLERANCE_MS = 1;
/** Alarms that are due together ring in one task for so long; each further message comes behind all that the page has to do. */
const RINGS_FOR_MS = 5;
/** Timers overflow beyond it. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

/**
 * The page's clock. It asks one worker to ring when the first alarm is due: browsers slow a hidden tab's timers down to one a minute, but not a
 * worker's. A message for each of the thousands of alarms of a film, nearly all of which are cancelled, took a tenth of the page's time.
 * Where the worker cannot start, or fails, the page's own timers take over, also for alarms that are already set.
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
  /** When the worker rings. */
  let ringsAt = Number.POSITIVE_INFINITY;
  /** A task of the page is on its way that rings. */
  let isTaskStarted = false;

  /** Starts the worker at the first alarm, so that the page's first drawing does not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    try {
      worker = startWorker();
    } catch {
      // Browsers lack workers, or deny them to a page opened from a file or under a host's content policy.
      return;
    }
    worker.addEventListener('message', ring);
    worker.addEventListener('error', abandonWorker);
  }

  /** An alarm that is set meanwhile, be it for at once, waits for a task of its own. */
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
      // Also after a callback that throws.
      const next = firstDue(alarms);
      if (next) askFor(next);
    }
  }

  /** What is due at once needs no timer: the way to the worker and back took half of the time in which a film's requests leave. */
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
      // Not a number: at once, as of the browser's own timers.
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

/** Starts tasks by messages of the page to itself, which browsers slow down in no hidden tab, unlike timers. */
function createTaskStarter(): (task: () => void) => void {
  let channel: MessageChannel | undefined;
  return (task) => {
    channel ??= new MessageChannel();
    channel.port1.onmessage = task;
    channel.port2.postMessage(null);
  };
}

const startTimerWorker = (): Worker => new Worker(new URL('./timer-worker.ts', import.meta.url));
