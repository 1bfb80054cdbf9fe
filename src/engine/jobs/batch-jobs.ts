import { errorText } from '../../lib/error-text.ts';
import { isChunkError } from '../../lib/is-chunk-error.ts';
import type { FailureKind, TranslateOutcome } from '../../providers/provider.ts';
import { translationsOf } from '../../translation/validate-batch.ts';
import { makingOf } from '../making-of.ts';
import { effectOf } from '../retry/failure-policy.ts';
import { type Retry, unansweredCall } from '../retry/unanswered-call.ts';
import { type RunHealth, rejectionKey, UNUSABLE_REPLY } from '../run-health.ts';
import type { RunOptions } from '../state/run-options.ts';
import { isLastCall } from '../state/run-selectors.ts';
import type { PauseKind } from '../state/run-state.ts';
import {
  type BatchStep,
  errorOf,
  finishBatch,
  interrupted,
  nextCall,
  takeCutOff,
  takeRejection,
  takeReply,
} from '../translate-batch.ts';
import { unfinished } from '../unfinished.ts';
import type { BatchJob, EndedCall, JobKind, SentOutcome } from './job.ts';

export interface BatchJobsOptions extends Pick<RunOptions, 'getState' | 'dispatch' | 'clock' | 'onBatchFinished'> {
  readonly isOnline: () => boolean;
  readonly health: RunHealth;
}

/** So many may fail one by one at the film's end: a pause would spare nobody anything. */
const FEW = 3;

type EndedBatch = EndedCall<BatchJob>;
type Failed = Extract<SentOutcome, { ok: false }>;

