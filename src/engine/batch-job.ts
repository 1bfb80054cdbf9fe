import { memoizeByObject } from '../lib/memo.ts';
import { errorText, isChunkError } from '../lib/result.ts';
import { textsWithoutNames } from '../notes/speaker-names.ts';
import { type FailureKind, modelKey, type TranslateOutcome } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Batch, BatchResult } from '../translation/batch.ts';
import {
  formatReply,
  hasEveryKey,
  isUsablePart,
  setTexts,
  textsWithBreaks,
  translationsOf,
  trustedTextsOf,
  validateBatch,
  wholeOutput,
} from '../translation/check-reply.ts';
import type { BatchJob, Call, EndedCall, JobKind, RunOptions, SentOutcome } from './job.ts';
import { contextFor, MIXED_NOTES, notedOfCall, provenanceEvents } from './notes-of-batch.ts';
import {
  decideRetry,
  effectOf,
  type FinishedStep,
  openPhrases,
  outputOf,
  type Retry,
  retryAfterEmpty,
  unfinished,
} from './retry.ts';
import { type RunHealth, rejectionKey, UNUSABLE_REPLY } from './run-health.ts';
import { type BatchProgress, isLastCall, type PauseKind } from './run-state.ts';

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

  /** Something of it can be used, and is: of a failure that is no reply, and no late one, only where nothing came before. */
  function isTaken(ended: EndedBatch, outcome: TranslateOutcome): boolean {
    const isReply = outcome.ok || effectOf(outcome.failure.kind) !== 'pause-run';
    const isFirst = Object.keys(progressOf(ended.job)).length === 0;
    return (isReply || isFirst) && hasPart(ended, outcome);
  }

  function noteProvenance(ended: EndedBatch, outcome: SentOutcome): void {
    const { index } = ended.job;
    const stamp = ended.call.notesStamp;
    const others = notesOfOthers(ended, outcome);
    const isMixed = others !== undefined && others !== (stamp ?? '');
    const events = provenanceEvents(getState(), index, outcome.madeWith, isMixed ? MIXED_NOTES : stamp);
    for (const event of events) dispatch(event);
  }

  /** The notes that the texts beside this answer were made with; undefined: there are none. */
  function notesOfOthers({ job, call }: EndedBatch, outcome: SentOutcome): string | undefined {
    const { partsNotes, notesStamp = '' } = detailsOf(job);
    if (partsNotes !== undefined || !call.correction) return partsNotes;
    // Of the answer that was to be corrected is kept what the corrective pass does not have.
    const { answer } = call.correction;
    const now = translationsOf(call.phrases, outcome.text);
    const kept = hasEveryKey(call.phrases, answer) ? [...translationsOf(call.phrases, answer).keys()] : [];
    return kept.some((number) => !now.has(number)) ? notesStamp : undefined;
  }

  const toldForms = memoizeByObject((_film: readonly Phrase[]) => new Set<string>());

  /** A model that does not take the schema is told of once a film. */
  function noteReplyForm({ replyForm, madeWith }: SentOutcome): void {
    if (!madeWith || replyForm === undefined || replyForm === 'schema') return;
    const told = `${modelKey(madeWith.model)} ${replyForm}`;
    const known = toldForms(getState().phrases);
    if (known.has(told)) return;
    known.add(told);
    dispatch({ type: 'reply-form-lowered', model: madeWith.model.id, form: replyForm });
  }

  /** What is shown of a failed batch has no names either: a person may go on with it. Where texts were put together, they have none. */
  function withoutNamesOfRest<Made extends Omit<FinishedStep, 'kind'>>({ index, phrases }: BatchJob, made: Made): Made {
    if (made.failure === undefined || made.namesTaken || made.progress?.texts) return made;
    const [error, reply] = made.result;
    const { output, namesTaken } = withoutNames({ phrases, ...notedOfCall(getState(), index, phrases) }, reply);
    return namesTaken ? { ...made, result: [error, output], namesTaken } : made;
  }

  function applyStep(job: BatchJob, step: BatchStep, retry?: Retry): void {
    const { index } = job;
    if (step.kind === 'goes-on') return dispatch({ type: 'batch-answered', index, progress: step.progress });
    const { kind: _, ...made } = step;
    const finished = withoutNamesOfRest(job, made);
    health.failedWith(index, finished.result);
    dispatch({ type: 'batch-finished', index, ...finished, ...(retry && { retry }) });
    options.onBatchFinished();
  }

  /**
   * Nothing in the call can be used. Several alike with no translation between them pause the run, for every other batch would
   * be rejected too: what is left to send is spared.
   */
  function reject(job: BatchJob, step: BatchStep, key: string, kind: PauseKind, message: string, retry?: Retry): void {
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
    if (!health.isCommon(key) || !isLeft) return applyStep(job, step, retry);
    applyStep(job, interrupted(job, step, message));
    dispatch({ type: 'second-chances-planned', batches: health.rejectedAlike() });
    health.pause(kind, message);
  }

  function settleReply(ended: EndedBatch, text: string): void {
    const { job, call } = ended;
    const before = progressOf(job);
    const step = takeReply(job, before, call, text);
    if (isKept(before, step)) {
      noteTranslation(ended);
      return applyStep(job, step);
    }
    health.replied(ended.startedAt);
    // What is to be corrected tells nothing yet.
    if (step.kind === 'goes-on' && translationsOf(call.phrases, text).size > 0) return applyStep(job, step);
    reject(job, step, UNUSABLE_REPLY, 'differences', errorOf(step));
  }

  function settleCutOff(ended: EndedBatch, { failure, text, usage }: Failed): void {
    const { job, call } = ended;
    const { kind, message } = failure;
    const step = takeCutOff(job, progressOf(job), call, { message, text });
    if (trustedTextsOf(call.phrases, text).size > 0) {
      noteTranslation(ended);
      applyStep(job, step);
      if (kind === 'cut-off' && step.kind === 'goes-on' && isMostlyReasoning(usage)) health.cutOff(message, true);
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
      const progress = progressOf(job);
      const step = takeRejection(job, progress, call, { kind, message, text });
      const isEmpty = kind === 'malformed' && text.trim() === '';
      const retry = isEmpty ? retryAfterEmpty(detailsOf(job).retry, clock.now()) : undefined;
      const isBegun = Object.keys(progress).length > 0;
      return reject(job, retry && isBegun ? { ...step, progress } : step, rejectionKey(failure), kind, message, retry);
    }
    if (hasPart(ended, outcome)) applyStep(job, takeCutOff(job, progressOf(job), call, { message, text }));
    else giveBack(job);
    health.pause(kind, message);
  }

  return {
    nextCall(job) {
      const call = nextCall(job, progressOf(job));
      if (!call) return undefined;
      const { replyFormat } = getState().options;
      return {
        ...call,
        context: contextFor(getState(), call),
        ...notedOfCall(getState(), job.index, call.phrases),
        ...(replyFormat && { replyFormat }),
      };
    },
    end: (job) => applyStep(job, finishBatch(job, progressOf(job))),
    started: ({ index }, at) => dispatch({ type: 'batch-started', index, at }),
    tokensUsed: ({ index }, usage) => dispatch({ type: 'tokens-used', index, usage }),
    giveBack,
    overLimit: (_, message) => dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'limit', message } }),
    settle(ended, outcome) {
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
      applyStep(job, { ...unfinished(job, progressOf(job), message), failure: 'bug' });
    },
  };
}

