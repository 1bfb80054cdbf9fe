import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { highBefore, lineAt } from './row-window.ts';

/** Assumed lines in sight until the list is laid out. */
const LINES_AT_FIRST = 20;
/** Each time this many lines have been scrolled, other rows are drawn; at least this many lines are drawn ahead. */
const STEP_LINES = 4;

/** The rows to draw: from `first` up to, not including, `end`. */
export interface RowWindow {
  /** Rows side by side in one line. */
  readonly columns: number;
  readonly first: number;
  readonly end: number;
  readonly onScroll: () => void;
  /** Where a row begins below the list's beginning, and with the number of rows where the list ends: a CSS length. */
  readonly topOf: (index: number) => string;
}

/**
 * The rows of a long list that are in sight, and a few around them. `list` is the scrolling element; its style tells how many rows
 * stand in a line (`--columns`), and how high a line is (`--line`). `high`: a figure for each row, '1' for one that is higher by 1 rem
 * and bears `data-high`.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, high: string): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  const [steps, setSteps] = useState(0);
  const count = high.length;
  const before = useMemo(
    () =>
      highBefore(
        Array.from(high, (figure) => figure === '1'),
        columns,
      ),
    [high, columns],
  );

  const onScroll = useCallback(() => {
    const element = list.current;
    const row = element?.querySelector('li');
    if (!element || !row) return;
    const extra = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const line = row.getBoundingClientRect().height - (row.dataset.high === undefined ? 0 : extra);
    if (line <= 0) return;
    setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
    setLinesInSight(Math.ceil(element.clientHeight / line));
    setSteps(Math.floor(lineAt(element.scrollTop, before, { line, extra }) / STEP_LINES));
  }, [list, before]);

  // Also where rows have become higher: others are in sight then.
  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(onScroll);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, onScroll]);

  const first = Math.max(0, steps - 1) * STEP_LINES * columns;
  const end = ((steps + 2) * STEP_LINES + linesInSight) * columns;
  const topOf = (index: number): string => {
    const place = index === count ? Math.ceil(count / columns) : Math.floor(index / columns);
    return `calc(${place} * var(--line) + ${before[place] ?? 0}rem)`;
  };
  return { columns, first: Math.min(first, count), end: Math.min(end, count), onScroll, topOf };
}