/** The batches as jobs: what the end of a call means for its batch, and for the run. */
export function createBatchJobs(options: BatchJobsOptions): JobKind<BatchJob> {
  const { getState, dispatch, clock, health } = options;

  const detailsOf = ({ index }: BatchJob) => getState().details[index] ?? {};
  const progressOf = (job: BatchJob) => detailsOf(job).progress ?? {};
  const giveBack = ({ index }: BatchJob) => dispatch({ type: 'batch-returned', index });

  function noteTranslation(ended: EndedBatch): void {
    health.replied(ended.startedAt);
    health.translated();
  }

  /** Something of it can be used, and is: a failure's text only where nothing came before. */
  function isTaken({ job, call }: EndedBatch, outcome: TranslateOutcome): boolean {
    const isReply = outcome.ok || outcome.failure.kind === 'cut-off' || Object.keys(progressOf(job)).length === 0;
    return isReply && translationsOf(call.phrases, outcome.text).size > 0;
  }

  function applyStep({ index }: BatchJob, step: BatchStep, retry?: Retry): void {
    if (step.kind === 'goes-on') return dispatch({ type: 'batch-answered', index, progress: step.progress });
    const { kind: _, ...finished } = step;
    health.failedWith(index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished, ...(retry && { retry }) });
    options.onBatchFinished();
  }

  /**
   * Nothing in the call can be used. Several alike with no translation between them pause the run, for every other batch would
   * be rejected too: what is left to send is spared.
   */
  function reject(job: BatchJob, step: BatchStep, key: string, kind: PauseKind, message: string): void {
    const { byHand, secondChance } = detailsOf(job);
    const { paused } = getState();
    const isPaused = paused?.reason === 'failure' && !byHand && health.isCommon(key);
    if (isPaused && key !== UNUSABLE_REPLY) return giveBack(job);
    if (secondChance !== 'taken') health.rejected(job.index, key);
    const { results } = getState();
    const underWay = results.filter((slot, index) => slot === null && index !== job.index).length;
    // What is under way will most likely be rejected, too, and is then given back; a reply that cannot be used is paid for.
    const areMany = underWay > FEW && key !== UNUSABLE_REPLY;
    const isLeft = step.kind === 'goes-on' || results.includes(undefined) || areMany;
    if (!health.isCommon(key) || !isLeft) return applyStep(job, step);
    applyStep(job, interrupted(job, step, message));
    dispatch({ type: 'second-chances-planned', batches: health.rejectedAlike() });
    health.pause(kind, message);
  }

  function settleReply(ended: EndedBatch, text: string): void {
    const { job, call } = ended;
    const step = takeReply(job, progressOf(job), call, text);
    if (translationsOf(call.phrases, text).size > 0) {
      noteTranslation(ended);
      return applyStep(job, step);
    }
    health.replied(ended.startedAt);
    reject(job, step, UNUSABLE_REPLY, 'differences', errorOf(step));
  }

  function settleCutOff(ended: EndedBatch, { failure, text, usage }: Failed): void {
    const { job, call } = ended;
    const { message } = failure;
    const step = takeCutOff(job, progressOf(job), call, { message, text });
    if (translationsOf(call.phrases, text).size > 0) {
      noteTranslation(ended);
      applyStep(job, step);
      if (step.kind === 'goes-on' && isMostlyReasoning(usage)) health.cutOff(message, true);
      return;
    }
    health.replied(ended.startedAt);
    if (text.trim() !== '' && !isMostlyReasoning(usage)) return reject(job, step, UNUSABLE_REPLY, 'cut-off', message);
    applyStep(job, step);
    health.cutOff(message, false);
  }

  function settleUnanswered({ job, startedAt }: EndedBatch, { failure, text, madeWith }: Failed): void {
    if (!options.isOnline()) {
      giveBack(job);
      return health.pauseOffline();
    }
    // It was not repeated, since the run is stopped: that tells nothing of the batch.
    if (isLastCall(getState().paused, detailsOf(job))) return giveBack(job);
    const now = clock.now();
    const isOutage = health.unanswered(job);
    const { answeredSince } = health;
    const endpoint = madeWith?.model.endpoint;
    const call = { batch: job, startedAt, failure, endpoint, text, now, isOutage, answeredSince };
    const means = unansweredCall(getState(), call);
    applyStep(job, means.step, means.retry);
    if (means.pause) dispatch({ type: 'run-paused', pause: means.pause });
  }

  function settleFailed(ended: EndedBatch, outcome: Failed): void {
    const { kind } = outcome.failure;
    if (kind === 'cancelled') return giveBack(ended.job);
    // A provider that fails late has cut its reply off: the complete pairs were paid for.
    if (kind === 'cut-off' || (mayBePartial(kind) && hasPart(ended, outcome))) return settleCutOff(ended, outcome);
    if (kind !== 'rate-limit' && effectOf(kind) === 'transient') return settleUnanswered(ended, outcome);
    health.replied(ended.startedAt);
    if (kind === 'rate-limit') return giveBack(ended.job);
    settleRejected(ended, outcome);
  }

  function settleRejected(ended: EndedBatch, outcome: Failed): void {
    const { job, call } = ended;
    const { failure, text } = outcome;
    const { kind, message } = failure;
    if (effectOf(kind) !== 'pause-run') {
      const step = takeRejection(job, progressOf(job), call, { kind, message, text });
      return reject(job, step, rejectionKey(failure), kind, message);
    }
    if (hasPart(ended, outcome)) applyStep(job, takeCutOff(job, progressOf(job), call, { message, text }));
    else giveBack(job);
    health.pause(kind, message);
  }

  return {
    nextCall: (job) => nextCall(job, progressOf(job)),
    end: (job) => applyStep(job, finishBatch(job, progressOf(job))),
    started: ({ index }, at) => dispatch({ type: 'batch-started', index, at }),
    tokensUsed: ({ index }, usage) => dispatch({ type: 'tokens-used', index, usage }),
    giveBack,
    overLimit: (_, message) => dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'limit', message } }),
    settle(ended, outcome) {
      if (isTaken(ended, outcome))
        for (const making of makingOf(getState(), ended.job.index, outcome.madeWith)) dispatch(making);
      return outcome.ok ? settleReply(ended, outcome.text) : settleFailed(ended, outcome);
    },
    settleThrown(job, error) {
      console.error(error);
      const message = errorText(error);
      if (isChunkError(error)) {
        giveBack(job);
        return health.pause('chunk', message);
      }
      applyStep(job, { ...unfinished(job, progressOf(job), message), failure: 'bug' });
    },
  };
}

const mayBePartial = (kind: FailureKind): boolean => kind === 'rate-limit' || effectOf(kind) === 'transient';
const hasPart = ({ call }: EndedBatch, { text }: Failed): boolean => translationsOf(call.phrases, text).size > 0;

const isMostlyReasoning = (usage: Failed['usage']): boolean =>
  usage !== undefined && usage.reasoning * 2 > usage.output;
