import { nextTask } from '../../clock/next-task.ts';
import { hasBatches } from '../../engine/run-selectors.ts';
import type { Session, TranslateOptions } from '../../session/session.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import { BATCHES_HEADING_ID } from './batch-ids.ts';

/**
 * Translate, by button or key: where the run begins, the focus goes to the batches. The press has had its own work: what
 * begins a run of hundreds of batches is a task by itself. Two presses are one run.
 */
export async function translateSoon(session: Session, options?: TranslateOptions): Promise<void> {
  await nextTask();
  session.translate(options);
  if (hasBatches(session.store.getState())) focusSoon(BATCHES_HEADING_ID);
}
