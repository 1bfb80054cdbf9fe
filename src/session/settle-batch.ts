import type { Clock } from '../clock/clock.ts';
import type { FailureKind } from '../providers/provider.ts';
import { assembleBatch } from '../translation/assemble.ts';
import type { Connectivity } from './connectivity.ts';
import { effectOf } from './failure-policy.ts';
import type { Flight, Flights } from './flights.ts';
import type { SessionEvent } from './session-events.ts';
import { unfinished } from './session-selectors.ts';
import type { SessionState } from './session-state.ts';
import type { BatchOutcome } from './translate-batch.ts';
import { createTroubles } from './troubles.ts';

export interface SettlementOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly flights: Flights;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
}

/** What the end of a batch means for the batch and for the run. */
export interface Settlement {
  settle(flight: Flight, outcome: BatchOutcome): void;
  /** A missing chunk stops all batches alike; any other bug fails its batch alone. */
  settleThrown(index: number, error: unknown): void;
  pauseOffline(): void;
  /** The person says that it may go on: earlier troubles count no more. */
  forgive(): void;
}

export function createSettlement(options: SettlementOptions): Settlement {
  const { getState, dispatch, clock, connectivity, flights } = options;
  const troubles = createTroubles();

  function pause(kind: FailureKind | 'chunk', message: string): void {
    const { paused, details } = getState();
    // A batch that was asked for by hand runs while the run is paused: it is to be held up as well, and the reason told.
    if (paused !== null && !details.some(({ byHand }) => byHand)) return;
    dispatch({ type: 'run-paused', pause: { reason: 'failure', kind, message } });
  }

  function pauseOffline(): void {
    if (getState().paused === null) dispatch({ type: 'run-paused', pause: { reason: 'offline' } });
  }

  const giveBack = (index: number) => dispatch({ type: 'batch-returned', index });

  function settleFinished(index: number, outcome: BatchOutcome & { kind: 'finished' }): void {
    const { kind: _, ...finished } = outcome;
    troubles.answered(clock.now());
    // Its part of the result is put together now, while others are still on their way.
    assembleBatch(getState().phrases, index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished });
    options.onBatchFinished();
  }

  function settleUnanswered(flight: Flight, outcome: BatchOutcome & { kind: 'unanswered' }): void {
    const { kind: _, message, output, ...failed } = outcome;
    const { failure } = failed;
    const { index } = flight;
    if (failure === 'rate-limit') return giveBack(index);
    const failBatch = () => {
      dispatch({ type: 'batch-finished', index, result: [message, output], ...failed });
      options.onBatchFinished();
    };
    switch (effectOf(failure)) {
      case 'pause-run':
        giveBack(index);
        return pause(failure, message);
      case 'transient':
        return settleTransient(flight, failBatch, () => pause(failure, message));
      case 'fail-batch':
        return failBatch();
    }
  }

  /** Network or server failed, after the transport's own retries. */
  function settleTransient({ index, startedAt }: Flight, failBatch: () => void, pauseRun: () => void): void {
    if (!connectivity.isOnline()) {
      giveBack(index);
      return pauseOffline();
    }
    const verdict = troubles.failed(index, startedAt);
    if (verdict.kind === 'fail') return failBatch();
    giveBack(index);
    if (verdict.kind === 'retry') return;
    for (const failed of verdict.batches) if (!flights.has(failed)) giveBack(failed);
    pauseRun();
  }

  return {
    settle(flight, outcome) {
      switch (outcome.kind) {
        case 'cancelled':
          return giveBack(flight.index);
        case 'finished':
          return settleFinished(flight.index, outcome);
        case 'unanswered':
          return settleUnanswered(flight, outcome);
      }
    },
    settleThrown(index, error) {
      console.error(error);
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Error && error.name === 'ChunkLoadError') {
        giveBack(index);
        return pause('chunk', message);
      }
      dispatch({ type: 'batch-finished', index, ...unfinished(getState(), index, message), failure: 'bug' });
      options.onBatchFinished();
    },
    pauseOffline,
    forgive: troubles.forget,
  };
}
