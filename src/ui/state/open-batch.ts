import type { Session } from '../../session/session.ts';
import { whenDrawn } from '../kit/when-drawn.ts';

/** Of an open batch: of each its own, so that who waits for the next one does not get the one before. */
export const batchHeadingId = (index: number): string => `batch-heading-${index}`;

/**
 * Opens a finished batch. Its heading takes the focus, which tells people who do not see the page which batch this is and how it
 * stands, and comes into view: in a narrow or low window the panel lies below the list.
 */
export function openBatch(session: Pick<Session, 'showBatch'>, index: number): void {
  session.showBatch(index);
  whenDrawn(batchHeadingId(index), (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}
