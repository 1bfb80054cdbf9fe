import { type PointerEvent, type MouseEvent as PressEvent, useRef } from 'react';

/** How far a pointer may stray while it presses, in CSS px; further, and the person has drawn back from the button. */
const STRAY_PX = 4;

/**
 * Handlers for what holds rows that move: a press ends on the button on which it began, though the row was moved from under the pointer
 * meanwhile. The browser gives such a click to what both places have in common, so that it would be lost.
 */
export function useSteadyPress() {
  const began = useRef<{ readonly button: Element; readonly x: number; readonly y: number } | null>(null);
  return {
    onPointerDownCapture({ target, clientX, clientY }: PointerEvent) {
      const button = target instanceof Element ? target.closest('button') : null;
      began.current = button && { button, x: clientX, y: clientY };
    },
    onClickCapture(event: PressEvent) {
      const press = began.current;
      began.current = null;
      if (!press || press.button.contains(event.target as Node)) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STRAY_PX) return;
      event.stopPropagation();
      // With the keys that were held: Ctrl and Shift select.
      press.button.dispatchEvent(new MouseEvent('click', event.nativeEvent));
    },
  };
}
