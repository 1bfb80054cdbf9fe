/** Frames until what has just come into the document is measured and shown. */
const MOST_FRAMES = 60;

/** Gives the focus at once where that can be, so that the next key is for it; else as soon as the element is shown. `row`: its row comes into sight, else nothing is scrolled. */
export function focusWhenShown(id: string, { row = false } = {}, framesLeft = MOST_FRAMES): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  const hasFocus = element !== null && document.activeElement === element;
  if (hasFocus && row) element.closest('[role=row]')?.scrollIntoView({ block: 'nearest' });
  if (!hasFocus && framesLeft > 0) requestAnimationFrame(() => focusWhenShown(id, { row }, framesLeft - 1));
}
