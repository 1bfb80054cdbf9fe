import { type RefCallback, type RefObject, useCallback, useEffect, useRef } from 'react';
import { listen } from './browser.ts';
import { focusSoon } from './focus.ts';

interface PopoverOptions {
  /** The edge of the anchor with which the list is aligned. */
  readonly align: 'start' | 'end';
  /** Called on a press or focus outside the list and its anchor. */
  readonly onLeave: () => void;
}

const GAP_PX = 4;
const EDGE_PX = 8;
/** A list with less room than this above and below covers part of its anchor. */
const LEAST_PX = 160;

/**
 * Shows a list with popover="manual" beside its anchor and inside the window, until the returned function is called. Its style sheet reads
 * --room and --anchor-width. popover="auto" is no option: iOS closes it on an outside press only since 18.3.
 */
export function openPopover(list: HTMLElement, anchor: HTMLElement, options: PopoverOptions): () => void {
  list.showPopover?.();
  const wanted = list.offsetHeight;
  const follow = () => anchor.isConnected && place(list, anchor, wanted, options.align);
  const hear = ({ target }: Event) => {
    const isInside = target instanceof Node && (list.contains(target) || anchor.contains(target));
    if (!isInside) options.onLeave();
  };
  follow();
  const ends = [
    listen(window, { resize: follow, scroll: follow, pointerdown: hear, focusin: hear }, { capture: true }),
    // The visual viewport shrinks when the on-screen keyboard opens.
    window.visualViewport ? listen(window.visualViewport, { resize: follow, scroll: follow }) : () => {},
  ];
  return () => {
    for (const end of ends) end();
    const hadFocus = list.contains(document.activeElement);
    list.hidePopover?.();
    // Runs after the press that closed the list. A field that was pressed keeps the focus; if the press only hit a part around the anchor, the anchor gets it.
    if (hadFocus) setTimeout(() => document.activeElement?.contains(anchor) && anchor.focus({ preventScroll: true }));
  };
}

/** Below the anchor, or above if the list does not fit below and there is more room above. */
function place(list: HTMLElement, anchor: HTMLElement, wanted: number, align: PopoverOptions['align']): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { visualViewport } = window;
  // While pinch-zoomed the window shows part of the page, and the list keeps its place there.
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

/**
 * For an element that may disappear while it has the focus. Then the element with the id `heir` gets the focus. A button of the bar is another element
 * once the window has become small or large.
 */
export function useFocusHeir<Each extends HTMLElement>(heir: string): RefCallback<Each> {
  return useCallback(
    (element: Each) => () => {
      if (element.contains(document.activeElement)) focusSoon(heir);
    },
    [heir],
  );
}

/**
 * For a dialog that is open while it is drawn. When it closes, the focus returns to the opener or, if the opener is gone, to the first part of the page. If a
 * command of the dialog has moved the focus elsewhere, it stays there.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    const own = dialog.current;
    own?.showModal();
    return () => {
      const { activeElement } = document;
      if (activeElement !== document.body && own?.contains(activeElement) === false) return;
      if (opener instanceof HTMLElement) opener.focus();
      const isLost = opener?.isConnected === false && document.activeElement === document.body;
      if (isLost) firstPart()?.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

export const firstPart = (): HTMLElement | null => document.querySelector('main [tabindex="-1"]');
