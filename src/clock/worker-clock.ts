import type { Clock } from './clock.ts';
import { createTimerClock } from './timer-clock.ts';
import type { TimerRequest } from './timer-service.ts';

interface Alarm {
  readonly dueAt: number;
  readonly callback: () => void;
  /** Set when the page's own timer keeps it, because the worker is lost. */
  cancelPlain?: () => void;
}

/**
 * The page's clock. Its timers run in one worker, for browsers slow down a hidden tab's timers to one a minute, but not a worker's.
 * Where no worker can be had, or it fails, the page's own timers take over, those already set too.
 */
export function createWorkerClock(startWorker: () => Worker = startTimerWorker): Clock {
  const plain = createTimerClock();
  const alarms = new Map<number, Alarm>();
  let lastId = 0;
  let worker: Worker | undefined;
  let started = false;

  /** At the first alarm: the page's first drawing need not wait for it. */
  function start(): void {
    if (started) return;
    started = true;
    worker = tryToStart(startWorker);
    worker?.addEventListener('message', (event: MessageEvent<number>) => ring(event.data));
    worker?.addEventListener('error', loseWorker);
  }

  function ring(id: number): void {
    const alarm = alarms.get(id);
    alarms.delete(id);
    alarm?.callback();
  }

  function keepPlain(id: number, alarm: Alarm): void {
    alarm.cancelPlain = plain.after(Math.max(0, alarm.dueAt - plain.now()), () => ring(id));
  }

  function loseWorker(): void {
    worker?.terminate();
    worker = undefined;
    for (const [id, alarm] of alarms) keepPlain(id, alarm);
  }

  function post(request: TimerRequest): void {
    worker?.postMessage(request);
  }

  return {
    now: plain.now,
    after(delayMs, callback) {
      const id = ++lastId;
      const alarm: Alarm = { dueAt: plain.now() + delayMs, callback };
      alarms.set(id, alarm);
      start();
      if (worker) post({ type: 'start', id, delayMs });
      else keepPlain(id, alarm);
      return () => {
        if (!alarms.delete(id)) return;
        alarm.cancelPlain?.();
        post({ type: 'cancel', id });
      };
    },
  };
}

function startTimerWorker(): Worker {
  return new Worker(new URL('./timer-worker.ts', import.meta.url));
}

/** A browser may lack workers, and a page opened from a file or under a foreign policy may be denied them. */
function tryToStart(startWorker: () => Worker): Worker | undefined {
  try {
    return startWorker();
  } catch {
    return undefined;
  }
}
