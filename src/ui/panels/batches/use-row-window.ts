import { type RefObject, useLayoutEffect, useState } from 'react';

/** Assumed lines in sight until the list is laid out. */
const LINES_AT_FIRST = 20;
/** Each time this many lines have been scrolled, other rows are drawn; at least this many lines are drawn ahead. */
const STEP_LINES = 4;

/** The rows to draw: from `first` up to, not including, `end`. */
interface RowWindow {
  /** Rows side by side in one line. */
  readonly columns: number;
  readonly first: number;
  readonly end: number;
  /** Where a row begins below the list's beginning, and with the number of rows where the list ends: a CSS length. */
  readonly topOf: (index: number) => string;
}

/**
 * The rows of a long list that are in sight, and a few around them. `list` is the scrolling element; its style tells how many rows
 * stand in a line (`--columns`), and how high a line is (`--line`). `isHigh`: of each row, whether it is higher by 1 rem and bears
 * `data-high`.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, isHigh: readonly boolean[]): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  const [line, setLine] = useState(1);
  const [steps, setSteps] = useState(0);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    function measure(): void {
      const row = element?.querySelector('li');
      if (!element || !row) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const lineRem = row.getBoundingClientRect().height / rem - (row.dataset.high === undefined ? 0 : 1);
      if (lineRem <= 0) return;
      setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
      setLine(lineRem);
      setLinesInSight(Math.ceil(element.clientHeight / rem / lineRem));
      setSteps(Math.floor(element.scrollTop / rem / lineRem / STEP_LINES));
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [list]);

  const count = isHigh.length;
  const before = highBefore(isHigh, columns);
  const top = lineAt(steps * STEP_LINES * line, before, line);
  const first = Math.max(0, top - STEP_LINES) * columns;
  const end = (top + 2 * STEP_LINES + linesInSight) * columns;
  const topOf = (index: number): string => {
    const place = index === count ? Math.ceil(count / columns) : Math.floor(index / columns);
    return `calc(${place} * var(--line) + ${before[place] ?? 0}rem)`;
  };
  return { columns, first: Math.min(first, count), end: Math.min(end, count), topOf };
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

/** The line that stands `top` rem below the list's beginning; beyond the end the last one. `line`: the height of one that is not high, in rem. */
export function lineAt(top: number, before: readonly number[], line: number): number {
  const lines = before.slice(0, -1);
  return Math.max(
    0,
    lines.findLastIndex((high, place) => place * line + high <= top),
  );
}
