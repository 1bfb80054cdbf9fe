import { memoizeByObject } from '../lib/memo.ts';
import { errorText, isChunkError } from '../lib/result.ts';
import { effectOf, isForLess } from '../providers/failure-kinds.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { hasEveryKey, isUsablePart, trustedTextsOf } from '../translation/usable-reply.ts';
import { type BatchProgress, isBegun, NO_PROGRESS, progressOf as progressIn, type Retry, sendingOf } from './batch.ts';
import {
  type BatchStep,
  errorOf,
  finishBatch,
  interrupted,
  isKept,
  nextCall,
  plainOutcome,
  takeCutOff,
  takeRejection,
  takeReply,
  withoutNames,
} from './batch-calls.ts';
import type { BatchJob, EndedCall, JobKind, RunOptions, SentOutcome } from './job.ts';
import { contextFor, MIXED_NOTES, notedOfCall, provenanceEvents } from './notes-of-batch.ts';
import { decideRetry, retryAfterEmpty } from './retry.ts';
import type { Room } from './room.ts';
import { type RunHealth, rejectionKey, UNUSABLE_REPLY } from './run-health.ts';
import { type FinishedBatch, isAsked, isLastCall, type PauseKind, type RunEvent } from './run-state.ts';
import { unfinished } from './unfinished.ts';

export interface BatchJobsOptions extends Pick<RunOptions, 'getState' | 'dispatch' | 'clock' | 'onBatchFinished'> {
  readonly isOnline: () => boolean;
  readonly health: RunHealth;
  readonly room: Room;
}

/** So many may fail one by one at the film's end: a pause would spare nobody anything. */
const FEW = 3;

type EndedBatch = EndedCall<BatchJob>;
type Failed = Extract<SentOutcome, { ok: false }>;

