import { nextTask } from '../../clock/next-task.ts';
import { hasBatches } from '../../engine/state/run-selectors.ts';
import type { Session, TranslateOptions } from '../../session/session.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import { ERRORS_ID } from '../kit/panel-ids.ts';
import { BATCHES_HEADING_ID } from './batch/batch-ids.ts';

/**
 * Translate, by button or key. Starting a run of hundreds of batches takes a task of its own, after the click's; pressing twice
 * starts one run. The focus goes to the batches when the run has started, else to the error that says why it has not.
 */
export async function translateSoon(session: Session, options?: TranslateOptions): Promise<void> {
  await nextTask();
  session.translate(options, () => focusSoon(hasBatches(session.store.getState()) ? BATCHES_HEADING_ID : ERRORS_ID));
}
