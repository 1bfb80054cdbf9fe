import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

/** Before the list is laid out. */
const LINES_AT_FIRST = 20;
/** Rows are drawn anew each time so many lines have been scrolled, and so many lines ahead at least. */
const STEP_LINES = 4;

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
 * Those rows of a long list that are in sight, and a few around them. For an element that scrolls; its style says how many rows
 * are in a line (`--columns`), and all rows are of one height.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  const [steps, setSteps] = useState(0);

  const follow = useCallback(() => {
    const element = list.current;
    const lineHeight = element?.querySelector('li')?.getBoundingClientRect().height;
    if (!element || !lineHeight) return;
    setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
    setLinesInSight(Math.ceil(element.clientHeight / lineHeight));
    setSteps(Math.floor(element.scrollTop / lineHeight / STEP_LINES));
  }, [list]);

  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(follow);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, follow]);

  const first = Math.max(0, steps - 1) * STEP_LINES * columns;
  const end = ((steps + 2) * STEP_LINES + linesInSight) * columns;
  return { columns, first: Math.min(first, count), end: Math.min(end, count), follow };
}
