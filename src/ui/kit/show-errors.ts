import { ERRORS_ID } from './panel-ids.ts';
import { whenDrawn } from './when-drawn.ts';

/** Scrolls the work's error into sight once it is drawn; the focus stays. */
export const showErrors = (): void => whenDrawn(ERRORS_ID, (box) => box.scrollIntoView({ block: 'nearest' }));
