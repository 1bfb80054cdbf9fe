import { whenDrawn } from './when-drawn.ts';

/** Moves the focus, once the page is drawn anew, to where the work goes on: the button that was pressed is gone. */
export const focusSoon = (id: string): void => whenDrawn(id, (element) => element.focus());
