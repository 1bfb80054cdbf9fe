import { endsByItself, hasBatches, isHolder, isLeftToRun, isPending, progress } from '../engine/state/run-selectors.ts';
import { addUsage, NO_USAGE } from '../providers/add-usage.ts';
import type { TokenUsage } from '../providers/provider.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { isFailed } from '../translation/batch.ts';
import type { SessionState } from './session-state.ts';

/** Judgements over the facts: what the page shows and which command is possible. All pure. */

/** Batches exist, or another tab holds the run: the original and the prompt are read-only. */
export const isSourceFixed = (state: SessionState): boolean => hasBatches(state) || !isHolder(state);

/** While the run goes on the prompt is static: all that is sent is asked in the same words. */
export const isPromptFixed = (state: SessionState): boolean =>
  hasBatches(state) && (!isHolder(state) || state.paused === null || endsByItself(state.paused));

export const allOk = (state: SessionState): boolean => hasBatches(state) && progress(state).ok === state.results.length;

/** Outputs and the result can be edited, validated, formatted. */
export const canReview = (state: SessionState): boolean => isHolder(state) && !isPending(state);

/** Something is left to start by itself, and the run is paused. */
export const canResume = (state: SessionState): boolean =>
  isHolder(state) && state.paused !== null && isLeftToRun(state);

/** Something is under way, or will be by itself, now or when a pause ends that ends by itself. */
export const canStop = (state: SessionState): boolean =>
  isHolder(state) &&
  (isPending(state) || ((state.paused === null || endsByItself(state.paused)) && isLeftToRun(state)));

export const canTranslate = (state: SessionState): boolean =>
  isHolder(state) && !hasBatches(state) && state.sourceText.trim() !== '';
export const canShowResult = (state: SessionState): boolean =>
  isHolder(state) && allOk(state) && state.translated === '';
export const canDownload = (state: SessionState): boolean => allOk(state) && state.translated !== '';
export const canClearTranslated = (state: SessionState): boolean =>
  isHolder(state) && (state.translated !== '' || state.error !== '');
/** Only finished batches open. */
export const canShowBatch = (state: SessionState, index: number): boolean => state.results[index] != null;

/** Index of the next failed batch after `from` (round the end), for "next failed"; undefined: none failed. */
export const nextFailed = (state: SessionState, from: number): number | undefined => findFailed(state, from, 1);

/** The same backwards. */
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
export const totalUsage = (state: SessionState): TokenUsage =>
  state.details.reduce((sum, { usage }) => (usage ? addUsage(sum, usage) : sum), NO_USAGE);

/** The open batch's input as text: its phrases as they stand in the file. */
export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ number, time, text }) => `${number}\n${time}\n${text}`).join('\n\n');
