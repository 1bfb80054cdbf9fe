import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Before the list is laid out. */
const LINES_AT_FIRST = 20;

/** The rows that are near enough to be drawn: from `first` to before `end`. */
export interface RowWindow {
  /** Rows in a line. */
  readonly columns: number;
  readonly first: number;
  readonly end: number;
  /** To be called when the list is scrolled. */
  readonly follow: () => void;
}

/**
 * Those rows of a long list that are in sight, and a screen or so around them. For an element that scrolls; its style says how many rows
 * are in a line (`--columns`), and all rows are of one height.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  // Scrolled so many half screens down: rows are drawn anew once in each.
  const [halfScreens, setHalfScreens] = useState(0);

  const follow = useCallback(() => {
    const element = list.current;
    const lineHeight = element?.querySelector('li')?.getBoundingClientRect().height;
    if (!element || !lineHeight) return;
    const lines = Math.ceil(element.clientHeight / lineHeight);
    setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
    setLinesInSight(lines);
    setHalfScreens(Math.floor(element.scrollTop / lineHeight / halfOf(lines)));
  }, [list]);

  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(follow);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, follow]);

  const half = halfOf(linesInSight);
  const first = Math.max(0, halfScreens - 1) * half * columns;
  const end = (halfScreens + 4) * half * columns;
  return { columns, first: Math.min(first, count), end: Math.min(end, count), follow };
}

const halfOf = (lines: number): number => Math.max(1, Math.ceil(lines / 2));
