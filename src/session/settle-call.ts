import type { Clock } from '../clock/clock.ts';
import type { FailureKind, TranslateOutcome } from '../providers/provider.ts';
import { assembleBatch } from '../translation/assemble.ts';
import type { Batch } from '../translation/batch.ts';
import { translationsOf } from '../translation/validate-batch.ts';
import { effectOf } from './failure-policy.ts';
import type { Flight } from './flights.ts';
import { createRunHealth } from './run-health.ts';
import type { SessionEvent } from './session-events.ts';
import { nextRetry } from './session-selectors.ts';
import type { PauseKind, SessionState } from './session-state.ts';
import { type BatchCall, type BatchStep, takeCutOff, takeFailure, takeReply, unfinished } from './translate-batch.ts';

export interface SettlementOptions {
  readonly getState: () => SessionState;
  readonly dispatch: (event: SessionEvent) => void;
  readonly clock: Clock;
  /** Whether requests may be sent at all. */
  readonly isOnline: () => boolean;
  /** Calls that are under way, apart from the one that has just ended. */
  readonly underWay: () => number;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** A model that has no room for its reply is tried with one batch at a time, until one is translated. */
  readonly onCaution: (cautious: boolean) => void;
}

/** A call that has ended; its batch is still in progress. */
export interface EndedCall {
  readonly flight: Flight;
  readonly batch: Batch;
  readonly call: BatchCall;
  /** The one try of an outage. */
  readonly isTry: boolean;
}

/** What the end of a call means for its batch and for the run. */
export interface Settlement {
  settle(ended: EndedCall, outcome: TranslateOutcome): void;
  /** A missing chunk stops all batches alike; any other bug fails its batch alone. */
  settleThrown(batch: Batch, error: unknown): void;
  pauseOffline(): void;
  /** The person says that the run may go on: earlier failures count no more. */
  forget(): void;
}

type Failed = Extract<TranslateOutcome, { ok: false }>;

export function createSettlement(options: SettlementOptions): Settlement {
  const { getState, dispatch, clock } = options;
  const health = createRunHealth();

  const progressOf = ({ index }: Batch) => getState().details[index]?.progress ?? {};
  const giveBack = ({ index }: Batch) => dispatch({ type: 'batch-returned', index });

  function pause(kind: PauseKind, message: string): void {
    const { paused, details } = getState();
    const waitsForPerson = paused?.reason === 'person' || paused?.reason === 'failure';
    // A batch that was asked for by hand runs while the run is paused: it is to be held up as well, and the reason told.
    if (waitsForPerson && !details.some(({ byHand }) => byHand)) return;
    dispatch({ type: 'run-paused', pause: { reason: 'failure', kind, message } });
  }

  function pauseOffline(): void {
    const { paused } = getState();
    if (paused === null || paused.reason === 'outage') dispatch({ type: 'run-paused', pause: { reason: 'offline' } });
  }

  /** The provider answers: an outage is over. */
  function noteReply(): void {
    health.replied(clock.now());
    if (getState().paused?.reason === 'outage') dispatch({ type: 'run-resumed' });
  }

  function noteTranslation(): void {
    noteReply();
    health.translated(clock.now());
    options.onCaution(false);
    if (nextRetry(getState()) !== undefined) dispatch({ type: 'retries-due' });
  }

  function take(batch: Batch, step: BatchStep, willRetry = false): void {
    const { index } = batch;
    if (step.kind === 'goes-on') return dispatch({ type: 'batch-answered', index, progress: step.progress });
    const { kind: _, ...finished } = step;
    // Its part of the result is put together now, while others are still on their way.
    assembleBatch(getState().phrases, index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished, ...(willRetry && { willRetry }) });
    options.onBatchFinished();
  }

  /** The batch fails, or, with several that fail alike and none that succeeds, the run waits for the person. */
  function reject(batch: Batch, kind: FailureKind | 'differences', message: string, step: BatchStep): void {
    const { paused } = getState();
    if (paused?.reason === 'failure' && paused.kind === kind && !getState().details[batch.index]?.byHand) {
      return giveBack(batch);
    }
    take(batch, step);
    const indexes = step.kind === 'finished' ? health.rejected(batch.index, kind, message) : undefined;
    // With nothing left to send there is nothing to spare.
    if (indexes === undefined || !getState().results.includes(undefined)) return;
    dispatch({ type: 'retries-planned', indexes });
    pause(kind, message);
  }

  function settleReply({ batch, call }: EndedCall, text: string): void {
    const progress = progressOf(batch);
    const step = takeReply(batch, progress, call, text);
    const isUsable = translationsOf(call.phrases, text).size > 0;
    if (isUsable) noteTranslation();
    else noteReply();
    if (isUsable || step.kind === 'goes-on' || !step.failure) return take(batch, step);
    reject(batch, 'differences', step.result[0], step);
  }

  function settleCutOff({ batch, call }: EndedCall, { failure, text, usage }: Failed): void {
    noteReply();
    const step = takeCutOff(batch, progressOf(batch), call, { message: failure.message, text });
    take(batch, step);
    if (step.kind === 'finished' && !step.failure) return noteTranslation();
    const isMostlyThought = usage !== undefined && usage.reasoning * 2 > usage.output;
    if (text.trim() !== '' && !isMostlyThought) return;
    options.onCaution(true);
    pause('no-room', failure.message);
  }

  function settleUnanswered({ flight, batch, isTry }: EndedCall, { failure, text }: Failed): void {
    if (!options.isOnline()) {
      giveBack(batch);
      return pauseOffline();
    }
    const { kind, message } = failure;
    const verdict = health.failedToAnswer(batch.index, flight.startedAt);
    if (verdict === 'retry') return giveBack(batch);
    const progress = progressOf(batch);
    const step = { ...unfinished(batch, progress, message, text), failure: kind };
    if (verdict === 'fail') return take(batch, step);
    take(batch, step, true);
    const { paused, results } = getState();
    const nothingElse = options.underWay() === 0 && !results.includes(undefined);
    const isNews = paused === null ? verdict === 'outage' || nothingElse : paused.reason === 'outage' && isTry;
    if (!isNews) return;
    const nextTryAt = clock.now() + health.nextTryDelayMs();
    dispatch({ type: 'run-paused', pause: { reason: 'outage', kind, message, nextTryAt } });
  }

  function settleFailed(ended: EndedCall, outcome: Failed): void {
    const { batch, call } = ended;
    const { kind, message } = outcome.failure;
    if (kind === 'cancelled') return giveBack(batch);
    if (kind === 'cut-off') return settleCutOff(ended, outcome);
    if (kind !== 'rate-limit' && effectOf(kind) === 'transient') return settleUnanswered(ended, outcome);
    noteReply();
    if (kind === 'rate-limit') return giveBack(batch);
    if (effectOf(kind) === 'pause-run') {
      giveBack(batch);
      return pause(kind, message);
    }
    reject(batch, kind, message, takeFailure(batch, progressOf(batch), { kind, message, text: outcome.text }, call));
  }

  return {
    settle(ended, outcome) {
      if (outcome.ok) settleReply(ended, outcome.text);
      else settleFailed(ended, outcome);
    },
    settleThrown(batch, error) {
      console.error(error);
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Error && error.name === 'ChunkLoadError') {
        giveBack(batch);
        return pause('chunk', message);
      }
      take(batch, { ...unfinished(batch, progressOf(batch), message), failure: 'bug' });
    },
    pauseOffline,
    forget: health.forget,
  };
}
