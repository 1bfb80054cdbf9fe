import {
  endsByItself,
  hasBatches,
  isHolder,
  isLastCall,
  isLeftToRun,
  isPending,
  nextBatch,
  progress,
} from '../engine/run-state.ts';
import { addUsage, NO_USAGE, type TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/document.ts';
import { isFailed } from '../translation/batch.ts';
import type { SessionState } from './session-state.ts';

/** Judgements over the facts: what the page shows and which command is possible. All pure. */

/** Batches exist, or another tab holds the run: the original and the prompt are read-only. */
export const isSourceFixed = (state: SessionState): boolean => hasBatches(state) || !isHolder(state);

/** The error is the specified one of an original that cannot be read. */
export const hasSourceError = ({ error }: SessionState): boolean => error.startsWith('Invalid input format: ');

/** Another film may be opened: there are no batches, or all of them are done; their film is kept as an undo step. */
export const canOpenSource = (state: SessionState): boolean => isHolder(state) && (!hasBatches(state) || allOk(state));

/** The prompt is read-only while the run goes on, so that all batches are requested with the same prompt. */
export const isPromptFixed = (state: SessionState): boolean =>
  hasBatches(state) && (!isHolder(state) || state.paused === null || endsByItself(state.paused));

export const allOk = (state: SessionState): boolean => hasBatches(state) && progress(state).ok === state.results.length;

/** This tab may edit, validate and format outputs and the result: it holds the work, and no batch is pending. */
export const canReview = (state: SessionState): boolean => isHolder(state) && !isPending(state);

/** The run is paused, and there is a batch that it would start by itself. */
export const canResume = (state: SessionState): boolean =>
  isHolder(state) && state.paused !== null && isLeftToRun(state);

/** A request is under way that is not stopped yet, or the run will start one by itself: now, or after a pause that ends by itself. */
export const canStop = (state: SessionState): boolean =>
  isHolder(state) &&
  (isUnstopped(state) || ((state.paused === null || endsByItself(state.paused)) && isLeftToRun(state)));

const isUnstopped = (state: SessionState): boolean =>
  nextBatch(state) !== undefined ||
  state.results.some((slot, index) => slot === null && !isLastCall(state.paused, state.details[index]));

export const canTranslate = (state: SessionState): boolean =>
  isHolder(state) && !hasBatches(state) && state.sourceText.trim() !== '';
export const canShowResult = (state: SessionState): boolean =>
  isHolder(state) && allOk(state) && state.translated === '';
export const canDownload = (state: SessionState): boolean => allOk(state) && state.translated !== '';
export const canClearTranslated = (state: SessionState): boolean =>
  isHolder(state) && (state.translated !== '' || state.error !== '');
/** Only a batch with a result, OK or failed, can be opened. */
export const canShowBatch = (state: SessionState, index: number): boolean => state.results[index] != null;

/** Index of the next failed batch after `from`; after the last batch comes the first. undefined: no batch has failed. */
export const nextFailed = (state: SessionState, from: number): number | undefined => findFailed(state, from, 1);

/** Index of the nearest failed batch before `from`; before the first batch comes the last. undefined: no batch has failed. */
export const previousFailed = (state: SessionState, from: number): number | undefined =>
  findFailed(state, Math.max(from, 0), -1);

function findFailed({ results }: SessionState, from: number, direction: 1 | -1): number | undefined {
  const count = results.length;
  for (let step = 1; step <= count; step++) {
    const index = (from + direction * step + count) % count;
    if (isFailed(results[index])) return index;
  }
  return undefined;
}

/** Tokens of the whole run so far. */
export const totalUsage = ({ details }: Pick<SessionState, 'details'>): TokenUsage =>
  details.reduce((sum, { usage }) => (usage ? addUsage(sum, usage) : sum), NO_USAGE);

/** The input of a batch as text: its phrases as they stand in a strict .srt file. */
export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ number, time, text }) => `${number}\n${time}\n${text}`).join('\n\n');

/** The film's name: its file name without the extension; empty where no file name is known. */
export const filmName = ({ fileName }: Pick<SessionState, 'fileName'>): string => fileName.replace(/\.[^.]{1,5}$/, '');

/** Only the first batch has been tried so far. */
export const isTrying = ({ paused, results }: SessionState): boolean =>
  paused?.reason === 'person' &&
  results.length > 1 &&
  results[0] != null &&
  results.every((slot, index) => index === 0 || slot === undefined);

/** Index of the nearest finished batch before (-1) or after (1) the given one; undefined: none. */
export function neighbourBatch(state: SessionState, from: number, step: -1 | 1): number | undefined {
  for (let index = from + step; index >= 0 && index < state.results.length; index += step) {
    if (canShowBatch(state, index)) return index;
  }
  return undefined;
}