/** The batches as jobs: what the end of a call means for its batch, and for the run. */
export function createBatchJobs(options: BatchJobsOptions): JobKind<BatchJob> {
  const { getState, dispatch, clock, health, room } = options;

  const batchOf = ({ index }: BatchJob) => getState().batches[index];
  const progressOf = (job: BatchJob) => progressIn(batchOf(job));
  const giveBack = ({ index }: BatchJob) => dispatch({ type: 'batch-returned', index });

  function noteTranslation(ended: EndedBatch): void {
    health.replied(ended.startedAt);
    health.translated();
  }

  /** Something of it can be used, and is: of a failure that is no reply, and no late one, only where nothing came before. */
  function isTaken(ended: EndedBatch, outcome: TranslateOutcome): boolean {
    const isReply = outcome.ok || effectOf(outcome.failure.kind) !== 'pause-run';
    const { texts, correcting } = progressOf(ended.job);
    const isFirst = Object.keys(texts).length === 0 && !correcting;
    return (isReply || isFirst) && hasPart(ended, outcome);
  }

  function noteProvenance(ended: EndedBatch, outcome: SentOutcome): void {
    const { index } = ended.job;
    const { notesStamp: stamp = '' } = ended.call;
    const others = notesOfOthers(ended, outcome);
    const isMixed = others !== null && others !== stamp;
    const events = provenanceEvents(getState(), index, outcome.madeWith, isMixed ? MIXED_NOTES : stamp);
    for (const event of events) dispatch(event);
  }

  /** The notes that the texts beside this answer were made with; null: there are no such texts. */
  function notesOfOthers({ job, call }: EndedBatch, outcome: SentOutcome): string | null {
    const { textsNotes } = progressOf(job);
    if (textsNotes !== null || !call.correction) return textsNotes;
    // Of the answer that was to be corrected is kept what the corrective pass does not have.
    const { answer } = call.correction;
    const now = translationsOf(call.phrases, outcome.text);
    const kept = hasEveryKey(call.phrases, answer) ? [...translationsOf(call.phrases, answer).keys()] : [];
    return kept.some((number) => !now.has(number)) ? (batchOf(job)?.notesStamp ?? '') : null;
  }

  const toldOf = memoizeByObject((_film: readonly Phrase[]) => new Set<string>());

  /** Once a film. */
  function tell(event: Extract<RunEvent, { type: 'reply-form-lowered' | 'room-found' }>): void {
    const told = toldOf(getState().phrases);
    const what = JSON.stringify(event);
    if (told.has(what)) return;
    told.add(what);
    dispatch(event);
  }

  /** A model that does not take the schema. */
  function noteReplyForm({ replyForm, madeWith }: SentOutcome): void {
    if (!madeWith || replyForm === undefined || replyForm === 'schema') return;
    tell({ type: 'reply-form-lowered', model: madeWith.model.id, form: replyForm });
  }

  function noteRoom(): void {
    if (room.found) tell({ type: 'room-found', ...room.found });
  }

  /** What is shown of a failed batch has no names either: a person may go on with it. Where texts were put together, they have none. */
  function withoutNamesOfRest({ index, phrases }: BatchJob, made: FinishedBatch): FinishedBatch {
    const hasNone = made.namesTaken.length > 0 || Object.keys(made.progress.texts).length > 0;
    if (made.failure === null || hasNone) return made;
    const [error, reply] = made.result;
    const { output, namesTaken } = withoutNames({ phrases, ...notedOfCall(getState(), index, phrases) }, reply);
    return namesTaken.length > 0 ? { ...made, result: [error, output], namesTaken } : made;
  }

  function applyStep(job: BatchJob, step: BatchStep, retry: Retry | null = null): void {
    const { index } = job;
    if (step.kind === 'goes-on') return dispatch({ type: 'batch-answered', index, progress: step.progress });
    const { kind: _, ...made } = step;
    const finished = withoutNamesOfRest(job, made);
    health.failedWith(index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished, retry });
    options.onBatchFinished();
  }

  /**
   * Nothing in the call can be used. Several alike with no translation between them pause the run, for every other batch would
   * be rejected too: what is left to send is spared.
   */
  function reject(
    job: BatchJob,
    step: BatchStep,
    key: string,
    kind: PauseKind,
    message: string,
    retry: Retry | null = null,
  ): void {
    const { paused } = getState();
    const isPaused = paused?.reason === 'failure' && !isAsked(batchOf(job)) && health.isCommon(key);
    if (isPaused && key !== UNUSABLE_REPLY) return giveBack(job);
    if (sendingOf(batchOf(job)).turn !== 'last') health.rejected(job.index, key);
    const { batches } = getState();
    const underWay = batches.filter(({ state }, index) => state === 'loading' && index !== job.index).length;
    // What is under way will most likely be rejected, too, and is then given back; a reply that cannot be used is paid for.
    const areMany = underWay > FEW && key !== UNUSABLE_REPLY;
    const isLeft = step.kind === 'goes-on' || batches.some(({ state }) => state === 'waiting') || areMany;
    if (!health.isCommon(key) || !isLeft) return applyStep(job, step, retry);
    applyStep(job, interrupted(job, step, message));
    dispatch({ type: 'second-chances-planned', batches: health.rejectedAlike() });
    health.pause(kind, message);
  }

  function settleReply(ended: EndedBatch, text: string): void {
    const { job, call } = ended;
    const before = progressOf(job);
    const step = takeReply(job, before, call, text);
    if (isKept(call, before, step)) {
      noteTranslation(ended);
      return applyStep(job, step);
    }
    health.replied(ended.startedAt);
    // What is to be corrected tells nothing yet.
    if (step.kind === 'goes-on' && translationsOf(call.phrases, text).size > 0) return applyStep(job, step);
    reject(job, step, UNUSABLE_REPLY, 'differences', errorOf(step));
  }

  function settleCutOff(ended: EndedBatch, outcome: Failed): void {
    const { job, call } = ended;
    const { failure, text, usage } = outcome;
    const { kind, message } = failure;
    const before = progressOf(job);
    const step = takeCutOff(job, before, call, { message, text });
    const isFruitful = isKept(call, before, step);
    if (!isFruitful && effectOf(kind) === 'transient')
      return settleUnanswered(ended, outcome, notInVain(step.progress, before));
    if (isFruitful) noteTranslation(ended);
    else health.replied(ended.startedAt);
    if (isFruitful || (step.kind === 'goes-on' && trustedTextsOf(call.phrases, text).size > 0)) {
      applyStep(job, step);
      if (kind === 'cut-off' && step.kind === 'goes-on' && isMostlyReasoning(usage)) health.cutOff(message, true);
      return;
    }
    if (!lacksRoom(outcome)) return reject(job, step, UNUSABLE_REPLY, 'cut-off', message);
    applyStep(job, step);
    health.cutOff(message, false);
  }

  /** `more`: the batch's progress with the little that came. */
  function settleUnanswered({ job, startedAt }: EndedBatch, outcome: Failed, more?: BatchProgress): void {
    const { failure, text, usage, madeWith } = outcome;
    const goBack = () => (more ? applyStep(job, { kind: 'goes-on', progress: more }) : giveBack(job));
    if (!options.isOnline()) {
      goBack();
      return health.pauseOffline();
    }
    // It was not repeated, since the run is stopped: that tells nothing of the batch.
    if (isLastCall(getState().paused, batchOf(job))) return goBack();
    const now = clock.now();
    const isOutage = health.unanswered(job);
    const { answeredSince } = health;
    const endpoint = madeWith?.model.endpoint;
    const progress = more ?? progressOf(job);
    const call = { batch: job, progress, startedAt, failure, endpoint, text, usage, now, isOutage, answeredSince };
    const decision = decideRetry(getState(), call);
    applyStep(job, decision.step, decision.retry);
    if (decision.pause) dispatch({ type: 'run-paused', pause: decision.pause });
  }

  function settleFailed(ended: EndedBatch, outcome: Failed): void {
    const { kind } = outcome.failure;
    if (kind === 'cancelled') return giveBack(ended.job);
    // What fails late, or cannot be read as a whole, is a reply that was cut off: the complete pairs were paid for.
    const isCutOff = kind === 'cut-off' || (effectOf(kind) !== 'pause-run' && hasPart(ended, outcome));
    if (isCutOff) return settleCutOff(ended, outcome);
    if (effectOf(kind) === 'transient') return settleUnanswered(ended, outcome);
    health.replied(ended.startedAt);
    if (kind === 'rate-limit') return giveBack(ended.job);
    return isForLess(kind) ? settleForLess(ended, outcome) : settleRejected(ended, outcome);
  }

  function settleForLess(ended: EndedBatch, outcome: Failed): void {
    const { phrases, context } = ended.call;
    if (outcome.failure.kind === 'too-dear') return settleTooDear(ended, outcome);
    return phrases.length > 1 || context.length > 0 ? settleTooLarge(ended, outcome) : settleRejected(ended, outcome);
  }

  /** What is left of the balance pays for the lines of smaller calls, until it does not pay for one. */
  function settleTooDear(ended: EndedBatch, outcome: Failed): void {
    const { job, call } = ended;
    const { text, failure } = outcome;
    if (call.phrases.length > 1) return applyStep(job, takeRejection(job, progressOf(job), call, { ...failure, text }));
    settleRejected(ended, { ...outcome, failure: { ...failure, kind: 'quota' } });
  }

  /** It cost nothing. The lines around those that are asked for go first, of the batches that follow, too. */
  function settleTooLarge({ job, call }: EndedBatch, { failure, text }: Failed): void {
    const { kind, message } = failure;
    const isTold = room.refused(call, message) && !call.correction;
    if (call.context.length > 0 || isTold) return applyStep(job, { kind: 'goes-on', progress: progressOf(job) });
    applyStep(job, takeRejection(job, progressOf(job), call, { kind, message, text }));
  }

  /** Once there is money again, the rest is asked for at once. */
  function forgetParts(kind: PauseKind, job: BatchJob): void {
    const { atMost } = NO_PROGRESS;
    const progress = progressOf(job);
    if (kind === 'quota' && progress.atMost !== atMost)
      dispatch({ type: 'batch-answered', index: job.index, progress: { ...progress, atMost } });
  }

  function settleRejected(ended: EndedBatch, outcome: Failed): void {
    const { job, call } = ended;
    const { failure, text } = outcome;
    const { kind, message } = failure;
    if (effectOf(kind) !== 'pause-run') {
      const progress = progressOf(job);
      const step = takeRejection(job, progress, call, { kind, message, text });
      const isEmpty = (kind === 'malformed' || kind === 'only-thoughts') && text.trim() === '';
      const retry = isEmpty ? retryAfterEmpty(sendingOf(batchOf(job)).retry, clock.now()) : null;
      return reject(
        job,
        retry && isBegun(progress) ? { ...step, progress } : step,
        rejectionKey(failure),
        kind,
        message,
        retry,
      );
    }
    forgetParts(kind, job);
    if (hasPart(ended, outcome)) applyStep(job, takeCutOff(job, progressOf(job), call, { message, text }));
    else giveBack(job);
    health.pause(kind, message);
  }

  return {
    nextCall(job) {
      const call = nextCall(job, progressOf(job));
      if (!call) return undefined;
      const { replyFormat } = getState().options;
      return room.fit(call, (lines, withContext) => {
        const phrases = call.phrases.slice(0, lines);
        return {
          ...call,
          phrases,
          context: withContext ? contextFor(getState(), { ...call, phrases }) : [],
          ...notedOfCall(getState(), job.index, phrases),
          ...(replyFormat && { replyFormat }),
        };
      });
    },
    end: (job) => applyStep(job, finishBatch(job, progressOf(job))),
    started({ index }, at) {
      noteRoom();
      dispatch({ type: 'batch-started', index, at });
    },
    tokensUsed: ({ index }, usage) => dispatch({ type: 'tokens-used', index, usage }),
    giveBack,
    settle(ended, answered) {
      const outcome = plainOutcome(ended.call, answered);
      noteReplyForm(outcome);
      if (isTaken(ended, outcome)) noteProvenance(ended, outcome);
      return outcome.ok ? settleReply(ended, outcome.text) : settleFailed(ended, outcome);
    },
    settleThrown(job, error) {
      console.error(error);
      const message = errorText(error);
      if (isChunkError(error)) {
        giveBack(job);
        return health.pause('chunk', message);
      }
      applyStep(job, unfinished(job, progressOf(job), 'bug', message));
    },
  };
}

function hasPart({ call }: EndedBatch, outcome: TranslateOutcome): boolean {
  const isUnread = !outcome.ok && outcome.failure.kind === 'malformed';
  return isUnread ? isUsablePart(call.phrases, outcome.text) : trustedTextsOf(call.phrases, outcome.text).size > 0;
}

/** What the provider breaks off is no answer of the model's in vain. `before`: the progress before the call. */
const notInVain = (progress: BatchProgress, before: BatchProgress): BatchProgress => ({
  ...(isBegun(progress) ? progress : before),
  fruitless: 0,
});

const lacksRoom = ({ failure, text, usage }: Failed): boolean =>
  failure.kind === 'cut-off' && (text.trim() === '' || isMostlyReasoning(usage));

const isMostlyReasoning = (usage: Failed['usage']): boolean =>
  usage !== undefined && usage.reasoning * 2 > usage.output;
