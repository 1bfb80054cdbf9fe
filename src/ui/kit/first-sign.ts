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

/**
 * Resolves when somebody touches the page for the first time. Code that is not needed to see the page and to open a file is
 * loaded then, so that seeing and opening are fast.
 */
export function firstSign(page: Pick<Window, 'addEventListener'>): Promise<void> {
  return new Promise((resolve) => {
    // Each waiting part starts in its own task.
    const onSign = () => setTimeout(resolve);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true, once: true });
  });
}
