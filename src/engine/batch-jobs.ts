import type { Clock } from '../clock/clock.ts';
import type { ProviderFailure, TranslateOutcome } from '../providers/provider.ts';
import { assembleBatch } from '../translation/assemble.ts';
import { translationsOf } from '../translation/validate-batch.ts';
import type { EndedCall, Job, JobKind } from './job.ts';
import { makingOf } from './making-of.ts';
import { effectOf } from './retry/failure-policy.ts';
import type { Retry } from './retry/when-to-retry.ts';
import type { RunEvent } from './run-events.ts';
import { createRunHealth, rejectionKey, UNUSABLE_REPLY } from './run-health.ts';
import { plannedRetries } from './run-selectors.ts';
import type { PauseKind, RunState } from './run-state.ts';
import {
  type BatchStep,
  finishBatch,
  nextCall,
  takeCutOff,
  takeRejection,
  takeReply,
  unfinished,
} from './translate-batch.ts';
import { unansweredCall } from './unanswered-call.ts';
import { errorOf, heldUp } from './unusable-reply.ts';

export interface BatchJobsOptions {
  readonly getState: () => RunState;
  readonly dispatch: (event: RunEvent) => void;
  readonly clock: Clock;
  /** Whether requests may be sent at all. */
  readonly isOnline: () => boolean;
  /** After a batch's result was stored. */
  readonly onBatchFinished: () => void;
  /** After a call that brought translated phrases. */
  readonly onTranslated: () => void;
}

/** The batches as jobs: what the end of a call means for its batch, and for the run. */
export interface BatchJobs extends JobKind {
  pauseOffline(): void;
  /** The person says that the run may go on: earlier failures count no more. */
  forget(): void;
  /** Another film begins. */
  reset(): void;
}

type Failed = Extract<TranslateOutcome, { ok: false }>;

export function createBatchJobs(options: BatchJobsOptions): BatchJobs {
  const { getState, dispatch, clock } = options;
  const health = createRunHealth();
  let warnedOfThinking = false;

  const detailsOf = ({ index }: Job) => getState().details[index] ?? {};
  const progressOf = (job: Job) => detailsOf(job).progress ?? {};
  const giveBack = ({ index }: Job) => dispatch({ type: 'batch-returned', index });

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

  /** The provider answered: an outage is over, unless the call was from before it, and all that failed by it goes on. */
  function noteReply({ startedAt }: EndedCall): void {
    const isUp = health.replied(startedAt);
    if (!isUp || getState().paused?.reason !== 'outage') return;
    dispatch({ type: 'run-resumed', byPerson: false });
    dispatch({ type: 'retries-due', indexes: plannedRetries(getState()) });
  }

  function noteTranslation(ended: EndedCall): void {
    noteReply(ended);
    health.translated();
    options.onTranslated();
  }

  function take({ index }: Job, step: BatchStep, retry?: Retry): void {
    if (step.kind === 'goes-on') return dispatch({ type: 'batch-answered', index, progress: step.progress });
    const { kind: _, ...finished } = step;
    // Its part of the result is put together now, while others are still on their way.
    assembleBatch(getState().phrases, index, finished.result);
    health.failedWith(index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished, ...(retry && { retry }) });
    options.onBatchFinished();
  }

  /**
   * Nothing in the call can be used. Several alike with no translation between them pause the run, for every other batch would
   * be rejected too: what is left to send is spared.
   */
  function reject(job: Job, step: BatchStep, key: string, kind: PauseKind, message: string): void {
    const { byHand, secondChance } = detailsOf(job);
    const { paused } = getState();
    const isPaused = paused?.reason === 'failure' && !byHand && health.isCommon(key);
    if (isPaused && key !== UNUSABLE_REPLY) return giveBack(job);
    if (secondChance !== 'taken') health.rejected(job.index, key);
    const isLeft = getState().results.includes(undefined) || step.kind === 'goes-on';
    if (!health.isCommon(key) || !isLeft) return take(job, step);
    take(job, heldUp(job, step, message));
    dispatch({ type: 'second-chances-planned', batches: health.rejectedAlike() });
    pause(kind, message);
  }

  function settleReply(ended: EndedCall, text: string): void {
    const { job, call } = ended;
    const step = takeReply(job, progressOf(job), call, text);
    if (translationsOf(call.phrases, text).size > 0) {
      noteTranslation(ended);
      return take(job, step);
    }
    noteReply(ended);
    reject(job, step, UNUSABLE_REPLY, 'differences', errorOf(step));
  }

  function settleCutOff(ended: EndedCall, { failure, text, usage }: Failed): void {
    const { job, call } = ended;
    const { message } = failure;
    const step = takeCutOff(job, progressOf(job), call, { message, text });
    if (translationsOf(call.phrases, text).size > 0) {
      noteTranslation(ended);
      take(job, step);
      if (step.kind === 'goes-on' && isMostlyThought(usage) && !warnedOfThinking) pauseForRoom(message);
      return;
    }
    noteReply(ended);
    if (text.trim() !== '' && !isMostlyThought(usage)) return reject(job, step, UNUSABLE_REPLY, 'cut-off', message);
    take(job, step);
    pauseForRoom(message);
  }

  function pauseForRoom(message: string): void {
    warnedOfThinking = true;
    pause('no-room', message);
  }

  function settleUnanswered({ job, startedAt }: EndedCall, failure: ProviderFailure, text: string): void {
    if (!options.isOnline()) {
      giveBack(job);
      return pauseOffline();
    }
    const now = clock.now();
    const isOutage = health.unanswered(job, now);
    const { answeredSince } = health;
    const means = unansweredCall(getState(), { batch: job, startedAt, failure, text, now, isOutage, answeredSince });
    take(job, means.step, means.retry);
    if (means.pause) dispatch({ type: 'run-paused', pause: means.pause });
  }

  function settleFailed(ended: EndedCall, outcome: Failed): void {
    const { job, call } = ended;
    const { failure, text } = outcome;
    const { kind, message } = failure;
    if (kind === 'cancelled') return giveBack(job);
    if (kind === 'cut-off') return settleCutOff(ended, outcome);
    if (kind !== 'rate-limit' && effectOf(kind) === 'transient') return settleUnanswered(ended, failure, text);
    noteReply(ended);
    if (kind === 'rate-limit') return giveBack(job);
    if (effectOf(kind) === 'pause-run') {
      giveBack(job);
      return pause(kind, message);
    }
    const step = takeRejection(job, progressOf(job), call, { kind, message, text });
    reject(job, step, rejectionKey(failure), kind, message);
  }

  return {
    nextCall: (job) => nextCall(job, progressOf(job)),
    end: (job) => take(job, finishBatch(job, progressOf(job))),
    started: ({ index }, at) => dispatch({ type: 'batch-started', index, at }),
    tokensUsed: ({ index }, usage) => dispatch({ type: 'tokens-used', index, usage }),
    giveBack,
    settle(ended, outcome) {
      for (const making of makingOf(getState(), ended.job.index, outcome.madeWith)) dispatch(making);
      return outcome.ok ? settleReply(ended, outcome.text) : settleFailed(ended, outcome);
    },
    settleThrown(job, error) {
      console.error(error);
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof Error && error.name === 'ChunkLoadError') {
        giveBack(job);
        return pause('chunk', message);
      }
      take(job, { ...unfinished(job, progressOf(job), message), failure: 'bug' });
    },
    pauseOffline,
    forget: health.forget,
    reset() {
      health.forget();
      warnedOfThinking = false;
    },
  };
}

const isMostlyThought = (usage: Failed['usage']): boolean => usage !== undefined && usage.reasoning * 2 > usage.output;