function hasPart({ call }: EndedBatch, outcome: TranslateOutcome): boolean {
  const isUnread = !outcome.ok && outcome.failure.kind === 'malformed';
  return isUnread ? isUsablePart(call.phrases, outcome.text) : trustedTextsOf(call.phrases, outcome.text).size > 0;
}

const isMostlyReasoning = (usage: Failed['usage']): boolean =>
  usage !== undefined && usage.reasoning * 2 > usage.output;

/**
 * One batch's calls (specification, section 4, "Translation pipeline per batch"). Pure: what was answered is part of the state, so
 * that a batch can be stopped or reloaded after any call and nothing is asked for twice.
 */

type BatchStep =
  /** Another call is needed. */
  { readonly kind: 'goes-on'; readonly progress: BatchProgress } | FinishedStep;

/** Most answers of one batch, one after another, that bring nothing new: each of them costs money. */
const MOST_FRUITLESS_ANSWERS = 3;

/**
 * undefined: nothing is left to ask for; `finishBatch` tells how the batch ends. A call asks for at least one phrase, whatever the
 * progress says: a project file can say anything.
 */
function nextCall(batch: Batch, progress: BatchProgress = {}): Call | undefined {
  const { correcting, atMost = batch.phrases.length } = progress;
  if (correcting) {
    const { numbers, answer, errors } = correcting;
    const phrases = batch.phrases.filter(({ number }) => numbers.includes(number));
    if (phrases.length > 0) return { ...callFor(batch, phrases), correction: { answer, errors } };
  }
  const open = openPhrases(batch, progress);
  return open.length === 0 ? undefined : callFor(batch, open.slice(0, Math.max(1, atMost)));
}

