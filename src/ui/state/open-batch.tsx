import type { Session } from '../../film/session.ts';
import { focusSoon, whenDrawn } from '../kit/focus.ts';
import type { Services } from './services.tsx';

/** Id of an open batch's heading: each batch its own, so that waiting for the next heading does not find the present one. */
export const batchHeadingId = (index: number): string => `batch-heading-${index}`;

/** Opens a finished batch and focuses its heading, which tells its state and, in a small window, lies below the list. */
export function openBatch(session: Pick<Session, 'showBatch'>, index: number): void {
  session.showBatch(index);
  whenDrawn(batchHeadingId(index), (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}

/** Closes the open batch and focuses its item in the list, or the line that the batch was opened from. False: no batch was open. */
export function closeBatch({ session, page, goTo }: Pick<Services, 'session' | 'page' | 'goTo'>): boolean {
  const { shownBatch } = session.store.getState();
  if (shownBatch === null) return false;
  session.showBatch(null);
  if (page.getState().view === 'lines') void goTo.call({ batch: shownBatch, isBack: true });
  else focusSoon(batchButtonId(shownBatch));
  return true;
}

/** Focuses the batch's item in the list as it stands; where the items are folded, the list's heading. */
export function focusBatchItem(index: number): void {
  focusSoon(batchButtonId(index), BATCHES_HEADING_ID);
}

export const BATCHES_HEADING_ID = 'batches-heading';

/** Id of the button that opens the batch. */
export const batchButtonId = (index: number): string => `batch-button-${index}`;
