/** Frames in which the heights of rows that have just come are still found out. */
const MOST_FRAMES = 60;
/** A row that has stayed in sight for so many frames stays. */
const CALM_FRAMES = 6;

/** Calls `scroll` until the row with this id stands whole in its grid, and brings it into the window. For a grid that has just come. */
export function bringIntoSight(id: string, scroll: () => void, calm = 0, framesLeft = MOST_FRAMES): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(id);
    const isWhole = row !== null && isWithin(row, row.closest('[role=grid]'));
    if (!isWhole) scroll();
    if (calm === CALM_FRAMES || framesLeft === 0) row?.scrollIntoView({ block: 'nearest' });
    else bringIntoSight(id, scroll, isWhole ? calm + 1 : 0, framesLeft - 1);
  });
}

function isWithin(row: Element, grid: Element | null): boolean {
  if (grid === null) return true;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = grid.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom;
}
