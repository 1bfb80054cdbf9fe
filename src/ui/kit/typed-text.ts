const WANTED = 'typed-text-wanted';

/** Asks all text boxes for what is typed in them and not handed on yet: called before something is saved. */
export const wantTypedText = (): void => void window.dispatchEvent(new Event(WANTED));

/**
 * Calls `give` when what is typed is wanted now: 'saving': as if the box were left; 'leaving': the page goes or is hidden, and what is
 * not handed on before `give` returns may be lost. The returned function unsubscribes.
 */
export function onTypedTextWanted(give: (why: 'saving' | 'leaving') => void): () => void {
  const saving = () => give('saving');
  const leaving = () => give('leaving');
  // In the capturing phase, so that the text is handed on before the storage's own listener writes the state.
  window.addEventListener(WANTED, saving);
  window.addEventListener('pagehide', leaving, { capture: true });
  window.addEventListener('visibilitychange', leaving, { capture: true });
  return () => {
    window.removeEventListener(WANTED, saving);
    window.removeEventListener('pagehide', leaving, { capture: true });
    window.removeEventListener('visibilitychange', leaving, { capture: true });
  };
}
