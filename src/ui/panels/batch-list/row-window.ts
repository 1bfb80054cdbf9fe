/** A list of lines, some of which are higher by `extra` than the others, which are `line` high. All lengths in one unit. */
export interface Heights {
  readonly line: number;
  readonly extra: number;
}

/** How many high lines stand before each line of a list; the last figure is of all. `isHigh`: of each row, in order. */
export function highBefore(isHigh: readonly boolean[], columns: number): readonly number[] {
  const before = [0];
  for (let start = 0; start < isHigh.length; start += columns) {
    const isHighLine = isHigh.slice(start, start + columns).includes(true);
    before.push((before.at(-1) ?? 0) + (isHighLine ? 1 : 0));
  }
  return before;
}

/** The line that stands `top` below the list's beginning; beyond the end the last one. */
export function lineAt(top: number, before: readonly number[], { line, extra }: Heights): number {
  const next = before.findIndex((high, place) => place > 0 && place * line + high * extra > top);
  return next < 0 ? Math.max(0, before.length - 2) : next - 1;
}