/**
 * After a complete reply: what is whole but for its form is taken, a part of what is broken is kept and the rest asked for; other differences get
 * one corrective pass. Those that stay fail the batch, or the part that was asked for; the last of
 * MOST_FRUITLESS_ANSWERS fails the batch.
 */
function takeReply(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const errors = validateBatch(call.phrases, reply);
  const [error] = errors;
  if (error === undefined) return takeSound(batch, progress, call, reply);
  const whole = wholeOutput(call.phrases, reply);
  if (whole !== undefined) return takeSound(batch, progress, call, whole);
  if (isUsablePart(call.phrases, reply)) return takeCutOff(batch, progress, call, { message: error, text: reply });
  const taken = call.correction ? withTextsIfComplete(progress, call, reply) : progress;
  if (call.correction && isWholeBatch(batch, call)) {
    const { output, ...named } = withoutNames(call, reply);
    const result: BatchResult = [error, output || reply];
    return { kind: 'finished', result, failure: 'differences', ...named, ...textsOf(taken) };
  }
  const isInVain = textCount(taken) === textCount(progress) && translationsOf(call.phrases, reply).size === 0;
  const fruitless = (progress.fruitless ?? 0) + 1;
  if (isInVain && fruitless >= MOST_FRUITLESS_ANSWERS)
    return { ...unfinished(batch, taken, error, reply), failure: 'differences' };
  const counted = isInVain ? { ...taken, fruitless } : taken;
  if (call.correction) return finishOrGoOn(batch, givenUp(counted, call, error, 'differences'));
  const numbers = call.phrases.map(({ number }) => number);
  return { kind: 'goes-on', progress: { ...counted, correcting: { numbers, answer: reply, errors } } };
}

function takeSound(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const corrected = call.correction ? { corrected: true } : {};
  if (isWholeBatch(batch, call)) {
    const { output, ...named } = withoutNames(call, reply);
    return { kind: 'finished', result: ['', output], ...corrected, ...named };
  }
  return finishOrGoOn(batch, { ...withTexts(progress, call, reply), ...corrected });
}

/** What Retry need not ask for again. */
const textsOf = ({ texts, namesTaken }: BatchProgress): Pick<FinishedStep, 'progress'> =>
  texts ? { progress: { texts, ...(namesTaken && { namesTaken }) } } : {};

/**
 * After a reply that the length limit cut off: keeps its complete pairs and asks for the rest. After a call that brought
 * nothing, asks for half as many phrases, up to MOST_FRUITLESS_ANSWERS.
 */
function takeCutOff(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  { message, text }: { readonly message: string; readonly text: string },
): BatchStep {
  const taken = withTexts(withTextsIfComplete(progress, call, ''), call, text);
  if (textCount(taken) > textCount(progress)) return finishOrGoOn(batch, taken);
  const fruitless = (progress.fruitless ?? 0) + 1;
  const halved = { ...taken, fruitless, atMost: Math.ceil(call.phrases.length / 2) };
  if (fruitless < MOST_FRUITLESS_ANSWERS && call.phrases.length > 1) return { kind: 'goes-on', progress: halved };
  return takeRejection(batch, progress, call, { kind: 'cut-off', message, text });
}

/** After a rejection: a refused part is given up and the other parts are still asked for; any other rejection fails the batch. */
function takeRejection(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  { kind, message, text }: { readonly kind: FailureKind; readonly message: string; readonly text: string },
): BatchStep {
  if (kind === 'refused' && !isWholeBatch(batch, call)) {
    return finishOrGoOn(batch, givenUp(withoutCorrection(progress), call, message, kind));
  }
  return { ...unfinished(batch, progress, message, text), failure: kind };
}

