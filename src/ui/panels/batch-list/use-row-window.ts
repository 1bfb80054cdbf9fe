import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

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
}

/**
 * The rows of a long list that are in sight, and a few around them. `list` is the scrolling element; its style tells how many rows
 * stand in a line (`--columns`), and all rows have one height.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  const [steps, setSteps] = useState(0);

  const onScroll = useCallback(() => {
    const element = list.current;
    const lineHeight = element?.querySelector('li')?.getBoundingClientRect().height;
    if (!element || !lineHeight) return;
    setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
    setLinesInSight(Math.ceil(element.clientHeight / lineHeight));
    setSteps(Math.floor(element.scrollTop / lineHeight / STEP_LINES));
  }, [list]);

  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(onScroll);
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, onScroll]);

  const first = Math.max(0, steps - 1) * STEP_LINES * columns;
  const end = ((steps + 2) * STEP_LINES + linesInSight) * columns;
  return { columns, first: Math.min(first, count), end: Math.min(end, count), onScroll };
}
