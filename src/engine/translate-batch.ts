import type { FailureKind } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch, BatchResult } from '../translation/batch.ts';
import { formatReply } from '../translation/format-reply.ts';
import { prettyJson } from '../translation/pretty-json.ts';
import { hasEveryKey, translationsOf, validateBatch } from '../translation/validate-batch.ts';
import type { Call } from './job.ts';
import type { BatchDetails, BatchProgress } from './run-state.ts';

/**
 * One batch's life, call by call (specification, section 4, "Translation pipeline per batch"). Pure: what has been answered
 * is part of the state, so that a batch can be stopped, reloaded or held up after any call, and nothing is asked for twice.
 */

export type BatchStep =
  /** Another call is needed. */
  { readonly kind: 'goes-on'; readonly progress: BatchProgress } | FinishedStep;

export interface FinishedStep {
  readonly kind: 'finished';
  readonly result: BatchResult;
  /** Why the batch failed; missing: it is OK. */
  readonly failure?: NonNullable<BatchDetails['failure']>;
  /** Of a failed batch: what Retry need not ask for again. */
  readonly progress?: BatchProgress;
  /** A corrective pass mended it. */
  readonly corrected?: boolean;
}

/** Calls of one batch that may bring nothing new, for each of them is paid. */
const MOST_FRUITLESS_CALLS = 3;

/** undefined: nothing is left to ask for, and `finishBatch` says how the batch ends. */
export function nextCall(batch: Batch, progress: BatchProgress = {}): Call | undefined {
  const { correcting, atMost } = progress;
  if (correcting) {
    const { numbers, answer, errors } = correcting;
    const phrases = batch.phrases.filter(({ number }) => numbers.includes(number));
    return { ...callFor(batch, phrases), correction: { answer, errors } };
  }
  const open = openPhrases(batch, progress);
  return open.length === 0 ? undefined : callFor(batch, open.slice(0, atMost));
}

/** The model answered in full. Differences are corrected once; those that stay fail the batch, or the part of it that was asked for. */
export function takeReply(batch: Batch, progress: BatchProgress, call: Call, reply: string): BatchStep {
  const errors = validateBatch(call.phrases, reply);
  const [error] = errors;
  const corrected = call.correction && error === undefined ? { corrected: true } : {};
  if (error !== undefined && !call.correction) {
    const numbers = call.phrases.map(({ number }) => number);
    return { kind: 'goes-on', progress: { ...progress, correcting: { numbers, answer: reply, errors } } };
  }
  if (isWhole(batch, call)) {
    const output = formatReply(reply);
    if (error === undefined) return { kind: 'finished', result: ['', output], ...corrected };
    const { texts } = withSoundTexts(progress, call, reply);
    return {
      kind: 'finished',
      result: [error, output || reply],
      failure: 'differences',
      ...(texts && { progress: { texts } }),
    };
  }
  if (error === undefined) return finishOrGoOn(batch, { ...withTexts(progress, call, reply), ...corrected });
  return finishOrGoOn(batch, givenUp(withSoundTexts(progress, call, reply), call, error, 'differences'));
}

/**
 * The reply was cut off by the length limit: its complete pairs are kept, and the rest is asked for. A call that brings
 * nothing is followed by one for half as many phrases, three times at most.
 */
export function takeCutOff(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  { message, text }: { readonly message: string; readonly text: string },
): BatchStep {
  const taken = withTexts(withSoundTexts(progress, call, ''), call, text);
  if (textCount(taken) > textCount(progress)) return finishOrGoOn(batch, taken);
  const fruitless = (progress.fruitless ?? 0) + 1;
  const halved = { ...taken, fruitless, atMost: Math.ceil(call.phrases.length / 2) };
  if (fruitless < MOST_FRUITLESS_CALLS && call.phrases.length > 1) return { kind: 'goes-on', progress: halved };
  return takeRejection(batch, progress, call, { kind: 'cut-off', message, text });
}

/**
 * The provider or the model rejected the call. A refused part is given up, and the other parts are still asked for; all else
 * fails the batch.
 */
export function takeRejection(
  batch: Batch,
  progress: BatchProgress,
  call: Call,
  { kind, message, text }: { readonly kind: FailureKind; readonly message: string; readonly text: string },
): BatchStep {
  if (kind === 'refused' && !isWhole(batch, call)) {
    return finishOrGoOn(batch, givenUp(withoutCorrection(progress), call, message, kind));
  }
  return { ...unfinished(batch, progress, message, text), failure: kind };
}

/** How a batch ends that cannot go on: with all that came. `text`: of the last call, shown where nothing else came. */
export function unfinished(batch: Batch, progress: BatchProgress, error: string, text = ''): FinishedStep {
  const { texts, correcting } = progress;
  const kept = { ...(texts && { texts }), ...(correcting && { correcting }) };
  return {
    kind: 'finished',
    result: [error, joined(batch, progress) ?? correcting?.answer ?? text],
    ...((texts || correcting) && { progress: kept }),
  };
}

/** Nothing is left to ask for. */
export function finishBatch(batch: Batch, progress: BatchProgress): FinishedStep {
  const { givenUp: given, corrected } = progress;
  if (given) return { ...unfinished(batch, progress, given.error), failure: given.failure };
  return { kind: 'finished', result: ['', joined(batch, progress) ?? ''], ...(corrected && { corrected }) };
}

const finishOrGoOn = (batch: Batch, progress: BatchProgress): BatchStep =>
  openPhrases(batch, progress).length > 0 ? { kind: 'goes-on', progress } : finishBatch(batch, progress);

/** What no call has brought yet, and is still to be asked for. */
export const openPhrases = ({ phrases }: Batch, { texts = {}, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));

const isWhole = (batch: Batch, call: Call): boolean => call.phrases.length === batch.phrases.length;

/** Of a part within the batch, the phrases before it in the batch are its context. */
function callFor(batch: Batch, phrases: readonly Phrase[]): Call {
  const before = batch.phrases.findIndex(({ number }) => number === phrases[0]?.number);
  return { phrases, context: before > 0 ? batch.phrases.slice(0, before) : batch.context };
}

/** With the reply's usable texts for the phrases that were asked for, and for no others. */
function withTexts(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  const taken = translationsOf(call.phrases, reply);
  const rest = withoutCorrection(progress);
  return taken.size === 0 ? rest : { ...rest, texts: { ...rest.texts, ...Object.fromEntries(taken) } };
}

/**
 * After a corrective pass that failed: with the usable texts of the first answer and of this one, of each only where no key is
 * missing. Where one is, two lines may have been merged, and all that follow have slid.
 */
function withSoundTexts(progress: BatchProgress, call: Call, reply: string): BatchProgress {
  return [call.correction?.answer ?? '', reply]
    .filter((answer) => hasEveryKey(call.phrases, answer))
    .reduce((taken, answer) => withTexts(taken, call, answer), withoutCorrection(progress));
}

function withoutCorrection({ correcting: _, ...rest }: BatchProgress): BatchProgress {
  return rest;
}

/** The phrases of the call that have no text are asked for no more; the first reason is the batch's. */
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

const joined = ({ phrases }: Batch, { texts }: BatchProgress): string | undefined =>
  texts &&
  prettyJson(
    phrases.flatMap(({ number }) => (texts[number] === undefined ? [] : [[String(number), texts[number]] as const])),
  );
