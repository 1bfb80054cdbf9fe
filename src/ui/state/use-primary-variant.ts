import { useStore } from 'zustand';
import { hasBatches, isHolder, isPending, progress } from '../../engine/run-state.ts';
import type { SessionState } from '../../film/film.ts';
import { canDownload, canResume, canStop, canTranslate } from '../../film/film.ts';
import { isFailed } from '../../translation/batch.ts';
import { useServices } from './services.tsx';
import { useSession } from './use-film.ts';

export type PrimaryAction =
  | 'upload'
  | 'translate'
  | 'resume'
  | 'retry-failed'
  | 'result'
  | 'download'
  /** Before the download, while lines have open problems. */
  | 'review'
  | 'retry-batch'
  | 'close-batch'
  /** The next step is another tab's, or happens by itself. */
  | 'none';

/** The next step. At every moment the page emphasizes one button: the next step's. */
export function primaryAction(state: SessionState): PrimaryAction {
  if (!isHolder(state)) return followersAction(state);
  if (state.shownBatch !== null) return isFailed(state.results[state.shownBatch]) ? 'retry-batch' : 'close-batch';
  if (!hasBatches(state)) return canTranslate(state) ? 'translate' : 'upload';
  if (canDownload(state)) return 'download';
  if (canResume(state) && !canStop(state)) return 'resume';
  // In an outage the run tries failed batches again by itself.
  if (state.paused?.reason === 'outage') return 'none';
  return !isPending(state) && progress(state).failed > 0 ? 'retry-failed' : 'result';
}

function followersAction(state: SessionState): PrimaryAction {
  if (state.shownBatch !== null) return 'close-batch';
  return canDownload(state) ? 'download' : 'none';
}

/** A button's variant: primary when it is the next step. After the demo the next step is a film of one's own. */
export function usePrimaryVariant(action: PrimaryAction): 'primary' | 'bordered' {
  const { commands, page } = useServices();
  const hasProblems = useStore(page, ({ toReview }) => toReview !== null && toReview > 0);
  const planned = useSession(primaryAction);
  const next = planned === 'download' && hasProblems ? 'review' : planned;
  const isAfterDemo = commands.leaveDemo && planned === 'download';
  return next === action && !isAfterDemo ? 'primary' : 'bordered';
}
