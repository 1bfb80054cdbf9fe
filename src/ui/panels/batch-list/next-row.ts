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
  const moves: Readonly<Record<string, readonly [start: number, stride: number, steps: number]>> = {
    ArrowDown: [from, columns, 1],
    ArrowUp: [from, -columns, 1],
    PageDown: [from, columns, linesInSight],
    PageUp: [from, -columns, linesInSight],
    Home: [-1, 1, 1],
    End: [rows, -1, 1],
    ...(columns > 1 && { ArrowRight: [from, 1, 1], ArrowLeft: [from, -1, 1] }),
  };
  const move = moves[key];
  if (!move) return undefined;
  const [start, stride, steps] = move;
  // The furthest reachable row within the steps; if there is none, the first one beyond.
  let found: number | undefined;
  for (let step = 1, index = start + stride; index >= 0 && index < rows; step++, index += stride) {
    if (step > steps && found !== undefined) break;
    if (isReachable(index)) found = index;
  }
  return found;
}
