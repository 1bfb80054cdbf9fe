import { nextTask } from '../../clock/next-task.ts';
import { hasBatches } from '../../engine/state/run-selectors.ts';
import type { Session, TranslateOptions } from '../../session/session.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import { BATCHES_HEADING_ID } from './batch/batch-ids.ts';

/**
 * Translate, by button or key. Starting a run of hundreds of batches takes a task of its own, after the click's; pressing twice
 * starts one run. When the run has started, the focus goes to the batches.
 */
export async function translateSoon(session: Session, options?: TranslateOptions): Promise<void> {
  await nextTask();
  session.translate(options);
  if (hasBatches(session.store.getState())) focusSoon(BATCHES_HEADING_ID);
}
