import { type RefObject, useLayoutEffect } from 'react';
import { listen } from '../kit/browser.ts';

/** The longest time that a notice which comes or goes leaves the page in its place. */
const HOLD_MS = 2_000;
/** The second press of a double click comes within this time. */
const PRESS_MS = 600;
const CONTROLS = 'button, a, input, textarea, select, summary, label, [role=row], [role=option], [role=textbox]';

/**
 * Delays the move of the page when a notice comes or goes, because a press would then hit another control. While the pointer is over a control, or has just
 * pressed, the notices lie over the page and move nothing. They take the presses on them, and do not move when the page makes room.
 */
export function useHeldPage(ref: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const box = ref.current;
    const list = box?.firstElementChild;
    if (!box || !(list instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return;
    // The first notice usually follows a press.
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
