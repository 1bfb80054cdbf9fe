/** A view that is not drawn after this time does not come any more. */
const PATIENCE_MS = 2_000;

/** Does something with the element of this id once the page is drawn anew, however many tasks that takes. */
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
      // Not in the task that draws: what is done with the element lays the page out.
      setTimeout(tryToAct);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), PATIENCE_MS);
  });
}
