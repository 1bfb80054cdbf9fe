import { type RefObject, useLayoutEffect } from 'react';
import { listen } from '../kit/browser.ts';

/** How long a notice that comes or goes leaves the page in its place, at most. */
const HOLD_MS = 2_000;
/** The second half of a double click comes sooner. */
const PRESS_MS = 600;
const CONTROLS = 'button, a, input, textarea, select, summary, label, [role=row], [role=option], [role=textbox]';

/**
 * A notice that comes or goes moves what is below. While the pointer is over a control, or has just pressed, it lies over the page and moves
 * nothing: else the press would hit another control. The notice takes the presses on it, and does not move itself when it takes its place.
 */
export function useHeldPage(ref: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current;
    const list = box?.firstElementChild;
    if (!box || !(list instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return;
    // The first notice mostly comes with a press.
    let pressedAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isAimed = () =>
      !box.matches(':hover') &&
      (performance.now() - pressedAt < PRESS_MS || document.querySelector(`:is(${CONTROLS}):hover`));
    const settle = (): void => {
      clearTimeout(timer);
      timer = undefined;
      box.toggleAttribute('data-held', false);
      box.style.height = `${list.offsetHeight}px`;
    };
    const observer = new ResizeObserver(() => {
      if (list.offsetHeight === box.offsetHeight || !isAimed()) return settle();
      box.toggleAttribute('data-held', true);
      timer ??= setTimeout(settle, HOLD_MS);
    });
    observer.observe(list);
    const unlisten = listen(window, {
      pointerdown: () => {
        pressedAt = performance.now();
      },
      pointermove: () => {
        if (timer !== undefined && !isAimed()) settle();
      },
    });
    return () => {
      observer.disconnect();
      unlisten();
      clearTimeout(timer);
    };
  }, [ref]);
}
