import type { FailureKind } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch } from '../translation/batch.ts';
import { formatReply } from '../translation/format-reply.ts';
import { hasEveryKey, translationsOf, validateBatch } from '../translation/validate-batch.ts';
import type { Call } from './jobs/job.ts';
import type { BatchProgress } from './state/run-state.ts';
import { type FinishedStep, openPhrases, outputOf, unfinished } from './unfinished.ts';

/**
 * One batch's calls (specification, section 4, "Translation pipeline per batch"). Pure: what was answered is part of the state, so
 * that a batch can be stopped or reloaded after any call and nothing is asked for twice.
 */

export type BatchStep =
  /** Another call is needed. */
  { readonly kind: 'goes-on'; readonly progress: BatchProgress } | FinishedStep;

/** Most answers of one batch, one after another, that bring nothing new: each of them costs money. */
const MOST_FRUITLESS_ANSWERS = 3;

/**
 * undefined: nothing is left to ask for; `finishBatch` tells how the batch ends. A call asks for at least one phrase, whatever the
 * progress says: a project file can say anything.
 */
export function nextCall(batch: Batch, progress: BatchProgress = {}): Call | undefined {
  const { correcting, atMost = batch.phrases.length } = progress;
  if (correcting) {
    const { numbers, answer, errors } = correcting;
    const phrases = batch.phrases.filter(({ number }) => numbers.includes(number));
    if (phrases.length > 0) return { ...callFor(batch, phrases), correction: { answer, errors } };
  }
  const open = openPhrases(batch, progress);
  return open.length === 0 ? undefined : callFor(batch, open.slice(0, Math.max(1, atMost)));
}

/** After a complete reply: differences get one corrective pass. Those that stay fail the batch, or the part that was asked for. */
export function takeReply(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const errors = validateBatch(call.phrases, reply);
  const [error] = errors;
  const corrected = call.correction && error === undefined ? { corrected: true } : {};
  if (error !== undefined && !call.correction) {
    const numbers = call.phrases.map(({ number }) => number);
    const isFruitless = translationsOf(call.phrases, reply).size === 0;
    const fruitless = (progress.fruitless ?? 0) + 1;
    if (isFruitless && fruitless >= MOST_FRUITLESS_ANSWERS)
      return { ...unfinished(batch, progress, error, reply), failure: 'differences' };
    const correcting = { numbers, answer: reply, errors };
    return { kind: 'goes-on', progress: { ...progress, ...(isFruitless && { fruitless }), correcting } };
  }
  if (isWholeBatch(batch, call)) {
    const output = formatReply(reply);
    if (error === undefined) return { kind: 'finished', result: ['', output], ...corrected };
    const { texts } = withTextsIfComplete(progress, call, reply);
    return {
      kind: 'finished',
      result: [error, output || reply],
      failure: 'differences',
      ...(texts && { progress: { texts } }),
    };
  }
  if (error === undefined) return finishOrGoOn(batch, { ...withTexts(progress, call, reply), ...corrected });
  return finishOrGoOn(batch, givenUp(withTextsIfComplete(progress, call, reply), call, error, 'differences'));
}

/**
 * After a reply that the length limit cut off: keeps its complete pairs and asks for the rest. After a call that brought
 * nothing, asks for half as many phrases, up to MOST_FRUITLESS_ANSWERS.
 */
export function takeCutOff(
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
export function takeRejection(
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
export function finishBatch(batch: Batch, progress: BatchProgress): FinishedStep {
  const { givenUp: given, corrected } = progress;
  if (given) return { ...unfinished(batch, progress, given.error), failure: given.failure };
  return { kind: 'finished', result: ['', outputOf(batch, progress) ?? ''], ...(corrected && { corrected }) };
}

/** Why the batch needs another call, or has failed: never empty. */
export const errorOf = (step: BatchStep): string =>
  step.kind === 'finished'
    ? step.result[0]
    : (step.progress.correcting?.errors[0] ?? step.progress.givenUp?.error ?? 'The reply holds no translation.');

/** Ends a batch that needs another call, so that its reply is shown; after Resume the batch continues where it was. */
export const interrupted = (batch: Batch, step: BatchStep, error: string): BatchStep =>
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
  const taken = translationsOf(call.phrases, reply);
  const rest = withoutCorrection(progress);
  if (taken.size === 0) return rest;
  const { fruitless: _, ...fruitful } = rest;
  return { ...fruitful, texts: { ...rest.texts, ...Object.fromEntries(taken) } };
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
