import type { Session } from '../../../session/session.ts';
import { whenDrawn } from '../../kit/when-drawn.ts';

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
