import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { listen } from '../../kit/browser.ts';
import { BATCH_ERRORS_ID, LINES_ACTIONS_ID, panelActionsId, panelId, UPLOAD_BUTTON_ID } from '../../kit/panel.tsx';

// In a window of medium width the film is a box that the person can move.

/** In px of the window. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Between two boxes, and between a box and the window's edge. */
const SPACE_PX = 8;

/**
 * Where a box wanted at `box` goes: within the window, and above or below `edited` (the open line), else beside `written` (its text box), if
 * there is room.
 */
export function placeFor(
  box: Rectangle,
  window: Pick<Rectangle, 'width' | 'height'>,
  edited: Rectangle | undefined,
  written?: Rectangle | undefined,
): Rectangle {
  const within = (value: number, most: number) => Math.max(SPACE_PX, Math.min(value, most - SPACE_PX));
  const left = within(box.left, window.width - box.width);
  const top = within(box.top, window.height - box.height);
  const kept = { ...box, left, top };
  if (edited === undefined || !overlap(kept, edited)) return kept;
  const above = edited.top - SPACE_PX - box.height;
  const below = edited.top + edited.height + SPACE_PX;
  const fits = [below, above].filter((each) => each >= 0 && each + box.height <= window.height);
  const nearest = fits.sort((one, other) => Math.abs(one - top) - Math.abs(other - top))[0];
  if (nearest !== undefined) return { ...kept, top: nearest };
  const beside = written && placeBeside(kept, window.width, written);
  if (beside !== undefined) return { ...kept, left: beside };
  // There is no room: the side with more of it.
  return { ...kept, top: edited.top > window.height - edited.top - edited.height ? 0 : window.height - box.height };
}

/** The left edge of the box where it does not cover `written`; undefined: there is no room. */
function placeBeside(box: Rectangle, widthPx: number, written: Rectangle): number | undefined {
  if (!overlap(box, written)) return box.left;
  const [before, after] = [written.left - SPACE_PX - box.width, written.left + written.width + SPACE_PX];
  return [before, after].find((left) => left >= 0 && left + box.width <= widthPx);
}

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const MOVE_PX = 24;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** At first the film is above the first of these that is on the page. */
const LOWEST_IDS = [BATCH_ERRORS_ID, LINES_ACTIONS_ID, panelActionsId('Translation')];
/** Before the first translation the film covers the original, because the fields beside it must be filled in. */
const uploadButton = () => document.querySelector(`#${UPLOAD_BUTTON_ID}:enabled`);
/** At least this far from the window's edges. */
const FIRST_RIGHT_PX = 24;
const FIRST_BOTTOM_PX = 80;

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

/** Handlers for the button that moves the film. Keeps the film off the open line. */
export function useMoving(section: RefObject<HTMLElement | null>) {
  /** Where the person has moved it; null: not yet. */
  const wanted = useRef<Pick<Rectangle, 'left' | 'top'> | null>(null);
  const grip = useRef<Pick<Rectangle, 'left' | 'top'> | null>(null);

  const observer = useRef<ResizeObserver>(null);
  /** The elements that the film must not cover; they change their size. */
  const watched = useRef<readonly (Element | null)[]>([]);
  function watch(elements: readonly (Element | null)[]): void {
    for (const each of watched.current) if (each && !elements.includes(each)) observer.current?.unobserve(each);
    for (const each of elements) if (each && !watched.current.includes(each)) observer.current?.observe(each);
    watched.current = elements;
  }

  const place = useEffectEvent(() => {
    const film = section.current;
    if (!film || getComputedStyle(film).position !== 'fixed') return;
    const { width, height } = boxOf(film);
    const window = { width: document.documentElement.clientWidth, height: innerHeight };
    const upload = uploadButton();
    const lowest = upload ?? LOWEST_IDS.map((id) => document.getElementById(id)).find((each) => each !== null) ?? null;
    const beside = upload && document.getElementById(panelId('Original'));
    const bottom = Math.min(window.height - FIRST_BOTTOM_PX, lowest?.getBoundingClientRect().top ?? window.height);
    const right = beside ? boxOf(beside).right : window.width;
    const first = { left: right - width - FIRST_RIGHT_PX, top: bottom - height };
    const edited = document.querySelector('[role=row][data-open]');
    const written = edited?.querySelector('textarea');
    watch([lowest, edited]);
    const { left, top } = placeFor(
      { ...(wanted.current ?? first), width, height },
      window,
      edited ? boxOf(edited) : undefined,
      written ? boxOf(written) : undefined,
    );
    film.style.setProperty('--film-left', `${left}px`);
    film.style.setProperty('--film-top', `${top}px`);
  });
  function move(left: number, top: number): void {
    wanted.current = { left, top };
    place();
  }

  useEffect(() => {
    let frame = 0;
    const placeSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place());
    };
    placeSoon();
    // The open line appears, moves, and grows while somebody types.
    const unlisten = listen(
      window,
      { resize: placeSoon, scroll: placeSoon, focusin: placeSoon, input: placeSoon, keyup: placeSoon },
      { capture: true, passive: true },
    );
    const sizes = new ResizeObserver(placeSoon);
    observer.current = sizes;
    if (section.current) sizes.observe(section.current);
    return () => {
      cancelAnimationFrame(frame);
      unlisten();
      sizes.disconnect();
    };
  }, [section]);

  return {
    onKeyDown(event: KeyboardEvent) {
      const [x, y] = ARROWS[event.key] ?? [];
      if (x === undefined || y === undefined || !section.current) return;
      event.preventDefault();
      const { left, top } = boxOf(section.current);
      move(left + x * MOVE_PX, top + y * MOVE_PX);
    },
    onPointerDown({ currentTarget, pointerId, clientX, clientY }: PointerEvent) {
      if (!section.current) return;
      currentTarget.setPointerCapture(pointerId);
      const { left, top } = boxOf(section.current);
      grip.current = { left: clientX - left, top: clientY - top };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (grip.current) move(clientX - grip.current.left, clientY - grip.current.top);
    },
    onLostPointerCapture() {
      grip.current = null;
    },
  };
}
