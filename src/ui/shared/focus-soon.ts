/** A view that is not drawn after this time does not come any more; the focus stays where the person has it. */
const PATIENCE_MS = 2_000;

/** Moves the focus, once the page is drawn anew, to where the work goes on: the button that was pressed is gone. */
export function focusSoon(id: string): void {
  setTimeout(() => {
    if (focus(id)) return;
    const observer = new MutationObserver(() => {
      if (focus(id)) observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => observer.disconnect(), PATIENCE_MS);
  });
}

function focus(id: string): boolean {
  const element = document.getElementById(id);
  element?.focus();
  return element !== null;
}