/** Ends a batch that has nothing left to ask for. */
function finishBatch(batch: Batch, progress: BatchProgress): FinishedStep {
  const { givenUp: given, corrected, namesTaken } = progress;
  if (given) return { ...unfinished(batch, progress, given.error), failure: given.failure };
  return {
    kind: 'finished',
    result: ['', outputOf(batch, progress) ?? ''],
    ...(corrected && { corrected }),
    ...(namesTaken && { namesTaken }),
  };
}

/** Something of the answer is part of the batch from now on. */
const isKept = (before: BatchProgress, step: BatchStep): boolean =>
  (step.kind === 'finished' && step.failure === undefined) || textCount(step.progress ?? {}) > textCount(before);

/** Why the batch needs another call, or has failed: never empty. */
const errorOf = (step: BatchStep): string =>
  step.kind === 'finished'
    ? step.result[0]
    : (step.progress.correcting?.errors[0] ?? step.progress.givenUp?.error ?? 'The reply holds no translation.');

/** Ends a batch that needs another call, so that its reply is shown; after Resume the batch continues where it was. */
const interrupted = (batch: Batch, step: BatchStep, error: string): BatchStep =>
  step.kind === 'finished'
    ? step
    : { ...unfinished(batch, step.progress, error), failure: 'differences', progress: step.progress };

const finishOrGoOn = (batch: Batch, progress: BatchProgress): BatchStep =>
  openPhrases(batch, progress).length > 0 ? { kind: 'goes-on', progress } : finishBatch(batch, progress);

const isWholeBatch = (batch: Batch, call: Call): boolean => call.phrases.length === batch.phrases.length;

/** The context of a later part is the batch's phrases before that part. */
function callFor(batch: Batch, phrases: readonly Phrase[]): Call {
  const before = batch.phrases.findIndex(({ number }) => number === phrases[0]?.number);
  return { phrases, context: before > 0 ? batch.phrases.slice(0, before) : batch.context };
}

/** Adds the reply's usable texts, only for the phrases that were asked for. */
function withTexts(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  const trusted = trustedTextsOf(call.phrases, reply);
  const rest = withoutCorrection(progress);
  if (trusted.size === 0) return rest;
  const taken = new Map([...trusted, ...textsWithBreaks(call.phrases, trusted)]);
  const { fruitless: _, namesTaken = [], ...fruitful } = rest;
  const named = textsWithoutNames(call, taken);
  const numbers = [...namesTaken.filter((number) => !taken.has(number)), ...named.keys()];
  return {
    ...fruitful,
    texts: { ...rest.texts, ...Object.fromEntries([...taken, ...named]) },
    ...(numbers.length > 0 && { namesTaken: numbers }),
  };
}

/** The reply to a whole batch as an output, with true line breaks, without names at the beginning of its texts, and the numbers of those that had one. */
function withoutNames(
  call: Pick<Call, 'phrases' | 'names'>,
  reply: string,
): { readonly output: string; readonly namesTaken?: readonly number[] } {
  const written = formatReply(reply);
  const broken = textsWithBreaks(call.phrases, translationsOf(call.phrases, written));
  const output = (broken.size > 0 && setTexts(written, broken)) || written;
  const named = textsWithoutNames(call, translationsOf(call.phrases, output));
  if (named.size === 0) return { output };
  return { output: setTexts(output, named) ?? output, namesTaken: [...named.keys()] };
}

/**
 * After a failed corrective pass: adds the usable texts of both answers, each only if the answer has every key. A missing
 * key can mean that two lines were merged and all later ones stand one line off.
 */
function withTextsIfComplete(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  return [call.correction?.answer ?? '', reply]
    .filter((answer) => hasEveryKey(call.phrases, answer))
    .reduce((taken, answer) => withTexts(taken, call, answer), withoutCorrection(progress));
}

function withoutCorrection({ correcting: _, ...rest }: BatchProgress): BatchProgress {
  return rest;
}

/** Stops asking for the call's phrases without a text; the batch's error is the first one. */
function givenUp(
  progress: BatchProgress,
  call: Call,
  error: string,
  failure: NonNullable<BatchProgress['givenUp']>['failure'],
): BatchProgress {
  const numbers = call.phrases
    .map(({ number }) => number)
    .filter((number) => !Object.hasOwn(progress.texts ?? {}, number));
  const before = progress.givenUp ?? { numbers: [], error, failure };
  return { ...progress, givenUp: { ...before, numbers: [...before.numbers, ...numbers] } };
}

const textCount = ({ texts = {} }: BatchProgress): number => Object.keys(texts).length;
