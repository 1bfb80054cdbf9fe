import type { Clock } from '../clock/clock.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { Connectivity } from './connectivity.ts';
import { createFlights, type Flight } from './flights.ts';
import { createGate, type Gate, type RequestEnd, type Ticket } from './gate.ts';
import type { SendRequest } from './send-request.ts';
import type { SessionEvent } from './session-events.ts';
import { isHolder, nextBatch, nextRetry, nextUnasked } from './session-selectors.ts';
import type { Pace, SessionState } from './session-state.ts';
import { createSettlement } from './settle-call.ts';
import { createSleepGuard } from './sleep-guard.ts';
import { type BatchCall, finishBatch, nextCall } from './translate-batch.ts';

export interface RunOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Requests in flight at most; Infinity: automatic. */
  readonly maxAtOnce: () => number;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
}

/** Walks batches along the line, call by call, in the order of the state's queue and at the gate's pace. */
export interface Run {
  /** Starts what may start now. Offline nothing is spent and nothing fails: the run waits, and goes on by itself. */
  pump(): void;
  /** The person says that the run may go on: earlier failures count no more; an outage or being offline is tried at once. */
  goOn(): void;
  /** Before the first batch of another text: nothing known of limits or failures holds any more. */
  reset(): void;
  /** Aborts one batch in flight, or all, and gives back their indexes; what they still answer is dropped. */
  abandon(index?: number): readonly number[];
  dispose(): void;
}

/** Smaller changes of the next start are not worth a new rendering. */
const PACE_STEP_MS = 500;

export function createRun(options: RunOptions): Run {
  const { getState, dispatch, clock, connectivity } = options;
  const flights = createFlights();
  /** The person says that the browser is wrong about being offline; until the browser says something else. */
  let overrulesOffline = false;
  const isOnline = () => overrulesOffline || connectivity.isOnline();
  let cautious = false;
  /** The next start is the one try of an outage. */
  let tryIsDue = false;
  let cancelTry = () => {};

  const settlement = createSettlement({
    ...options,
    dispatch: dispatchAndPlanTry,
    isOnline,
    underWay: () => flights.size,
    onCaution: (isCautious) => {
      cautious = isCautious;
    },
  });
  const sleepGuard = createSleepGuard({
    clock,
    flights,
    onAbandoned(indexes) {
      for (const index of indexes) dispatch({ type: 'batch-returned', index });
      gate.pump();
    },
  });
  const gate: Gate = createGate({
    clock,
    maxAtOnce: () => (cautious ? 1 : options.maxAtOnce()),
    hasNext: () => nextToStart() !== undefined,
    startNext,
    onPace: (pace) => {
      if (isNews(getState().pace, pace, clock.now())) dispatch({ type: 'pace-changed', pace });
    },
  });

  function nextToStart(): number | undefined {
    const state = getState();
    if (!tryIsDue || state.paused?.reason !== 'outage' || !isHolder(state)) return nextBatch(state);
    return nextRetry(state) ?? nextUnasked(state);
  }

  function dispatchAndPlanTry(event: SessionEvent): void {
    dispatch(event);
    if (event.type !== 'run-paused' || event.pause.reason !== 'outage') return;
    cancelTry();
    cancelTry = clock.after(event.pause.nextTryAt - clock.now(), tryOutage);
  }

  function tryOutage(): void {
    cancelTry();
    tryIsDue = getState().paused?.reason === 'outage';
    pump();
  }

  function startNext(ticket: Ticket): void {
    const index = nextToStart();
    if (index === undefined) throw new Error('The gate started a batch, but none stands ready.');
    const isTry = tryIsDue;
    tryIsDue = false;
    const { phrases, details } = getState();
    const batch = batchAt(phrases, index);
    const progress = details[index]?.progress ?? {};
    const call = nextCall(batch, progress);
    const flight = flights.begin(index, clock.now());
    dispatch({ type: 'batch-started', index, at: flight.startedAt });
    if (call) return void makeCall(flight, batch, call, ticket, isTry);
    // Stored before its end was.
    gate.leave(ticket, 'cancelled');
    flights.land(flight);
    const { kind: _, ...finished } = finishBatch(batch, progress);
    dispatch({ type: 'batch-finished', index, ...finished });
    options.onBatchFinished();
  }

  async function makeCall(
    flight: Flight,
    batch: Batch,
    call: BatchCall,
    ticket: Ticket,
    isTry: boolean,
  ): Promise<void> {
    const { phrases } = getState();
    sleepGuard.watch();
    let land: () => void;
    try {
      const outcome = await send(flight, call, ticket);
      // Of a call that was aborted as its answer came, too: it is paid for.
      if (outcome.usage && getState().phrases === phrases) {
        dispatch({ type: 'tokens-used', index: batch.index, usage: outcome.usage });
      }
      land = () => settlement.settle({ flight, batch, call, isTry }, outcome);
    } catch (error) {
      land = () => settlement.settleThrown(batch, error);
    }
    const isAbandoned = !flights.land(flight);
    sleepGuard.landed(flight);
    if (!isAbandoned) land();
    // An outage goes on being tried, unless the person has stopped the run.
    if (isAbandoned && isTry) tryOutage();
    gate.pump();
  }

  /** One call; the gate is told how it ended, whatever happens. */
  async function send({ signal }: Flight, call: BatchCall, ticket: Ticket): Promise<TranslateOutcome> {
    let outcome: TranslateOutcome | undefined;
    try {
      outcome = await options.sendRequest(call, { signal });
      return outcome;
    } finally {
      gate.leave(ticket, signal.aborted ? 'cancelled' : endOf(outcome));
    }
  }

  function pump(): void {
    if (isOnline()) {
      if (getState().paused?.reason === 'offline') dispatch({ type: 'run-resumed' });
      gate.pump();
    } else if (flights.size > 0 || nextBatch(getState()) !== undefined) {
      settlement.pauseOffline();
    }
  }

  const unsubscribe = connectivity.subscribe(() => {
    overrulesOffline = false;
    pump();
  });

  return {
    pump,
    goOn() {
      settlement.forget();
      const { paused } = getState();
      if (paused?.reason === 'outage') return tryOutage();
      overrulesOffline ||= paused?.reason === 'offline';
      dispatch({ type: 'run-resumed' });
      pump();
    },
    reset() {
      gate.reset();
      settlement.forget();
      cautious = false;
    },
    abandon: (index) => flights.abandon(index === undefined ? undefined : (flight) => flight.index === index),
    dispose() {
      unsubscribe();
      sleepGuard.dispose();
      cancelTry();
      flights.abandon();
      gate.dispose();
    },
  };
}

function endOf(outcome: TranslateOutcome | undefined): RequestEnd {
  if (!outcome) return 'cancelled';
  if (outcome.ok || outcome.failure.kind !== 'rate-limit') return 'finished';
  return { refusedForMs: outcome.failure.retryAfterMs };
}

const isNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS || JSON.stringify(pace.limit) !== JSON.stringify(shown.limit);
