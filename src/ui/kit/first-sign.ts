import { useEffect, useState } from 'react';

/** The first events when a person, or a tool that acts as one, uses a page. */
const SIGNS = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'keydown',
  'focusin',
  'input',
  'dragenter',
] as const;

/** Resolves when somebody touches the page for the first time: then code is loaded that seeing the page does not need. */
export function firstSign(page: Pick<Window, 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    // What waits for it starts in a task after that of the event.
    const onSign = () => setTimeout(resolve);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true, once: true });
  });
}

/** Resolves when somebody touches this page for the first time. */
export const touched = firstSign(window);

/** Whether somebody has touched the page: what seeing it does not need is drawn from then on. */
export function useTouched(): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => void touched.then(() => setTouched(true)), []);
  return isTouched;
}
