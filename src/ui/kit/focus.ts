import type { FocusEvent } from 'react';
import { ERRORS_ID } from './panel.tsx';

/** Moves the focus to where the work goes on, once the page is drawn: the button that was pressed is gone then. */
export const focusSoon = (id: string): void => whenDrawn(id, (element) => element.focus());

/** An element that is not drawn within this time is no longer waited for. */
const PATIENCE_MS = 2_000;

/** Calls `act` with the element of this id when the page has drawn it, however many tasks that takes. */
export function whenDrawn(id: string, act: (element: HTMLElement) => void): void {
  const tryToAct = (): boolean => {
    const element = document.getElementById(id);
    if (element) act(element);
    return element !== null;
  };
  setTimeout(() => {
    if (tryToAct()) return;
    const observer = new MutationObserver(() => {
      if (document.getElementById(id) === null) return;
      observer.disconnect();
      // In a task after the one that draws, because using the element makes the browser lay out the page.
      setTimeout(tryToAct);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), PATIENCE_MS);
  });
}

/** Frames until what has just come into the document is measured and shown. */
const MOST_FRAMES = 60;

/** Gives the focus at once where that can be, so that the next key is for it; else as soon as the element is shown. Scrolls nothing. */
export function focusWhenShown(id: string, framesLeft = MOST_FRAMES): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  const hasFocus = element !== null && document.activeElement === element;
  if (!hasFocus && framesLeft > 0) requestAnimationFrame(() => focusWhenShown(id, framesLeft - 1));
}

/** Whether a field is left. When another window comes to the front it is blurred, too, but stays the active element: the person may go on typing. */
export const isLeft = ({ currentTarget }: FocusEvent): boolean => document.activeElement !== currentTarget;

/** How far keys lead in a list below one another; a page is about what is in sight. */
export const LIST_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** Where the arrow keys lead from `place` in a row, or a column, of `count` that goes round; undefined: another key. */
export const placeByArrow = (key: string, place: number, count: number, [back, on] = ['ArrowLeft', 'ArrowRight']) =>
  key === on ? (place + 1) % count : key === back ? (place + count - 1) % count : undefined;

/** Scrolls the work's error into sight once it is drawn; the focus stays. */
export const showErrors = (): void => whenDrawn(ERRORS_ID, (box) => box.scrollIntoView({ block: 'nearest' }));
