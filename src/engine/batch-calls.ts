import { languageOfPrompt } from '../languages/prompt-language.ts';
import { textsWithoutNames } from '../notes/notes-text.ts';
import { effectOf, type FailureKind, isForLess } from '../providers/failure-kinds.ts';
import type { Phrase } from '../subtitles/document.ts';
import type { Batch } from '../translation/batch.ts';
import { formatReply, setTexts, translationsOf, validateBatch } from '../translation/check-reply.ts';
import { plainReply } from '../translation/plain-reply.ts';
import { readReply } from '../translation/read-reply.ts';
import { isInPlace, isUsablePart, textsWithBreaks, trustedTextsOf } from '../translation/usable-reply.ts';
import { wholeOutput } from '../translation/whole-output.ts';
import {
  type BatchFailure,
  type BatchProgress,
  type FailedBatch,
  NO_PROGRESS,
  type Retry,
  textCount,
} from './batch.ts';
import type { Call, SentOutcome } from './job.ts';
import { type FinishedStep, textsAsOutput, unfinished } from './run-reducer.ts';

/**
 * One batch's calls (specification, section 4, "Translation pipeline per batch"). Pure: what was answered is part of the state, so
 * that a batch can be stopped or reloaded after any call and nothing is asked for twice.
 */

export type BatchStep =
  /** Another call is needed. */
  { readonly kind: 'goes-on'; readonly progress: BatchProgress } | FinishedStep;

/** Most answers of one batch, one after another, that bring nothing new, or next to nothing: each of them costs money. */
const MOST_FRUITLESS_ANSWERS = 3;

/** A model that stops behind each line would be asked for a batch twenty times: what brings less than a quarter of what was asked for is fruitless, too. */
const isFruitful = (call: Call, before: BatchProgress, after: BatchProgress): boolean =>
  4 * (textCount(after) - textCount(before)) >= call.phrases.length;

/**
 * undefined: nothing is left to ask for; `finishBatch` tells how the batch ends. A call asks for at least one phrase, whatever the
 * progress says: a project file can say anything.
 */
