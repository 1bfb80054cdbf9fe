import { whenDrawn } from './when-drawn.ts';

/** Moves the focus to where the work goes on, once the page is drawn: the button that was pressed is gone then. */
export const focusSoon = (id: string): void => whenDrawn(id, (element) => element.focus());
