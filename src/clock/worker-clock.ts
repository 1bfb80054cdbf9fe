import type { Clock } from './clock.ts';
import { createTimerClock } from './timer-clock.ts';
import type { TimerRequest } from './timer-service.ts';

interface Alarm {
  readonly dueAt: number;
  readonly callback: () => void;
  /** Cancels the page's own timer, which replaces the worker's timer when the worker has failed. */
  cancelPageTimer?: () => void;
}

/**
 * The page's clock. Its timers run in one worker: browsers slow a hidden tab's timers down to one a minute, but not a worker's.
 * Where the worker cannot start, or fails, the page's own timers take over, also for alarms that are already set.
 */
export function createWorkerClock(startWorker: () => Worker = startTimerWorker): Clock {
  const pageClock = createTimerClock();
  const alarms = new Map<number, Alarm>();
  let lastId = 0;
  let worker: Worker | undefined;
  let started = false;

  /** Starts the worker at the first alarm, so that the page's first drawing does not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    worker = tryToStart(startWorker);
    worker?.addEventListener('message', (event: MessageEvent<number>) => ring(event.data));
    worker?.addEventListener('error', abandonWorker);
  }

  function ring(id: number): void {
    const alarm = alarms.get(id);
    alarms.delete(id);
    alarm?.callback();
  }

  function startPageTimer(id: number, alarm: Alarm): void {
    alarm.cancelPageTimer = pageClock.after(Math.max(0, alarm.dueAt - pageClock.now()), () => ring(id));
  }

  function abandonWorker(): void {
    worker?.terminate();
    worker = undefined;
    for (const [id, alarm] of alarms) startPageTimer(id, alarm);
  }

  function post(request: TimerRequest): void {
    worker?.postMessage(request);
  }

  return {
    now: pageClock.now,
    after(delayMs, callback) {
      const id = ++lastId;
      const alarm: Alarm = { dueAt: pageClock.now() + delayMs, callback };
      alarms.set(id, alarm);
      start();
      if (worker) post({ type: 'start', id, delayMs });
      else startPageTimer(id, alarm);
      return () => {
        if (!alarms.delete(id)) return;
        alarm.cancelPageTimer?.();
        post({ type: 'cancel', id });
      };
    },
  };
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