export function nextCall(batch: Batch, progress: BatchProgress): Call | undefined {
  const { correcting, atMost } = progress;
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
export function takeReply(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const errors = validateBatch(call.phrases, reply);
  const [error] = errors;
  if (error === undefined) return takeSound(batch, progress, call, reply);
  const whole = wholeOutput(call.phrases, reply);
  if (whole !== undefined) return takeSound(batch, progress, call, whole);
  if (isUsablePart(call.phrases, reply))
    return takeCutOff(batch, progress, call, { message: error, text: reply, failure: 'differences' });
  const taken = call.correction ? withTextsInPlace(progress, call, reply) : progress;
  if (call.correction && isWholeBatch(batch, call)) {
    // Each answer may lack what the other has. One that has every line and is wrong in another way fails as specified.
    const isPart = translationsOf(call.phrases, reply).size < call.phrases.length;
    if (isPart && openPhrases(batch, taken).length === 0) return finishBatch(batch, { ...taken, corrected: true });
    const { output, namesTaken } = withoutNames(call, reply);
    const progress = { ...NO_PROGRESS, texts: taken.texts, namesTaken: taken.namesTaken };
    return { ...ENDED, result: [error, output || reply], failure: 'differences', namesTaken, progress };
  }
  const isInVain = textCount(taken) === textCount(progress) && translationsOf(call.phrases, reply).size === 0;
  const fruitless = progress.fruitless + 1;
  if (isInVain && fruitless >= MOST_FRUITLESS_ANSWERS) return unfinished(batch, taken, 'differences', error, reply);
  const counted = isInVain ? { ...taken, fruitless } : taken;
  if (call.correction) return finishOrGoOn(batch, givenUp(counted, call, error, 'differences'));
  const numbers = call.phrases.map(({ number }) => number);
  return { kind: 'goes-on', progress: { ...counted, correcting: { numbers, answer: reply, errors } } };
}

const ENDED = { kind: 'finished', progress: NO_PROGRESS, corrected: false } as const;

function takeSound(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const isCorrection = call.correction !== undefined;
  if (isWholeBatch(batch, call)) {
    const { output, namesTaken } = withoutNames(call, reply);
    return { ...ENDED, result: ['', output], failure: null, corrected: isCorrection, namesTaken };
  }
  const taken = withTexts(progress, call, reply);
  return finishOrGoOn(batch, { ...taken, corrected: taken.corrected || isCorrection });
}

/**
 * After a reply that the length limit cut off: keeps its complete pairs and asks for the rest. After a fruitless call, asks for half as
 * many phrases, up to MOST_FRUITLESS_ANSWERS.
 */
export function takeCutOff(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  {
    message,
    text,
    failure = 'cut-off',
  }: { readonly message: string; readonly text: string; readonly failure?: 'cut-off' | 'differences' },
): BatchStep {
  const taken = withTexts(withTextsInPlace(progress, call, ''), call, text);
  if (isFruitful(call, progress, taken)) return finishOrGoOn(batch, taken);
  const fruitless = progress.fruitless + 1;
  const halved = { ...taken, fruitless, atMost: Math.ceil(call.phrases.length / 2) };
  if (fruitless < MOST_FRUITLESS_ANSWERS && call.phrases.length > 1) return { kind: 'goes-on', progress: halved };
  const kept = textCount(taken) > textCount(progress) ? taken : progress;
  return unfinished(batch, kept, failure, message, text);
}

/**
 * After a rejection: what is too large, or too dear, is asked for in halves; a refused part is given up and the other parts are still asked for; any other
 * rejection fails the batch.
 */
export function takeRejection(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  { kind, message, text }: { readonly kind: FailureKind; readonly message: string; readonly text: string },
): BatchStep {
  if (isForLess(kind) && call.phrases.length > 1) {
    const taken = withTextsInPlace(progress, call, '');
    return finishOrGoOn(batch, { ...taken, atMost: Math.ceil(call.phrases.length / 2) });
  }
  if (kind === 'refused' && !isWholeBatch(batch, call)) {
    return finishOrGoOn(batch, givenUp(withTextsInPlace(progress, call, ''), call, message, kind));
  }
  const taken = { ...withTextsInPlace(progress, call, ''), correcting: progress.correcting };
  const failed = unfinished(batch, taken, kind, message, text);
  return call.correction && isWholeBatch(batch, call)
    ? { ...failed, result: [message, call.correction.answer], namesTaken: [] }
    : failed;
}

/** Phrases that the slowest model is still asked for at once: each call has prompt and context as well. */
const FEWEST_AT_ONCE = 5;

/**
 * After a time-out: a slow model, or one that goes on without end, may answer half as many phrases. A corrective pass, which is of all its
 * phrases, is repeated once; after that the first answer’s texts that are in their places stay.
 */
export function inLessTime(batch: Batch, before: BatchProgress, retry: Retry | null): BatchProgress {
  if (before.correcting && !retry) return before;
  const progress = correctionGivenUp(batch, before);
  const open = openPhrases(batch, progress).length;
  return { ...progress, atMost: Math.max(FEWEST_AT_ONCE, Math.ceil(Math.min(open, progress.atMost) / 2)) };
}

/** Progress without its corrective pass: the first answer's texts that are in their places stay, and are not requested again. */
export function correctionGivenUp(batch: Batch, progress: BatchProgress): BatchProgress {
  const call = progress.correcting ? nextCall(batch, progress) : undefined;
  return call ? withTextsInPlace(progress, call, '') : progress;
}

/** What a person's Retry of a failed batch starts with: the texts answered before, or those of the edited output. */
export function progressForRetry(
  batch: Batch,
  { progress, failure, edited, namesTaken, result }: FailedBatch,
  inHalves: boolean,
): BatchProgress {
  // A corrective pass that network or server failed is repeated; one that was rejected would be rejected again.
  const isRepeated = !inHalves && !edited && isUnanswered(failure);
  const brought = isRepeated || edited ? progress : correctionGivenUp(batch, progress);
  const texts = edited ? Object.fromEntries(translationsOf(batch.phrases, result[1])) : brought.texts;
  const count = textCount({ texts });
  // If no phrase is missing, Retry asks for all of them again.
  const isPart = count > 0 && count < batch.phrases.length;
  const kept = isPart ? { ...NO_PROGRESS, texts, namesTaken: edited ? namesTaken : brought.namesTaken } : NO_PROGRESS;
  return isRepeated ? { ...kept, correcting: progress.correcting } : kept;
}

const isUnanswered = (failure: BatchFailure): boolean =>
  failure === 'bug' || (failure !== 'differences' && effectOf(failure) === 'transient');

/** Ends a batch that has nothing left to ask for. */
export function finishBatch(batch: Batch, progress: BatchProgress): FinishedStep {
  const { givenUp: given, corrected, namesTaken, texts } = progress;
  if (given) return unfinished(batch, progress, given.failure, given.error);
  return { ...ENDED, result: ['', textsAsOutput(batch, texts) ?? ''], failure: null, corrected, namesTaken };
}

/** Enough of the answer is part of the batch from now on. */
export const isKept = (call: Call, before: BatchProgress, step: BatchStep): boolean =>
  (step.kind === 'finished' && step.failure === null) || isFruitful(call, before, step.progress);

/** Why the batch needs another call, or has failed: never empty. */
export const errorOfStep = (step: BatchStep): string =>
  step.kind === 'finished'
    ? step.result[0]
    : (step.progress.correcting?.errors[0] ?? step.progress.givenUp?.error ?? 'The reply holds no translation.');

/** Ends a batch that needs another call, so that its reply is shown; after Resume the batch continues where it was. */
export const interrupted = (batch: Batch, step: BatchStep, error: string): BatchStep =>
  step.kind === 'finished'
    ? step
    : { ...unfinished(batch, step.progress, 'differences', error), progress: step.progress };

/** What was answered, with the reply as one object of numbers and texts; what a provider's adapter could not read may be one, too. */
export function plainOutcome(call: Call, outcome: SentOutcome): SentOutcome {
  const text = plainReply(call.phrases, outcome.text, () => languageOfPrompt(outcome.madeWith?.prompt ?? ''));
  if (outcome.ok || outcome.failure.kind !== 'malformed' || text === outcome.text) return { ...outcome, text };
  const { failure: _, ...answered } = outcome;
  return readReply(text).keys === undefined ? { ...outcome, text } : { ...answered, ok: true, text };
}

const finishOrGoOn = (batch: Batch, progress: BatchProgress): BatchStep =>
  openPhrases(batch, progress).length > 0 ? { kind: 'goes-on', progress } : finishBatch(batch, progress);

/** The phrases that have no text and are not given up. */
const openPhrases = ({ phrases }: Batch, { texts, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));

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
  const taken = cleanTexts(call, trusted);
  return {
    ...rest,
    fruitless: 0,
    texts: { ...rest.texts, ...taken.texts },
    namesTaken: [...rest.namesTaken.filter((number) => !trusted.has(number)), ...taken.namesTaken],
  };
}

