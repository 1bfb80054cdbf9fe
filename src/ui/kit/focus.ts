import type { FocusEvent } from 'react';
import { once } from '../../lib/memo.ts';
import { isTextField, listen } from './browser.ts';
import { ERRORS_ID } from './panel.tsx';

/**
 * The latest move of the focus. A move that still waits gives up when another move begins or a person moves the focus. `hasActed`: a person has pressed
 * something since the move began. Without a press, the focus moved by itself, as when a dialog closes.
 */
const latest = { move: 0, hasActed: false };

const listenOnce = once(() => {
  const act = () => {
    latest.hasActed = true;
  };
  const focusin = () => {
    if (latest.hasActed) latest.move++;
  };
  listen(window, { keydown: act, pointerdown: act, focusin }, { capture: true });
});

/**
 * Begins a move of the focus that may have to wait, as for a command that takes time. The result tells whether the move may still happen: meanwhile
 * the person may have begun to type elsewhere.
 */
export function beginMove(): () => boolean {
  listenOnce();
  latest.hasActed = false;
  const own = ++latest.move;
  return () => own === latest.move;
}

/** Moves the focus after the next drawing: to an element that this drawing makes, or that a closing dialog still covers. */
export function focusSoon(...ids: readonly string[]): void {
  const mayMove = beginMove();
  whenDrawn(ids, (element) => mayMove() && element.focus());
}

/** Moves the focus at once, so that the next key belongs to the new place. Waits only if the element is not drawn yet. */
export function focusAtOnce(id: string): void {
  const element = elementOf(id);
  if (element) element.focus();
  else focusSoon(id);
}

const elementOf = (id: string) => document.getElementById(id);

/** After this time the move stops waiting for the element. On a slow computer the code of a new part of the page takes some seconds to load and draw. */
const PATIENCE_MS = 10_000;

/** Calls `act` with the element of this id, or of the first of these ids that is there, as soon as it is in the document. */
export function whenDrawn(ids: string | readonly string[], act: (element: HTMLElement) => void): void {
  const find = () => [ids].flat().map(elementOf).find(Boolean) ?? null;
  const tryToAct = (): boolean => {
    const element = find();
    if (element) act(element);
    return element !== null;
  };
  setTimeout(() => {
    if (tryToAct()) return;
    const observer = new MutationObserver(() => {
      if (find() === null) return;
      observer.disconnect();
      // In a later task, because using the element forces a layout.
      setTimeout(tryToAct);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), PATIENCE_MS);
  });
}

/** Focuses the active row of the lines, or the first row if none is active, because the pressed button disappears. */
export function focusGrid(): void {
  const mayMove = beginMove();
  setTimeout(() => mayMove() && document.querySelector<HTMLElement>('[role=grid] [role=row][tabindex="0"]')?.focus());
}

const MOST_FRAMES = 60;

/** Focuses the element at once if possible, so that it gets the next key; otherwise as soon as the element is shown. Does not scroll. */
export function focusWhenShown(id: string, mostFrames = MOST_FRAMES): void {
  const mayMove = beginMove();
  function tryToMove(framesLeft: number): void {
    if (!mayMove()) return;
    const element = elementOf(id);
    element?.focus({ preventScroll: true });
    const hasFocus = element !== null && document.activeElement === element;
    if (!hasFocus && framesLeft > 0) requestAnimationFrame(() => tryToMove(framesLeft - 1));
  }
  tryToMove(mostFrames);
}

/**
 * Moves the focus from a text box to the row that contains it: the next keys are not meant for this text. A text box in an element with
 * `data-of-all-films` keeps the focus, because its text is not that of a film.
 */
export function leaveTextField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !isTextField(activeElement)) return;
  if (activeElement.closest('[data-of-all-films]')) return;
  activeElement.closest<HTMLElement>('[role=row]')?.focus({ preventScroll: true });
  if (document.activeElement === activeElement) activeElement.blur();
}

/** Whether the focus left the field. A switch to another window also blurs the field, but the field stays the active element. */
export const isLeft = ({ currentTarget }: FocusEvent): boolean => document.activeElement !== currentTarget;

/** Rows to move per key in a vertical list; a page is about as many as are visible. */
export const LIST_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

/** The next place for an arrow key among `count` places, with wraparound; undefined for another key. */
export const placeByArrow = (key: string, place: number, count: number, [back, on] = ['ArrowLeft', 'ArrowRight']) =>
  key === on ? (place + 1) % count : key === back ? (place + count - 1) % count : undefined;

/** Scrolls to the error without moving the focus. */
export const showErrors = (): void => whenDrawn(ERRORS_ID, (box) => box.scrollIntoView({ block: 'nearest' }));
