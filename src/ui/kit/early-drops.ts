/** What was dropped before the page could open it; undefined: nothing yet, or drops are no longer held. */
let held: readonly File[] | undefined;
let release = () => {};

/**
 * Holds what is dropped from now on, until `takeEarlyDrop`: a browser would leave the page and show the file. Called by the first script,
 * long before the page is drawn.
 */
export function holdEarlyDrops(): void {
  const onDragOver = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  };
  const onDrop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    held = [...event.dataTransfer.files];
  };
  window.addEventListener('dragover', onDragOver);
  window.addEventListener('drop', onDrop);
  release = () => {
    window.removeEventListener('dragover', onDragOver);
    window.removeEventListener('drop', onDrop);
  };
}

/** The files that were dropped early, once; from now on whoever calls takes the drops. */
export function takeEarlyDrop(): readonly File[] {
  release();
  const files = held ?? [];
  held = undefined;
  return files;
}
