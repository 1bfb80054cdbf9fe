import { listen } from './browser.ts';

const WANTED = 'typed-text-wanted';

/** 'saving': as if the box were left; 'leaving': the page goes or is hidden, or another tab gets the work. */
type Why = 'saving' | 'leaving';

/** Asks all text boxes for what is typed in them and not handed on yet: called before something is saved, or the work given away. */
export const wantTypedText = (why: Why = 'saving'): void =>
  void window.dispatchEvent(new CustomEvent<Why>(WANTED, { detail: why }));

/**
 * Calls `give` when what is typed is wanted now; what is not handed on before `give` returns may be lost. The returned function
 * unsubscribes.
 */
export function onTypedTextWanted(give: (why: Why) => void): () => void {
  const asked = (event: Event) => give((event as CustomEvent<Why>).detail);
  const leaving = () => give('leaving');
  // In the capturing phase, so that the text is handed on before the storage's own listener writes the state.
  const unlisten = listen(window, { pagehide: leaving, visibilitychange: leaving }, { capture: true });
  window.addEventListener(WANTED, asked);
  return () => {
    window.removeEventListener(WANTED, asked);
    unlisten();
  };
}
