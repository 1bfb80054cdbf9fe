/** What a person, or a tool that acts as one, does first with a page. */
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

/**
 * Fulfilled when somebody touches the page for the first time: what is not needed to see the page and to open a file waits
 * for it, so that both come sooner.
 */
export function firstSign(page: Pick<Window, 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    // Each who waits begins in a task of its own.
    const onSign = () => setTimeout(resolve);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true, once: true });
  });
}
