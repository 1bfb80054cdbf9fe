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
 * Decides the calls of one batch (specification, section 4, "Translation pipeline per batch"). Pure: the answers so far are part of the state. So a batch can
 * be stopped or reloaded after any call, and no phrase is asked for twice.
 */

export type BatchStep =
  /** Another call is needed. */
  { readonly kind: 'goes-on'; readonly progress: BatchProgress } | FinishedStep;

/** After this many answers in a row with little or nothing new, a batch fails: each answer costs money. */
const MOST_FRUITLESS_ANSWERS = 3;

/**
 * An answer with less than a quarter of the requested phrases counts as fruitless, too. Otherwise a model that stops after each line would get twenty calls for
 * one batch.
 */
const isFruitful = (call: Call, before: BatchProgress, after: BatchProgress): boolean =>
  4 * (textCount(after) - textCount(before)) >= call.phrases.length;

/**
 * undefined: all phrases are answered, and `finishBatch` decides how the batch ends. A call asks for at least one phrase, even if a damaged project file
 * contains a wrong progress.
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
 * Handles a complete reply. Differences of form alone are mended. If a part of a broken reply is usable, that part is stored and the next call asks for the
 * rest. Other differences get one corrective pass; if they remain, they fail the batch or the requested part. The last of MOST_FRUITLESS_ANSWERS fails the
 * batch.
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
    // Two incomplete answers may complete each other. An answer that has every line but is wrong in another way fails as specified.
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
 * Handles a reply that the length limit cut off: stores its complete pairs, and the next call asks for the rest. After a fruitless reply the next call asks for
 * half as many phrases, until MOST_FRUITLESS_ANSWERS is reached.
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
 * Handles a rejection. If the request was too large or too expensive, the next calls ask for halves. If the model refused a part, the other parts are still
 * requested. Any other rejection fails the batch.
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

/** Even for the slowest model a call asks for at least this many phrases: each call pays for prompt and context again. */
const FEWEST_AT_ONCE = 5;

/**
 * Handles a time-out: a slow model, or one that never stops writing, may manage half as many phrases. A corrective pass needs all its phrases, so it is
 * repeated once. After that the batch ends with the first answer’s texts that are in place.
 */
export function inLessTime(batch: Batch, before: BatchProgress, retry: Retry | null): BatchProgress {
  if (before.correcting && !retry) return before;
  const progress = correctionGivenUp(batch, before);
  const open = openPhrases(batch, progress).length;
  return { ...progress, atMost: Math.max(FEWEST_AT_ONCE, Math.ceil(Math.min(open, progress.atMost) / 2)) };
}

/** The progress without its corrective pass. The first answer's texts that are in place stay and are not requested again. */
export function correctionGivenUp(batch: Batch, progress: BatchProgress): BatchProgress {
  const call = progress.correcting ? nextCall(batch, progress) : undefined;
  return call ? withTextsInPlace(progress, call, '') : progress;
}

/** What a person's Retry of a failed batch begins with: the texts from earlier answers, or those in the edited output. */
export function progressForRetry(
  batch: Batch,
  { progress, failure, edited, namesTaken, result }: FailedBatch,
  inHalves: boolean,
): BatchProgress {
  // A corrective pass that failed because of network or server is repeated. One that the provider rejected would be rejected again.
  const isRepeated = !inHalves && !edited && isUnanswered(failure);
  const brought = isRepeated || edited ? progress : correctionGivenUp(batch, progress);
  const texts = edited ? Object.fromEntries(translationsOf(batch.phrases, result[1])) : brought.texts;
  const count = textCount({ texts });
  // If no phrase is missing, Retry asks for all phrases again.
  const isPart = count > 0 && count < batch.phrases.length;
  const kept = isPart ? { ...NO_PROGRESS, texts, namesTaken: edited ? namesTaken : brought.namesTaken } : NO_PROGRESS;
  return isRepeated ? { ...kept, correcting: progress.correcting } : kept;
}

const isUnanswered = (failure: BatchFailure): boolean =>
  failure === 'bug' || (failure !== 'differences' && effectOf(failure) === 'transient');

