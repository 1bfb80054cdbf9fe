/** An element that is not drawn within this time is no longer waited for. */
const PATIENCE_MS = 2_000;

/** Calls `act` with the element of this id when the page has drawn it, however many tasks that takes. */
export function whenDrawn(id: string, act: (element: HTMLElement) => void): void {
  const tryToAct = (): boolean => {
    const element = document.getElementById(id);
    if (element) act(element);
    return element !== null;
  };
  setTimeout(() => {
    if (tryToAct()) return;
    const observer = new MutationObserver(() => {
      if (document.getElementById(id) === null) return;
      observer.disconnect();
      // In a task after the one that draws, because using the element makes the browser lay out the page.
      setTimeout(tryToAct);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), PATIENCE_MS);
  });
}
