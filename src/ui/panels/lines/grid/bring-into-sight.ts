/** Frames in which the heights of rows that have just come are still found out. */
const MOST_FRAMES = 60;
/** A row that has stayed in sight for so many frames stays. */
const CALM_FRAMES = 6;

/**
 * Calls `scroll` until the row with this id stands whole in its grid, and brings it into the window. For a grid that has just come.
 * Whatever the person does meanwhile ends it.
 */
export function bringIntoSight(id: string, scroll: () => void): void {
  const over = new AbortController();
  for (const act of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(act, () => over.abort(), { signal: over.signal, capture: true, passive: true });
  }

  function check(calm: number, framesLeft: number): void {
    if (over.signal.aborted) return;
    const row = document.getElementById(id);
    const isWhole = row !== null && isWithin(row, row.closest('[role=grid]'));
    if (!isWhole) scroll();
    if (calm < CALM_FRAMES && framesLeft > 0) {
      requestAnimationFrame(() => check(isWhole ? calm + 1 : 0, framesLeft - 1));
      return;
    }
    row?.scrollIntoView({ block: 'nearest' });
    over.abort();
  }
  requestAnimationFrame(() => check(0, MOST_FRAMES));
}

function isWithin(row: Element, grid: Element | null): boolean {
  if (grid === null) return true;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = grid.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom;
}

/**
 * Keeps the row with this id whole in its grid and in the window, with `contextPx` of what follows below it, whenever its height
 * changes. Returns what ends it.
 */
export function keepWholeInSight(id: string, contextPx: number): () => void {
  const row = document.getElementById(id);
  const grid = row?.closest<HTMLElement>('[role=grid]');
  if (!row || !grid) return () => {};
  const observer = new ResizeObserver(() => {
    const { top, bottom } = row.getBoundingClientRect();
    const frameTop = grid.getBoundingClientRect().top + grid.clientTop;
    const hiddenBelow = bottom + contextPx - (frameTop + grid.clientHeight);
    const roomAbove = top - frameTop - Number.parseFloat(getComputedStyle(grid).scrollPaddingTop || '0');
    if (hiddenBelow > 0 && roomAbove > 0) grid.scrollTop += Math.min(hiddenBelow, roomAbove);
    else if (roomAbove < 0) grid.scrollTop += roomAbove;
    row.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(row);
  return () => observer.disconnect();
}
