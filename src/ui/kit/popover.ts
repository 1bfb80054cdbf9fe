import { listen } from './browser.ts';

interface PopoverOptions {
  /** Which of the anchor's edges the list is in line with. */
  readonly align?: 'start' | 'end';
  /** Somebody has pressed, or gone to, what is neither in the list nor its anchor. */
  readonly onLeave?: () => void;
}

/** Between a list and its anchor. */
const GAP_PX = 4;
/** Between a list and the window's edge. */
const EDGE_PX = 8;
/** A list that has less room than this on both sides covers a part of its anchor. */
const LEAST_PX = 160;

/**
 * Shows a list with popover="manual" above all else, beside its anchor and within the window, for as long as the returned function is not
 * called. Its style sheet reads --room and --anchor-width. Not popover="auto": iOS closes that by a press elsewhere only from 18.3 on.
 */
export function openPopover(list: HTMLElement, anchor: HTMLElement, options: PopoverOptions = {}): () => void {
  list.showPopover?.();
  const wanted = list.offsetHeight;
  const follow = () => anchor.isConnected && place(list, anchor, wanted, options.align);
  const hear = ({ target }: Event) => {
    const isInside = target instanceof Node && (list.contains(target) || anchor.contains(target));
    if (!isInside) options.onLeave?.();
  };
  follow();
  const ends = [
    listen(window, { resize: follow, scroll: follow, pointerdown: hear, focusin: hear }, { capture: true }),
    // What a keyboard on the screen leaves.
    window.visualViewport ? listen(window.visualViewport, { resize: follow, scroll: follow }) : () => {},
  ];
  return () => {
    for (const end of ends) end();
    const hadFocus = list.contains(document.activeElement);
    list.hidePopover?.();
    // After the press that closed it: a field that was pressed has the focus then, but no part of the page that is around the anchor.
    if (hadFocus) setTimeout(() => document.activeElement?.contains(anchor) && anchor.focus({ preventScroll: true }));
  };
}

/** Below the anchor; above it where what is wanted has no room below, and there is more above. */
function place(list: HTMLElement, anchor: HTMLElement, wanted: number, align: PopoverOptions['align']): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { visualViewport } = window;
  // Enlarged by two fingers, the window shows a part of the page, and the list keeps its place in that.
  const [start, height] =
    visualViewport?.scale === 1 ? [visualViewport.offsetTop, visualViewport.height] : [0, clientHeight];
  const first = start + EDGE_PX;
  const last = start + height - EDGE_PX;
  const { top, bottom, left, right, width } = anchor.getBoundingClientRect();
  const above = top - GAP_PX - first;
  const below = last - bottom - GAP_PX;
  const isBelow = below >= Math.min(wanted, above);
  const room = Math.min(Math.max(isBelow ? below : above, LEAST_PX), last - first);
  const { style } = list;
  style.setProperty('--room', `${room}px`);
  style.setProperty('--anchor-width', `${width}px`);
  style.top = isBelow ? `${between(first, bottom + GAP_PX, last - room)}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${clientHeight - between(first + room, top - GAP_PX, last)}px`;
  const { offsetWidth } = list;
  const wantedLeft = align === 'end' ? right - offsetWidth : left;
  style.left = `${between(EDGE_PX, wantedLeft, clientWidth - EDGE_PX - offsetWidth)}px`;
}

const between = (least: number, wanted: number, most: number): number => Math.max(least, Math.min(wanted, most));
