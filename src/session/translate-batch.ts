import type { FailureKind } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import type { Batch, BatchResult, Correction } from '../translation/batch.ts';
import { formatReply } from '../translation/format-reply.ts';
import { prettyJson } from '../translation/pretty-json.ts';
import { translationsOf, validateBatch } from '../translation/validate-batch.ts';
import type { BatchDetails, BatchProgress } from './session-state.ts';

/**
 * One batch's life, call by call (specification, section 4, "Translation pipeline per batch"). Pure: what has been answered
 * is part of the state, so that a batch can be stopped, reloaded or held up after any call, and nothing is asked for twice.
 */

/** What the next call of a batch asks for. */
export interface BatchCall {
  readonly phrases: readonly Phrase[];
  /** The phrases before them, not to be translated. */
  readonly context: readonly Phrase[];
  /** Present in the corrective pass: the model's answer to just these phrases. */
  readonly correction?: Correction;
}

export type BatchStep =
  /** Another call is needed. */
  | { readonly kind: 'goes-on'; readonly progress: BatchProgress }
  | {
      readonly kind: 'finished';
      readonly result: BatchResult;
      /** Why the batch failed; missing: it is OK. */
      readonly failure?: NonNullable<BatchDetails['failure']>;
      /** Of a failed batch: what Retry need not ask for again. */
      readonly progress?: BatchProgress;
    };

/** Calls of one batch that may bring nothing new, for each of them is paid. */
const MOST_FRUITLESS_CALLS = 3;

/** undefined: nothing is left to ask for, and `finishBatch` says how the batch ends. */
export function nextCall(batch: Batch, progress: BatchProgress = {}): BatchCall | undefined {
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
export function takeReply(batch: Batch, progress: BatchProgress, call: BatchCall, reply: string): BatchStep {
  const errors = validateBatch(call.phrases, reply);
  const [error] = errors;
  if (error !== undefined && !call.correction) {
    const numbers = call.phrases.map(({ number }) => number);
    return { kind: 'goes-on', progress: { ...progress, correcting: { numbers, answer: reply, errors } } };
  }
  if (isWhole(batch, call)) {
    const output = formatReply(reply);
    if (error === undefined) return { kind: 'finished', result: ['', output] };
    return { kind: 'finished', result: [error, output || reply], failure: 'differences' };
  }
  const taken = withTexts(progress, call, reply);
  return finishOrGoOn(batch, error === undefined ? taken : givenUp(taken, call, error, 'differences'));
}

/**
 * The reply was cut off by the length limit: its complete pairs are kept, and the rest is asked for. A call that brings
 * nothing is followed by one for half as many phrases, three times at most.
 */
export function takeCutOff(
  batch: Batch,
  progress: BatchProgress,
  call: BatchCall,
  { message, text }: { readonly message: string; readonly text: string },
): BatchStep {
  const taken = withTexts(progress, call, text);
  if (textCount(taken) > textCount(progress)) return finishOrGoOn(batch, taken);
  const fruitless = (progress.fruitless ?? 0) + 1;
  const halved = { ...taken, fruitless, atMost: Math.ceil(call.phrases.length / 2) };
  if (fruitless < MOST_FRUITLESS_CALLS && call.phrases.length > 1) return { kind: 'goes-on', progress: halved };
  return takeFailure(batch, progress, { kind: 'cut-off', message, text });
}

/** A call failed for good. A refused part is given up, and the other parts are still asked for; all else fails the batch. */
export function takeFailure(
  batch: Batch,
  progress: BatchProgress,
  { kind, message, text }: { readonly kind: FailureKind; readonly message: string; readonly text: string },
  call?: BatchCall,
): BatchStep {
  if (kind === 'refused' && call && !isWhole(batch, call)) {
    return finishOrGoOn(batch, givenUp(withoutCorrection(progress), call, message, kind));
  }
  return { ...unfinished(batch, progress, message, text), failure: kind };
}

/** How a batch ends that cannot go on: with all that came. `text`: of the last call, shown where nothing else came. */
export function unfinished(
  batch: Batch,
  progress: BatchProgress,
  error: string,
  text = '',
): BatchStep & { kind: 'finished' } {
  const { texts, correcting } = progress;
  const kept = { ...(texts && { texts }), ...(correcting && { correcting }) };
  return {
    kind: 'finished',
    result: [error, joined(batch, progress) ?? correcting?.answer ?? text],
    ...((texts || correcting) && { progress: kept }),
  };
}

/** Nothing is left to ask for. */
export function finishBatch(batch: Batch, progress: BatchProgress): BatchStep & { kind: 'finished' } {
  const { givenUp: given } = progress;
  if (given) return { ...unfinished(batch, progress, given.error), failure: given.failure };
  return { kind: 'finished', result: ['', joined(batch, progress) ?? ''] };
}

/** What a person's Retry of a failed batch begins with: all that was answered before. */
export function progressForRetry(
  batch: Batch,
  { progress = {}, failure }: Pick<BatchDetails, 'progress' | 'failure'>,
  inHalves: boolean,
): BatchProgress | undefined {
  const { texts, correcting } = progress;
  const kept: BatchProgress = { ...(texts && { texts }) };
  if (inHalves) return { ...kept, atMost: Math.ceil(openPhrases(batch, kept).length / 2) };
  // A corrective pass that the provider rejected is not sent once more.
  const wasUnanswered =
    failure === 'connection' || failure === 'timeout' || failure === 'server' || failure === 'conflict';
  if (correcting && wasUnanswered) return { ...kept, correcting };
  return texts && kept;
}

const finishOrGoOn = (batch: Batch, progress: BatchProgress): BatchStep =>
  openPhrases(batch, progress).length > 0 ? { kind: 'goes-on', progress } : finishBatch(batch, progress);

const openPhrases = ({ phrases }: Batch, { texts = {}, givenUp: given }: BatchProgress): readonly Phrase[] =>
  phrases.filter(({ number }) => !Object.hasOwn(texts, number) && !given?.numbers.includes(number));

const isWhole = (batch: Batch, call: BatchCall): boolean => call.phrases.length === batch.phrases.length;

/** Of a part within the batch, the phrases before it in the batch are its context. */
function callFor(batch: Batch, phrases: readonly Phrase[]): BatchCall {
  const before = batch.phrases.findIndex(({ number }) => number === phrases[0]?.number);
  return { phrases, context: before > 0 ? batch.phrases.slice(0, before) : batch.context };
}

/** With the reply's usable texts for the phrases that were asked for, and for no others. */
function withTexts(progress: BatchProgress, call: BatchCall, reply: string): BatchProgress {
  const taken = translationsOf(call.phrases, reply);
  const rest = withoutCorrection(progress);
  return taken.size === 0 ? rest : { ...rest, texts: { ...rest.texts, ...Object.fromEntries(taken) } };
}

function withoutCorrection({ correcting: _, ...rest }: BatchProgress): BatchProgress {
  return rest;
}

/** The phrases of the call that have no text are asked for no more; the first reason is the batch's. */
function givenUp(
  progress: BatchProgress,
  call: BatchCall,
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