/** Ends a batch whose calls are all answered. */
export function finishBatch(batch: Batch, progress: BatchProgress): FinishedStep {
  const { givenUp: given, corrected, namesTaken, texts } = progress;
  if (given) return unfinished(batch, progress, given.failure, given.error);
  return { ...ENDED, result: ['', textsAsOutput(batch, texts) ?? ''], failure: null, corrected, namesTaken };
}

/** True if the batch uses this answer: a fruitful part, a finished batch without an error, or a corrected reply. */
export const isKept = (call: Call, before: BatchProgress, step: BatchStep): boolean =>
  (step.kind === 'finished' && step.failure === null) || isFruitful(call, before, step.progress);

/** The reason why the batch needs another call or has failed. Never empty. */
export const errorOfStep = (step: BatchStep): string =>
  step.kind === 'finished'
    ? step.result[0]
    : (step.progress.correcting?.errors[0] ?? step.progress.givenUp?.error ?? 'The reply contains no translation.');

/** Ends a batch early although it needs another call, so that the page shows its reply. Resume continues the batch where it was. */
export const interrupted = (batch: Batch, step: BatchStep, error: string): BatchStep =>
  step.kind === 'finished'
    ? step
    : { ...unfinished(batch, step.progress, 'differences', error), progress: step.progress };

/** The outcome with its reply as one JSON object of numbers and texts. Text that the provider's adapter could not read may be such a reply, too. */
export function plainOutcome(call: Call, outcome: SentOutcome): SentOutcome {
  const text = plainReply(call.phrases, outcome.text, () => languageOfPrompt(outcome.madeWith?.prompt ?? ''));
  if (outcome.ok || outcome.failure.kind !== 'malformed' || text === outcome.text) return { ...outcome, text };
  const { failure: _, ...answered } = outcome;
  return readReply(text).keys === undefined ? { ...outcome, text } : { ...answered, ok: true, text };
}

const finishOrGoOn = (batch: Batch, progress: BatchProgress): BatchStep =>
  openPhrases(batch, progress).length > 0 ? { kind: 'goes-on', progress } : finishBatch(batch, progress);

/** The phrases without a text that the batch has not given up. */
const openPhrases = ({ phrases }: Batch, { texts, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));

const isWholeBatch = (batch: Batch, call: Call): boolean => call.phrases.length === batch.phrases.length;

/** If the call is for a later part, its context is the batch's phrases before that part. */
function callFor(batch: Batch, phrases: readonly Phrase[]): Call {
  const before = batch.phrases.findIndex(({ number }) => number === phrases[0]?.number);
  return { phrases, context: before > 0 ? batch.phrases.slice(0, before) : batch.context };
}

/** Adds the usable texts of the reply for the requested phrases. */
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

/** The texts of a reply by number, with real line breaks and without names at their beginning; and the numbers of the texts that had a name. */
export function cleanTexts(
  call: Call,
  found: ReadonlyMap<number, string>,
): { readonly texts: Readonly<Record<number, string>>; readonly namesTaken: readonly number[] } {
  const texts = new Map([...found, ...textsWithBreaks(call.phrases, found)]);
  const named = textsWithoutNames(call, texts);
  return { texts: Object.fromEntries([...texts, ...named]), namesTaken: [...named.keys()] };
}

/**
 * Turns the reply to a whole batch into an output: with real line breaks, and without names at the beginning of texts. Also returns the numbers of the texts
 * that had a name.
 */
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
 * After a failed corrective pass: adds the usable texts of both answers, but of each answer only if its texts are in place. A reply without its first or last
 * key may have merged two lines; then all its other texts are one line off.
 */
function withTextsInPlace(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  return [call.correction?.answer ?? '', reply]
    .filter((answer) => isInPlace(call.phrases, answer))
    .reduce((taken, answer) => withTexts(taken, call, answer), withoutCorrection(progress));
}

const withoutCorrection = (progress: BatchProgress): BatchProgress => ({ ...progress, correcting: null });

/** Gives up those phrases of the call that have no text. The batch keeps its first error. */
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
