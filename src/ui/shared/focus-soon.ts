/** Moves the focus, once the page is drawn anew, to where the work goes on: the button that was pressed is gone. */
export function focusSoon(id: string): void {
  setTimeout(() => document.getElementById(id)?.focus());
}
