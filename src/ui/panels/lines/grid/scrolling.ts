import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { isTextField, listen } from '../../../kit/browser.ts';
import { FILM_ID } from '../../../kit/panel.tsx';
import { useServices } from '../../../state/services.tsx';
import { type ItemKey, lineKey, useLinesStore } from '../lines-view.ts';
import { headingBefore, type Rows } from './items.tsx';

/** Where a row stands in the grid. `top`: below the head row. `below-heading`: also below the heading of its batch, which sticks there. */
type Stand = 'top' | 'below-heading' | 'middle' | 'bottom';

export interface Scrolling {
  readonly scrollTo: (key: ItemKey, stand: Stand) => void;
  /** Brings the whole row into view the shortest way; `isJump`: into the middle, unless it is in the middle third. */
  readonly reveal: (key: ItemKey, isJump?: boolean) => void;
  /** For a grid that has just appeared: brings the row into the middle and scrolls the window to it. Keeps the whole row in view when its problems make it higher. */
  readonly returnTo: (key: ItemKey) => void;
  readonly scrollToStart: () => void;
  /** Whether a part of the row was in view when virtua measured last: in a "resize" event, before the window changed. */
  readonly wasInSight: (key: ItemKey) => boolean;
  /** Ends what the last call began. */
  readonly stay: () => void;
}

/** A row in the middle third is at most this share of the grid's height from its centre. */
const NEAR_MIDDLE = 1 / 8;
/** In this many frames the heights of new rows may still change. */
const MOST_FRAMES = 60;
/** A row that keeps its place for this many frames is settled. */
const CALM_FRAMES = 6;

/**
 * Scrolls the grid to a row, and follows the row while rows around it are measured. Any action of the person ends this, and so does a further call.
 * virtua's own `scrollToIndex` goes on: it takes the list back from a person who scrolls or moves on. `headPx`: height of the head row, which is always visible.
 */
export function useScrolling(
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  rows: Rows,
  headPx: number,
): Scrolling {
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  const leave = useRef(() => {});
  const stay = () => leave.current();
  useEffect(() => () => leave.current(), []);

  /** The grid's scrollTop in px with which the row stands there; undefined: the row is not shown. */
  function topFor(key: ItemKey, stand: Stand): number | undefined {
    const { items, placeOf } = latest.current;
    const [place, grid, drawn] = [placeOf(key), scroller.current, list.current];
    if (place === undefined || !grid || !drawn) return undefined;
    const heading = headingBefore(items, place);
    const top = drawn.getItemOffset(place);
    const heightPx = drawn.getItemSize(place);
    const bottom = top + headPx + heightPx - grid.clientHeight;
    const tops: Readonly<Record<Stand, number>> = {
      top,
      'below-heading': heading === place ? top : top - drawn.getItemSize(heading),
      middle: bottom + (grid.clientHeight - heightPx) / 2,
      bottom,
    };
    return Math.round(Math.max(0, Math.min(tops[stand], grid.scrollHeight - grid.clientHeight)));
  }

  function scrollTo(key: ItemKey, stand: Stand, onSettled = () => () => {}): void {
    stay();
    let frame = 0;
    let stopKeeping = () => {};
    let last: number | undefined;
    const end = () => {
      cancelAnimationFrame(frame);
      stopKeeping();
      unlisten();
    };
    leave.current = end;
    const unlisten = listen(window, { pointerdown: end, keydown: end, wheel: end }, { capture: true, passive: true });
    function follow(calm: number, framesLeft: number): void {
      const top = topFor(key, stand);
      const isCalm = top === last;
      if (!isCalm && top !== undefined) scroller.current?.scrollTo({ top, behavior: 'instant' });
      last = top;
      if (calm < CALM_FRAMES && framesLeft > 0)
        frame = requestAnimationFrame(() => follow(isCalm ? calm + 1 : 0, framesLeft - 1));
      else stopKeeping = onSettled();
    }
    follow(0, MOST_FRAMES);
  }

  return {
    stay,
    scrollTo: (key, stand) => scrollTo(key, stand),
    reveal(key, isJump = false) {
      stay();
      const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {};
      const wayPx = (stand: Stand) => (topFor(key, stand) ?? scrollTop) - scrollTop;
      if (isJump) {
        if (Math.abs(wayPx('middle')) > clientHeight * NEAR_MIDDLE) scrollTo(key, 'middle');
      } else if (wayPx('below-heading') < 0) scrollTo(key, 'below-heading');
      // Of a row that is higher than the grid, the beginning is shown.
      else if (wayPx('bottom') > 0)
        scrollTo(key, wayPx('bottom') > wayPx('below-heading') ? 'below-heading' : 'bottom');
    },
    scrollToStart() {
      stay();
      if (list.current?.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0, behavior: 'instant' });
    },
    wasInSight(key) {
      const [place, drawn] = [latest.current.placeOf(key), list.current];
      if (place === undefined || !drawn) return false;
      const top = drawn.getItemOffset(place) - drawn.scrollOffset;
      return top + drawn.getItemSize(place) > 0 && top + headPx < drawn.viewportSize;
    },
    returnTo(key) {
      scrollTo(key, 'middle', () => {
        const row = document.getElementById(key);
        row?.scrollIntoView({ block: 'nearest' });
        return keepWholeInSight(row);
      });
    },
  };
}

