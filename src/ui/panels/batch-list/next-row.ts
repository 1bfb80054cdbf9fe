/** The list's layout on the screen. */
export interface RowLayout {
  readonly rows: number;
  readonly columns: number;
  /** Number of lines in sight; at least 1. */
  readonly linesInSight: number;
}

/**
 * Index of the row that a key (arrow, Home, End, PageUp, PageDown) leads to from the row `from`. Rows that cannot take the focus
 * are skipped. undefined: another key, or there is no such row.
 */
export function nextRow(
  key: string,
  from: number,
  { rows, columns, linesInSight }: RowLayout,
  isReachable: (index: number) => boolean,
): number | undefined {
  /** The furthest reachable row within `steps` strides; if there is none, the first one beyond. */
  function walk(start: number, stride: number, steps: number): number | undefined {
    let found: number | undefined;
    for (let step = 1, index = start + stride; index >= 0 && index < rows; step++, index += stride) {
      if (step > steps && found !== undefined) break;
      if (isReachable(index)) found = index;
    }
    return found;
  }
  switch (key) {
    case 'ArrowDown':
      return walk(from, columns, 1);
    case 'ArrowUp':
      return walk(from, -columns, 1);
    case 'ArrowRight':
      return columns > 1 ? walk(from, 1, 1) : undefined;
    case 'ArrowLeft':
      return columns > 1 ? walk(from, -1, 1) : undefined;
    case 'PageDown':
      return walk(from, columns, linesInSight);
    case 'PageUp':
      return walk(from, -columns, linesInSight);
    case 'Home':
      return walk(-1, 1, 1);
    case 'End':
      return walk(rows, -1, 1);
    default:
      return undefined;
  }
}
