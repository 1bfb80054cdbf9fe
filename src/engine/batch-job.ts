import { errorText, isChunkError } from '../lib/result.ts';
import { effectOf, isForLess } from '../providers/failure-kinds.ts';
import type { TranslateOutcome } from '../providers/provider.ts';
import { translationsOf } from '../translation/check-reply.ts';
import { isInPlace, isUsablePart, trustedTextsOf } from '../translation/usable-reply.ts';
import {
  type BatchProgress,
  isBegun,
  NO_PROGRESS,
  progressOf as progressIn,
  type Retry,
  sendingOf,
  textCount,
} from './batch.ts';
import {
  type BatchStep,
  errorOfStep,
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
import { type BatchJob, batchJob, type EndedCall, type FilmAccess, type SentOutcome } from './job.ts';
import { contextFor, MIXED_NOTES, notedOfCall, provenanceEvents } from './notes-of-batch.ts';
import { decideRetry, retryAfterEmpty } from './retry.ts';
import { type Around, eventsOf, type JobKind, rejectionKey, UNUSABLE_REPLY } from './run-health.ts';
import { unfinished } from './run-reducer.ts';
import { type FinishedBatch, isAsked, isLastCall, nextBatch, nextTry, type PauseKind } from './run-state.ts';

/** Near the end of a film this many batches may fail one by one: a pause would save no requests. */
const FEW = 3;

type EndedBatch = EndedCall<BatchJob>;
type Failed = Extract<SentOutcome, { ok: false }>;

/** Decides what the end of a batch's call means for the batch and for the run. */
function settling({ getState, dispatch }: FilmAccess, { health: healthOf, room, ...around }: Around) {
  const { isOnline, now } = around;
  const health = healthOf({ getState, dispatch });
  const batchOf = ({ index }: BatchJob) => getState().batches[index];
  const progressOf = (job: BatchJob) => progressIn(batchOf(job));
  const giveBack = ({ index }: BatchJob) => dispatch({ type: 'batch-returned', index });

  function noteTranslation(ended: EndedBatch): void {
    health.replied(ended.startedAt);
    health.translated();
  }

  /** True if the batch uses something of this answer. The text of a failure that pauses the run is used only if the batch had no texts before. */
  function isUsed(ended: EndedBatch, outcome: TranslateOutcome): boolean {
    const isReply = outcome.ok || effectOf(outcome.failure.kind) !== 'pause-run';
    const before = progressOf(ended.job);
    const isFirst = textCount(before) === 0 && !before.correcting;
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

  /** Stamp of the film notes behind the batch's texts from other answers. null: there are no such texts. */
  function notesOfOthers({ job, call }: EndedBatch, outcome: SentOutcome): string | null {
    const { textsNotes } = progressOf(job);
    if (textsNotes !== null || !call.correction) return textsNotes;
    // The corrected batch keeps those texts of the first answer that the corrective pass lacks.
    const { answer } = call.correction;
    const now = translationsOf(call.phrases, outcome.text);
    const kept = isInPlace(call.phrases, answer) ? [...translationsOf(call.phrases, answer).keys()] : [];
    return kept.some((number) => !now.has(number)) ? (batchOf(job)?.notesStamp ?? '') : null;
  }

  /** Reports a model that does not support the JSON schema for replies. */
  function noteReplyForm({ replyForm, madeWith }: SentOutcome): void {
    if (!madeWith || replyForm === undefined || replyForm === 'schema') return;
    dispatch({ type: 'reply-form-lowered', model: madeWith.model.id, form: replyForm });
  }

  /**
   * Removes speakers' names from the output of a failed batch as well: a person may continue with that output. Texts that were put together from several
   * answers have no names already.
   */
  function withoutNamesOfRest({ index, phrases }: BatchJob, made: FinishedBatch): FinishedBatch {
    const isFirstAnswer = made.result[1] === made.progress.correcting?.answer;
    const hasNone = made.namesTaken.length > 0 || (textCount(made.progress) > 0 && !isFirstAnswer);
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
  }

  /**
   * Handles a call with no usable text. If several batches fail for the same reason and none is translated between them, the run pauses: every other batch
   * would be rejected too, and the pause saves their cost.
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
    // The requests in flight will most likely be rejected, too; the pause then returns their batches to the queue. An unusable reply is different: it is paid
    // for.
    const areMany = underWay > FEW && key !== UNUSABLE_REPLY;
    const hasWaiting = around.areOthersUnfinished || batches.some(({ state }) => state === 'waiting');
    const isMoreToSend = step.kind === 'goes-on' || hasWaiting || areMany;
    if (!health.isCommon(key) || !isMoreToSend) return applyStep(job, step, retry);
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
    // A reply that still needs its corrective pass does not show whether the model is fit for the job.
    if (step.kind === 'goes-on' && translationsOf(call.phrases, text).size > 0) return applyStep(job, step);
    reject(job, step, UNUSABLE_REPLY, 'differences', errorOfStep(step));
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

  /** `more`: the batch's progress, if the broken-off answer brought a little. */
  function settleUnanswered({ job, startedAt }: EndedBatch, outcome: Failed, more?: BatchProgress): void {
    const { failure, text, usage, madeWith } = outcome;
    const goBack = () => (more ? applyStep(job, { kind: 'goes-on', progress: more }) : giveBack(job));
    if (!isOnline) {
      goBack();
      return health.pauseOffline();
    }
    // The run is stopped, so the transport did not repeat this call. Its failure shows nothing about the batch.
    if (isLastCall(getState().paused, batchOf(job))) return goBack();
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
    // If a reply fails late, or only parts of it are readable, it counts as cut off: its complete pairs are paid for.
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

  /** The rest of the balance may still pay for smaller calls. When it does not pay for a single line, the run pauses. */
  function settleTooDear(ended: EndedBatch, outcome: Failed): void {
    const { job, call } = ended;
    const { text, failure } = outcome;
    if (call.phrases.length > 1) return applyStep(job, takeRejection(job, progressOf(job), call, { ...failure, text }));
    settleRejected(ended, { ...outcome, failure: { ...failure, kind: 'quota' } });
  }

  /** A request that is too large costs nothing. First this and the following batches leave out the lines around the batch; then the batch is halved. */
  function settleTooLarge({ job, call }: EndedBatch, { failure, text }: Failed): void {
    const { kind, message } = failure;
    const isSizeKnown = room.refused(call, message) && !call.correction;
    if (call.context.length > 0 || isSizeKnown) return applyStep(job, { kind: 'goes-on', progress: progressOf(job) });
    applyStep(job, takeRejection(job, progressOf(job), call, { kind, message, text }));
  }

  /** The person will top up the account before the next call, so that call asks for the whole rest. */
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
      const retry = isEmpty ? retryAfterEmpty(sendingOf(batchOf(job)).retry, now) : null;
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
    complete: (job: BatchJob) => applyStep(job, finishBatch(job, progressOf(job))),
    settle(ended: EndedBatch, answered: SentOutcome) {
      const outcome = plainOutcome(ended.call, answered);
      noteReplyForm(outcome);
      if (isUsed(ended, outcome)) noteProvenance(ended, outcome);
      return outcome.ok ? settleReply(ended, outcome.text) : settleFailed(ended, outcome);
    },
    settleThrown(job: BatchJob, error: unknown) {
      const message = errorText(error);
      if (!isChunkError(error)) return applyStep(job, unfinished(job, progressOf(job), 'bug', message));
      giveBack(job);
      health.pause('chunk', message);
    },
  };
}

export const batchJobs: JobKind<BatchJob> = {
  next(state, now, order) {
    const index = nextBatch(state, order) ?? nextTry(state, now);
    return index === undefined ? undefined : batchJob(state.phrases, index);
  },
  call(state, job, room) {
    const call = nextCall(job, progressIn(state.batches[job.index]));
    if (!call) return undefined;
    const { replyFormat } = state.options;
    return room.fit(call, (lines, withContext) => {
      const phrases = call.phrases.slice(0, lines);
      return {
        ...call,
        phrases,
        context: withContext ? contextFor(state, { ...call, phrases }) : [],
        ...notedOfCall(state, job.index, phrases),
        ...(replyFormat && { replyFormat }),
      };
    });
  },
  started: ({ index }, at) => ({ type: 'batch-started', index, at }),
  settle: (state, ended, end, around) =>
    eventsOf(state, (film) => {
      const { settle, settleThrown } = settling(film, around);
      if ('thrown' in end) settleThrown(ended.job, end.thrown);
      else settle(ended, end);
    }),
  complete: (state, job, around) => eventsOf(state, (film) => settling(film, around).complete(job)),
  refused: (_, { message }) => [{ type: 'run-paused', pause: { reason: 'failure', kind: 'limit', message } }],
  gaveBack: (_, { index }) => [{ type: 'batch-returned', index }],
};

function hasPart({ call }: EndedBatch, outcome: TranslateOutcome): boolean {
  const isUnread = !outcome.ok && outcome.failure.kind === 'malformed';
  return isUnread ? isUsablePart(call.phrases, outcome.text) : trustedTextsOf(call.phrases, outcome.text).size > 0;
}

/** A reply that the provider broke off does not count as a fruitless answer of the model. `before`: the progress before the call. */
const notInVain = (progress: BatchProgress, before: BatchProgress): BatchProgress => ({
  ...(isBegun(progress) ? progress : before),
  fruitless: 0,
});

const lacksRoom = ({ failure, text, usage }: Failed): boolean =>
  failure.kind === 'cut-off' && (text.trim() === '' || isMostlyReasoning(usage));

const isMostlyReasoning = (usage: Failed['usage']): boolean =>
  usage !== undefined && usage.reasoning * 2 > usage.output;
