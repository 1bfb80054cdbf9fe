/** What a person does first with a page. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focusin', 'dragenter'] as const;

/** So long after loading, what is needed later is fetched even if nobody has touched the page. */
const PATIENCE_MS = 4_000;

/**
 * Fulfilled when somebody touches the page for the first time, or four seconds after it was loaded: what is not needed to
 * see the page and to open a file waits for it, so that both come sooner.
 */
export function firstSign(page: Window): Promise<void> {
  return new Promise((resolve) => {
    const onSign = () => {
      for (const sign of SIGNS) page.removeEventListener(sign, onSign, { capture: true });
      resolve();
    };
    const wait = () => setTimeout(onSign, PATIENCE_MS);
    for (const sign of SIGNS) page.addEventListener(sign, onSign, { capture: true, passive: true });
    if (page.document.readyState === 'complete') wait();
    else page.addEventListener('load', wait, { once: true });
  });
}
