import type { Clock } from '../clock/clock.ts';
import { watchSleep } from '../clock/sleep-watch.ts';
import { batchAt } from '../translation/batch-at.ts';
import type { Connectivity } from './connectivity.ts';
import { createFlights, type Flight } from './flights.ts';
import { createGate, type Gate, type Ticket } from './gate.ts';
import { keepAnswers } from './kept-answers.ts';
import { createPacedCalls } from './paced-calls.ts';
import type { SendRequest } from './send-request.ts';
import type { SessionEvent } from './session-events.ts';
import { nextBatch } from './session-selectors.ts';
import type { Pace, SessionState } from './session-state.ts';
import { createSettlement } from './settle-batch.ts';
import { translateBatch } from './translate-batch.ts';

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

/** Walks batches along the line, in the order of the state's queue and at the gate's pace. */
export interface Run {
  /** Starts what may start now. Offline nothing is spent and nothing fails: the run waits, and goes on by itself. */
  pump(): void;
  /** Before the first batch of another text: nothing known of limits or troubles holds any more. */
  reset(): void;
  /** Forgets troubles: the person says that it may go on. */
  forgive(): void;
  /** Aborts one batch in flight, or all, and gives back their indexes; what they still answer is dropped. */
  abandon(index?: number): readonly number[];
  dispose(): void;
}

/**
 * After a sleep, answers that were on their way get this long, each one anew, before the other requests are sent again.
 * A page that was only held up takes long to work through hundreds of answers, and all of them are paid for.
 */
const WAKE_GRACE_MS = 3_000;
/** Smaller changes of the next start are not worth a new rendering. */
const PACE_STEP_MS = 500;

export function createRun(options: RunOptions): Run {
  const { getState, dispatch, clock, connectivity } = options;
  const flights = createFlights();
  const settlement = createSettlement({ ...options, flights });
  /** ms since the epoch, as long as requests from before a sleep are waited for. */
  let wokeAt = Number.NEGATIVE_INFINITY;
  let cancelGrace = () => {};
  let unwatch: (() => void) | undefined;

  const gate: Gate = createGate({
    clock,
    maxAtOnce: options.maxAtOnce,
    hasNext: () => nextBatch(getState()) !== undefined,
    startNext,
    onPace: (pace) => {
      if (isNews(getState().pace, pace, clock.now())) dispatch({ type: 'pace-changed', pace });
    },
  });
  const paceCalls = createPacedCalls({
    ...options,
    gate,
    onUsage: (index, usage) => dispatch({ type: 'tokens-used', index, usage }),
  });

  function startNext(ticket: Ticket): void {
    const index = nextBatch(getState());
    if (index === undefined) throw new Error('The gate started a batch, but none stands ready.');
    beginWatch();
    const flight = flights.begin(index, clock.now());
    dispatch({ type: 'batch-started', index, at: flight.startedAt });
    void fly(flight, ticket);
  }

  async function fly(flight: Flight, ticket: Ticket): Promise<void> {
    const { index, signal } = flight;
    const { phrases, details } = getState();
    const { send, leaveUnused } = paceCalls(flight, ticket, details[index]?.inHalves ?? false);
    const onHalved = () => dispatch({ type: 'batch-halved', index });
    const batch = batchAt(phrases, index);
    let land: () => void;
    try {
      const outcome = await translateBatch(batch, {
        send,
        signal,
        onHalved,
        ...keepAnswers(batch, { getState, dispatch }),
      });
      land = () => settlement.settle(flight, outcome);
    } catch (error) {
      // Of two halves the other one may still be on its way: the batch has ended, nothing more is sent for it.
      flight.abort();
      land = () => settlement.settleThrown(index, error);
    }
    leaveUnused();
    if (!flights.land(flight)) return;
    if (flight.startedAt < wokeAt) awaitOldAnswers();
    land();
    gate.pump();
  }

  function pump(): void {
    if (connectivity.isOnline()) {
      if (getState().paused?.reason === 'offline') dispatch({ type: 'run-resumed' });
      gate.pump();
    } else if (flights.size > 0 || nextBatch(getState()) !== undefined) {
      settlement.pauseOffline();
    }
  }
  const unsubscribe = connectivity.subscribe(pump);

  /** From the first request on: before it nothing hangs through a sleep. */
  function beginWatch(): void {
    unwatch ??= watchSleep(clock, () => {
      wokeAt = clock.now();
      awaitOldAnswers();
    });
  }

  function awaitOldAnswers(): void {
    cancelGrace();
    cancelGrace = clock.after(WAKE_GRACE_MS, () => {
      for (const index of flights.abandon(({ startedAt }) => startedAt < wokeAt)) {
        dispatch({ type: 'batch-returned', index });
      }
      wokeAt = Number.NEGATIVE_INFINITY;
      gate.pump();
    });
  }

  return {
    pump,
    reset() {
      gate.reset();
      settlement.forgive();
    },
    forgive: settlement.forgive,
    abandon: (index) => flights.abandon(index === undefined ? undefined : (flight) => flight.index === index),
    dispose() {
      unsubscribe();
      unwatch?.();
      cancelGrace();
      flights.abandon();
      gate.dispose();
    },
  };
}

const isNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS || JSON.stringify(pace.limit) !== JSON.stringify(shown.limit);
