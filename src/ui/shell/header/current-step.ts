import { hasBatches, isPending, progress } from '../../../engine/run-state.ts';
import { allLines, marksOf } from '../../../session/lines/lines.ts';
import { allOk, canDownload } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';

/** The steps from the opened file to the download, as the header shows them. */
export const STEPS = ['Open', 'Prompt and model', 'Translate', 'Review', 'Download'] as const;

/** `toReview`: PageState's. */
export function currentStep(state: SessionState, toReview: number | null): number {
  if (!hasBatches(state)) return state.sourceText.trim() === '' ? 0 : 1;
  if (canDownload(state) && state.shownBatch === null) return toReview ? 3 : 4;
  if (allOk(state) || state.shownBatch !== null) return 3;
  return !isPending(state) && state.paused === null && progress(state).failed > 0 ? 3 : 2;
}

/** Of the steps before the present one all are done, but Review only when each line of the film is confirmed or without problems. */
export const isReviewed = (state: SessionState, toReview: number | null): boolean =>
  canDownload(state) && (toReview === 0 || areAllConfirmed(state));

const areAllConfirmed = (state: SessionState): boolean =>
  Object.keys(state.marks).length >= state.phrases.length &&
  allLines(state).every((line) => marksOf(state, line).confirmed);
