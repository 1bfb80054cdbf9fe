import type { Clock } from '../clock/clock.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import type { Batch } from '../translation/batch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { Connectivity } from './connectivity.ts';
import { mayBeTheModel } from './failure-policy.ts';
import { createFlights, type Flight } from './flights.ts';
import { createGate, type Gate, requestEndOf, type Ticket } from './gate.ts';
import type { PaceMemory } from './pace/known-pace.ts';
import { isPaceNews } from './pace-news.ts';
import { createRetryTimer } from './retry-timer.ts';
import type { RunEvent } from './run-events.ts';
import { nextBatch, nextTry, plannedRetries, wasInOutage } from './run-selectors.ts';
import type { RunState } from './run-state.ts';
import type { SendRequest } from './send-request.ts';
import { createSettlement } from './settle-call.ts';
import { createSleepGuard } from './sleep-guard.ts';
import { type BatchCall, finishBatch, nextCall } from './translate-batch.ts';

export interface RunOptions {
  readonly getState: () => RunState;
  /** Calls back after each change of the state; the function given back ends that. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly dispatch: (event: RunEvent) => void;
  readonly sendRequest: SendRequest;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  /** Requests in flight at most; Infinity: automatic. */
  readonly maxAtOnce: () => number;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** Missing: each film finds its pace anew. */
  readonly paceMemory?: PaceMemory | undefined;
}

/** Walks batches along the line, call by call, in the order of the state's queue and at the gate's pace. */
export interface Run {
  /** Starts what may start now. Offline nothing is spent and nothing fails: the run waits, and goes on by itself. */
  pump(): void;
  /** The person says that the run may go on: earlier failures count no more; an outage or being offline is tried at once. */
  goOn(): void;
  /** Before the first batch of another text: nothing known of limits or failures holds any more. */
  reset(): void;
  /** Aborts one batch in flight, or all, without starting it again; what it still answers is dropped. Gives the indexes. */
  abandon(index?: number): readonly number[];
  dispose(): void;
}

export function createRun(options: RunOptions): Run {
  const { getState, dispatch, clock, connectivity } = options;
  const flights = createFlights();
  /** The person says that the browser is wrong about being offline; until the browser says something else. */
  let overrulesOffline = false;
  const isOnline = () => overrulesOffline || connectivity.isOnline();
  /** A model that may not be fit, or a provider that may be down, gets one batch at a time until one is translated. */
  let cautious = wasInOutage(getState());
  /** The one call that tries whether an outage is over. */
  let tryFlight: Flight | undefined;

  const settlement = createSettlement({
    ...options,
    isOnline,
    onTranslated: () => {
      cautious = false;
    },
  });
  const sleepGuard = createSleepGuard({ clock, flights, onAbandoned: giveBack });
  const gate: Gate = createGate({
    clock,
    maxAtOnce: () => (cautious ? 1 : options.maxAtOnce()),
    hasNext: () => nextToStart() !== undefined,
    startNext,
    recallPace: () => options.paceMemory?.recall(),
    onPace: (pace) => {
      if (isPaceNews(getState().pace, pace, clock.now())) dispatch({ type: 'pace-changed', pace });
    },
  });
  const retries = createRetryTimer({ ...options, onDue: pump });

  /** What a person asked for comes first. In an outage whose time has come: one batch, to try whether it is over. */
  function nextToStart(): number | undefined {
    if (!isOnline()) return undefined;
    const isTrying = tryFlight !== undefined && flights.has(tryFlight.index);
    return nextBatch(getState()) ?? (isTrying ? undefined : nextTry(getState(), clock.now()));
  }

  function startNext(ticket: Ticket): void {
    const index = nextToStart();
    if (index === undefined) throw new Error('The gate started a batch, but none stands ready.');
    const { phrases, details, paused } = getState();
    const batch = batchAt(phrases, index);
    const progress = details[index]?.progress ?? {};
    const call = nextCall(batch, progress);
    const flight = flights.begin(index, clock.now());
    if (paused?.reason === 'outage' && !details[index]?.byHand) tryFlight = flight;
    dispatch({ type: 'batch-started', index, at: flight.startedAt });
    if (call) return void makeCall(flight, batch, call, ticket);
    // Stored before its end was.
    gate.leave(ticket, 'cancelled');
    flights.land(flight);
    const { kind: _, ...finished } = finishBatch(batch, progress);
    dispatch({ type: 'batch-finished', index, ...finished });
    options.onBatchFinished();
  }

  async function makeCall(flight: Flight, batch: Batch, call: BatchCall, ticket: Ticket): Promise<void> {
    const { phrases } = getState();
    sleepGuard.watch();
    let land: () => void;
    try {
      const outcome = await send(flight, call, ticket);
      // Of a call that was aborted as its answer came, too: it is paid for.
      if (outcome.usage && getState().phrases === phrases) {
        dispatch({ type: 'tokens-used', index: batch.index, usage: outcome.usage });
      }
      land = () => settlement.settle({ flight, batch, call }, outcome);
    } catch (error) {
      land = () => settlement.settleThrown(batch, error);
    }
    const isAbandoned = !flights.land(flight);
    sleepGuard.landed(flight);
    if (!isAbandoned) land();
    if (flights.size === 0 && nextToStart() === undefined) options.paceMemory?.keep(gate.found());
    gate.pump();
  }

  /** One call; the gate is told how it ended, whatever happens. */
  async function send({ signal }: Flight, call: BatchCall, ticket: Ticket): Promise<TranslateOutcome> {
    let outcome: TranslateOutcome | undefined;
    try {
      outcome = await options.sendRequest(call, { signal });
      return outcome;
    } finally {
      gate.leave(ticket, signal.aborted ? 'cancelled' : requestEndOf(outcome));
    }
  }

  function pump(): void {
    const { paused } = getState();
    if (isOnline()) {
      if (paused?.reason === 'offline') dispatch({ type: 'run-resumed', byPerson: false });
      gate.pump();
    } else if (flights.size > 0 || nextBatch(getState()) !== undefined || paused?.reason === 'outage') {
      settlement.pauseOffline();
    }
  }

  /** In an outage: its next try is due. */
  function tryNow(): boolean {
    const { paused } = getState();
    if (paused?.reason !== 'outage') return false;
    dispatch({ type: 'run-paused', pause: { ...paused, nextTryAt: clock.now() } });
    return true;
  }

  function giveBack(indexes: readonly number[]): void {
    for (const index of indexes) dispatch({ type: 'batch-returned', index });
    gate.pump();
  }

  function abandon(index?: number): readonly number[] {
    const indexes = flights.abandon(index === undefined ? undefined : (flight) => flight.index === index);
    for (const abandoned of indexes) dispatch({ type: 'batch-returned', index: abandoned });
    return indexes;
  }

  const unsubscribe = connectivity.subscribe(() => {
    overrulesOffline = false;
    tryNow();
    pump();
  });

  return {
    pump,
    goOn() {
      const { paused } = getState();
      overrulesOffline = paused?.reason === 'offline' && !connectivity.isOnline();
      // One call tells whether it is over, where all at once would fail again.
      if (tryNow()) return pump();
      settlement.forget();
      cautious = paused?.reason === 'failure' && mayBeTheModel(paused.kind);
      dispatch({ type: 'run-resumed', byPerson: true });
      dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
      pump();
    },
    reset() {
      gate.reset();
      settlement.reset();
      cautious = wasInOutage(getState());
    },
    abandon,
    dispose() {
      unsubscribe();
      retries.dispose();
      sleepGuard.dispose();
      flights.abandon();
      gate.dispose();
    },
  };
}