/** Texts of a reply, by number, with true line breaks and without names at their beginning, and the numbers of those that had one. */
export function cleanTexts(
  call: Call,
  found: ReadonlyMap<number, string>,
): { readonly texts: Readonly<Record<number, string>>; readonly namesTaken: readonly number[] } {
  const texts = new Map([...found, ...textsWithBreaks(call.phrases, found)]);
  const named = textsWithoutNames(call, texts);
  return { texts: Object.fromEntries([...texts, ...named]), namesTaken: [...named.keys()] };
}

/** The reply to a whole batch as an output, with true line breaks, without names at the beginning of its texts, and the numbers of those that had one. */
export function withoutNames(
  call: Pick<Call, 'phrases' | 'names'>,
  reply: string,
): { readonly output: string; readonly namesTaken: readonly number[] } {
  const written = formatReply(reply);
  const broken = textsWithBreaks(call.phrases, translationsOf(call.phrases, written));
  const output = (broken.size > 0 && setTexts(written, broken)) || written;
  const named = textsWithoutNames(call, translationsOf(call.phrases, output));
  if (named.size === 0) return { output, namesTaken: [] };
  return { output: setTexts(output, named) ?? output, namesTaken: [...named.keys()] };
}

/**
 * After a failed corrective pass: adds the usable texts of both answers, each only if its texts are in their places. A reply without its first
 * or last key may have merged two lines, so that all others stand one line off.
 */
function withTextsInPlace(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  return [call.correction?.answer ?? '', reply]
    .filter((answer) => isInPlace(call.phrases, answer))
    .reduce((taken, answer) => withTexts(taken, call, answer), withoutCorrection(progress));
}

const withoutCorrection = (progress: BatchProgress): BatchProgress => ({ ...progress, correcting: null });

/** Stops asking for the call's phrases without a text; the batch's error is the first one. */
function givenUp(
  progress: BatchProgress,
  call: Call,
  error: string,
  failure: NonNullable<BatchProgress['givenUp']>['failure'],
): BatchProgress {
  const numbers = call.phrases.map(({ number }) => number).filter((number) => !Object.hasOwn(progress.texts, number));
  const before = progress.givenUp ?? { numbers: [], error, failure };
  return { ...progress, givenUp: { ...before, numbers: [...before.numbers, ...numbers] } };
}
