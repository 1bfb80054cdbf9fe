/** Frames until what has just come into the document is measured and shown. */
const MOST_FRAMES = 60;

/** Gives the focus at once where that can be, so that the next key is for it; else as soon as the element is shown. Scrolls nothing. */
export function focusWhenShown(id: string, framesLeft = MOST_FRAMES): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  const hasFocus = element !== null && document.activeElement === element;
  if (!hasFocus && framesLeft > 0) requestAnimationFrame(() => focusWhenShown(id, framesLeft - 1));
}