/** Keeps the whole row in view when its height changes, unless it is out of sight. Returns a function that ends this. */
export function keepWholeInSight(row: Element | null | undefined): () => void {
  if (!row) return () => {};
  const observer = new ResizeObserver(() => {
    const frame = row.closest('[role=grid]')?.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    if (!frame || (bottom > frame.top && top < frame.bottom)) row.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(row);
  return () => observer.disconnect();
}

/** What the person is doing in the list. */
interface AtWork {
  /** A line is open, or the focus is in a text field. */
  readonly isWriting: boolean;
  /** The person is selecting lines, or words to copy. */
  readonly isSelecting: boolean;
  /** Time since the person scrolled the list or moved in it by key; Infinity: never. */
  readonly scrolledAgoMs: number;
}

/** After scrolling, the list waits this long before it follows the video again. */
const SCROLLED_MS = 3_000;

/** Whether the list may scroll to the line that the video shows. */
export const mayFollow = ({ isWriting, isSelecting, scrolledAgoMs }: AtWork): boolean =>
  !isWriting && !isSelecting && scrolledAgoMs >= SCROLLED_MS;

/** The video's own fields do not count: viewers set speed and offset in them. */
const isWritingElsewhere = (): boolean =>
  isTextField(document.activeElement) && !document.activeElement?.closest(`#${FILM_ID}`);

/** Scrolls the video's current line into the middle of the list, unless a person is working there. */
export function useFollowing(scroller: RefObject<HTMLElement | null>, reveal: Scrolling['reveal']): void {
  const store = useLinesStore();
  const playing = useStore(useServices().video.store, (state) => state.playing);
  const scrolledAtMs = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    if (!scroller.current) return undefined;
    const byHand = () => {
      scrolledAtMs.current = performance.now();
    };
    return listen(
      scroller.current,
      { wheel: byHand, touchmove: byHand, pointerdown: byHand, keydown: byHand },
      { passive: true, capture: true },
    );
  }, [scroller]);

  const follow = useEffectEvent((number: number) => {
    const { open, selected } = store.getState();
    const atWork: AtWork = {
      isWriting: open !== null || isWritingElsewhere(),
      isSelecting: selected.size > 0 || document.getSelection()?.isCollapsed === false,
      scrolledAgoMs: performance.now() - scrolledAtMs.current,
    };
    if (mayFollow(atWork)) reveal(lineKey(number), true);
  });
  useEffect(() => {
    if (playing !== undefined) follow(playing);
  }, [playing]);
}
