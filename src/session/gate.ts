import type { Clock } from '../clock/clock.ts';
import {
  createScheduler,
  decide,
  limitOf,
  requestCancelled,
  requestFinished,
  requestRefused,
  type SchedulerState,
  withMaxAtOnce,
} from './scheduler.ts';
import type { Pace } from './session-state.ts';

export interface GateOptions {
  readonly clock: Clock;
  /** Requests in flight at most; Infinity: the scheduler finds the limit. Read at each decision. */
  readonly maxAtOnce: () => number;
  /** Whether a batch stands ready to be started. */
  readonly hasNext: () => boolean;
  /** Starts that batch with this ticket. */
  readonly startNext: (ticket: Ticket) => void;
  readonly onPace: (pace: Pace) => void;
}

/** A request's place, good for one call. One of before a reset says nothing any more. */
export interface Ticket {
  readonly run: number;
  readonly number: number;
}

/** How a request ended, as the scheduler must know it; a refusal names its wait in ms, if it does. */
export type RequestEnd = 'finished' | 'cancelled' | { readonly refusedForMs: number | undefined };

/** Lets requests go at the scheduler's pace: those of batches already begun first, then the next batch. */
export interface Gate {
  /** Starts what may go now, one by one; to be called after every change that may allow a start. */
  pump(): void;
  /**
   * Waits for a place for a further request of a batch already begun; undefined when the signal was raised before.
   * `mayGo` is asked at each pump: false while the run is paused.
   */
  enter(options: { readonly signal: AbortSignal; readonly mayGo: () => boolean }): Promise<Ticket | undefined>;
  /** To be called once for each ticket. */
  leave(ticket: Ticket, end: RequestEnd): void;
  /** Forgets what was found out about the limit: another run, perhaps another provider. */
  reset(): void;
  dispose(): void;
}

interface Waiting {
  readonly mayGo: () => boolean;
  readonly grant: (ticket: Ticket) => void;
}

export function createGate(options: GateOptions): Gate {
  const { clock } = options;
  let scheduler: SchedulerState = createScheduler({ maxAtOnce: options.maxAtOnce() });
  let run = 0;
  let waiting: Waiting[] = [];
  let cancelWake = () => {};
  let pumping = false;
  let disposed = false;

  function pump(): void {
    if (pumping || disposed) return;
    pumping = true;
    cancelWake();
    scheduler = withMaxAtOnce(scheduler, options.maxAtOnce());
    // One start in one task: a page that was held up would else make up for it with a task that holds it up again.
    if (startOne()) cancelWake = clock.after(0, pump);
    pumping = false;
  }

  /** False when nothing waits, or when nothing may go yet. */
  function startOne(): boolean {
    const begun = waiting.find(({ mayGo }) => mayGo());
    if (!begun && !options.hasNext()) return false;
    const now = clock.now();
    const decision = decide(scheduler, now);
    scheduler = decision.state;
    if (decision.kind === 'start') {
      const ticket = { run, number: decision.ticket };
      if (begun) begun.grant(ticket);
      else options.startNext(ticket);
      return true;
    }
    const nextAt = decision.kind === 'wait' ? decision.until : now;
    if (decision.kind === 'wait') cancelWake = clock.after(nextAt - now, pump);
    options.onPace({ nextAt, limit: limitOf(scheduler) });
    return false;
  }

  return {
    pump,
    enter({ signal, mayGo }) {
      return new Promise((resolve) => {
        if (signal.aborted) return resolve(undefined);
        const end = (ticket: Ticket | undefined) => {
          signal.removeEventListener('abort', onAbort);
          waiting = waiting.filter((other) => other !== entry);
          resolve(ticket);
        };
        const onAbort = () => end(undefined);
        const entry: Waiting = { mayGo, grant: end };
        signal.addEventListener('abort', onAbort);
        waiting.push(entry);
        pump();
      });
    },
    leave({ run: startedIn, number: ticket }, end) {
      if (startedIn !== run) return;
      const now = clock.now();
      if (end === 'finished') scheduler = requestFinished(scheduler, ticket, now);
      else if (end === 'cancelled') scheduler = requestCancelled(scheduler, ticket, now);
      else scheduler = requestRefused(scheduler, ticket, end.refusedForMs, now);
    },
    reset() {
      run++;
      scheduler = createScheduler({ maxAtOnce: options.maxAtOnce() });
    },
    dispose() {
      disposed = true;
      cancelWake();
      waiting = [];
    },
  };
}
