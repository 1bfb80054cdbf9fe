import type { Clock } from '../clock/clock.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import { knownPaceOf } from './pace/known-pace.ts';
import {
  createScheduler,
  decide,
  limitOf,
  requestCancelled,
  requestFinished,
  requestRefused,
  type SchedulerState,
  withMaxAtOnce,
} from './pace/scheduler.ts';
import type { KnownPace } from './pace/scheduler-state.ts';
import type { Pace } from './run-state.ts';

export interface GateOptions {
  readonly clock: Clock;
  /** Requests in flight at most; Infinity: the scheduler finds the limit. Read at each decision. */
  readonly maxAtOnce: () => number;
  /** Whether a job stands ready to be started. */
  readonly hasNext: () => boolean;
  /** Starts that job's next call with this ticket. */
  readonly startNext: (ticket: Ticket) => void;
  readonly onPace: (pace: Pace) => void;
  /** Asked when a film begins. */
  readonly recallPace: () => KnownPace | undefined;
}

/** A request's place, good for one call. One of before a reset says nothing any more. */
export interface Ticket {
  readonly run: number;
  readonly number: number;
}

/** How a request ended, as the scheduler must know it; a refusal names its wait in ms, if it does. */
export type RequestEnd = 'finished' | 'cancelled' | { readonly refusedForMs: number | undefined };

/** undefined: it never came to an outcome. */
export function requestEndOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok || outcome.failure.kind !== 'rate-limit') return 'finished';
  return { refusedForMs: outcome.failure.retryAfterMs };
}

/** Lets jobs go, call by call, at the scheduler's pace. */
export interface Gate {
  /** Starts what may go now, one by one; to be called after every change that may allow a start. */
  pump(): void;
  /** To be called once for each ticket. */
  leave(ticket: Ticket, end: RequestEnd): void;
  /** What was found out since the film began, for the next one. */
  found(): KnownPace | undefined;
  /** Forgets what was found out about the limit: another run, perhaps another provider. */
  reset(): void;
  dispose(): void;
}

export function createGate(options: GateOptions): Gate {
  const { clock } = options;
  const create = () => createScheduler({ maxAtOnce: options.maxAtOnce(), known: options.recallPace() });
  let scheduler: SchedulerState = create();
  let run = 0;
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
    if (!options.hasNext()) return false;
    const now = clock.now();
    const decision = decide(scheduler, now);
    scheduler = decision.state;
    if (decision.kind === 'start') {
      options.startNext({ run, number: decision.ticket });
      return true;
    }
    const nextAt = decision.kind === 'wait' ? decision.until : now;
    if (decision.kind === 'wait') cancelWake = clock.after(nextAt - now, pump);
    options.onPace({ nextAt, limit: limitOf(scheduler) });
    return false;
  }

  return {
    pump,
    leave({ run: startedIn, number: ticket }, end) {
      if (startedIn !== run) return;
      const now = clock.now();
      if (end === 'finished') scheduler = requestFinished(scheduler, ticket, now);
      else if (end === 'cancelled') scheduler = requestCancelled(scheduler, ticket, now);
      else scheduler = requestRefused(scheduler, ticket, end.refusedForMs, now);
    },
    found: () => knownPaceOf(scheduler),
    reset() {
      run++;
      scheduler = create();
    },
    dispose() {
      disposed = true;
      cancelWake();
    },
  };
}
