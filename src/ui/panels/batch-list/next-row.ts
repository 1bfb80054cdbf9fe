/** How the list lies, as it is drawn. */
export interface RowLayout {
  readonly rows: number;
  readonly columns: number;
  /** Lines of rows that are in sight at once; at least 1. */
  readonly linesInSight: number;
}

/**
 * Index of the row that a key leads to from the row at `from`: arrows, Home, End, PageUp, PageDown. Rows that cannot take the focus
 * are passed over. Undefined: the key is none of these, or leads nowhere.
 */
export function nextRow(
  key: string,
  from: number,
  { rows, columns, linesInSight }: RowLayout,
  isReachable: (index: number) => boolean,
): number | undefined {
  /** The furthest reachable row within `steps` steps; where there is none, the first one beyond. */
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
