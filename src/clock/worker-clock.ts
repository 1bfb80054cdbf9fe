import type { Clock } from './clock.ts';
import { createTimerClock } from './timer-clock.ts';

interface Alarm {
  /** In ms, on the clock that nobody sets (performance.now). */
  readonly dueAt: number;
  readonly callback: () => void;
  /** Cancels the page's own timer, which replaces the worker's timer when the worker has failed. */
  cancelPageTimer?: () => void;
}

/** The two threads' clocks differ by fractions of a millisecond. */
const TOLERANCE_MS = 1;

/**
 * The page's clock. It asks one worker to ring when the first alarm is due: browsers slow a hidden tab's timers down to one a minute, but not a
 * worker's. A message for each of the thousands of alarms of a film, nearly all of which are cancelled, took a tenth of the page's time.
 * Where the worker cannot start, or fails, the page's own timers take over, also for alarms that are already set.
 */
export function createWorkerClock(startWorker: () => Worker = startTimerWorker): Clock {
  const pageClock = createTimerClock();
  /** In the order in which they were set. */
  const alarms = new Set<Alarm>();
  let worker: Worker | undefined;
  let started = false;
  /** When the worker rings. */
  let ringsAt = Number.POSITIVE_INFINITY;

  /** Starts the worker at the first alarm, so that the page's first drawing does not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    worker = tryToStart(startWorker);
    worker?.addEventListener('message', ring);
    worker?.addEventListener('error', abandonWorker);
  }

  /** One alarm a message, so that each has a task of its own. */
  function ring(): void {
    ringsAt = Number.POSITIVE_INFINITY;
    const first = firstDue(alarms);
    const isDue = first !== undefined && first.dueAt <= performance.now() + TOLERANCE_MS;
    if (isDue) alarms.delete(first);
    const next = isDue ? firstDue(alarms) : first;
    if (next) askFor(next);
    if (isDue) first.callback();
  }

  function askFor({ dueAt }: Alarm): void {
    if (dueAt >= ringsAt) return;
    ringsAt = dueAt;
    worker?.postMessage(Math.max(0, dueAt - performance.now()));
  }

  function startPageTimer(alarm: Alarm): void {
    alarm.cancelPageTimer = pageClock.after(Math.max(0, alarm.dueAt - performance.now()), () => {
      alarms.delete(alarm);
      alarm.callback();
    });
  }

  function abandonWorker(): void {
    worker?.terminate();
    worker = undefined;
    for (const alarm of alarms) startPageTimer(alarm);
  }

  return {
    now: pageClock.now,
    after(delayMs, callback) {
      const alarm: Alarm = { dueAt: performance.now() + delayMs, callback };
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

function startTimerWorker(): Worker {
  return new Worker(new URL('./timer-worker.ts', import.meta.url));
}

/** undefined where browsers lack workers, or deny them to a page opened from a file or under a host's content policy. */
function tryToStart(startWorker: () => Worker): Worker | undefined {
  try {
    return startWorker();
  } catch {
    return undefined;
  }
}
