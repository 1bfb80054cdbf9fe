import { whenDrawn } from './when-drawn.ts';

export const BATCH_HEADING_ID = 'open-batch-heading';

/** Where the panels stand one below the other (app.module.css). */
const ONE_COLUMN = '(max-width: 719px)';

/**
 * To be called after a batch was opened: on a narrow screen its panel may be far below the list, so that nothing would seem
 * to happen. It is brought into view at once, without motion, and its heading takes the focus. Elsewhere nothing moves, and
 * the focus stays in the list.
 */
export function bringBatchIntoView(): void {
  if (!window.matchMedia(ONE_COLUMN).matches) return;
  whenDrawn(BATCH_HEADING_ID, (heading) => {
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  });
}
