import {
  createContext,
  type ReactElement,
  type Ref,
  type RefObject,
  startTransition,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua';
import { isFinished } from '../../../../engine/batch.ts';
import type { Work } from '../../../../film/film.ts';
import { batchOfLine, isReadable } from '../../../../film/lines.ts';
import type { Phrase } from '../../../../subtitles/document.ts';
import { batchAt, countBatches } from '../../../../translation/batch.ts';
import { drawn, listen } from '../../../kit/browser.ts';
import { useServices } from '../../../state/services.tsx';
import { batchKey, type ItemKey, lineKey, unreadableKey } from '../lines-view.ts';

/** A row of the grid. */
export type Item =
  | { readonly kind: 'batch'; readonly key: ItemKey; readonly batch: number }
  /** Replaces the lines of a batch whose output cannot be split into lines. */
  | { readonly kind: 'unreadable'; readonly key: ItemKey; readonly batch: number }
  | { readonly kind: 'line'; readonly key: ItemKey; readonly batch: number; readonly number: number };

/** Batches whose outputs cannot be read as lines. */
export const unreadableBatches = (film: Pick<Work, 'phrases' | 'batches'>): readonly number[] =>
  film.batches.flatMap((batch, index) => (isFinished(batch) && !isReadable(film, index) ? [index] : []));

/** The rows of the whole film: for each batch a heading, then its lines. */
export function itemsOf(phrases: readonly Phrase[], unreadable: readonly number[]): readonly Item[] {
  const hidden = new Set(unreadable);
  const items: Item[] = [];
  for (let batch = 0; batch < countBatches(phrases); batch++) {
    items.push({ kind: 'batch', key: batchKey(batch), batch });
    if (hidden.has(batch)) items.push({ kind: 'unreadable', key: unreadableKey(batch), batch });
    else {
      for (const { number } of batchAt(phrases, batch).phrases)
        items.push({ kind: 'line', key: lineKey(number), batch, number });
    }
  }
  return items;
}

/** The rows that the grid shows. */
export interface Rows {
  readonly items: readonly Item[];
  /** The index of the row with this key; undefined: it is not shown. */
  readonly placeOf: (key: ItemKey | undefined) => number | undefined;
}

/** The chosen rows with their headings; null: all rows. */
export function chosenRows(all: readonly Item[], phrases: readonly Phrase[], shown: ReadonlySet<number> | null): Rows {
  const batches = new Set<number>();
  for (const number of shown ?? []) batches.add(batchOfLine(phrases, number) ?? -1);
  const isShown = (item: Item) => (item.kind === 'line' ? shown?.has(item.number) : batches.has(item.batch));
  const items = shown === null ? all : all.filter(isShown);
  // Made on demand: in a view that was just opened, no row is active and nothing needs it.
  let places: ReadonlyMap<ItemKey, number> | undefined;
  return {
    items,
    placeOf(key) {
      if (key === undefined) return undefined;
      places ??= new Map(items.map((item, place) => [item.key, place]));
      return places.get(key);
    },
  };
}

/** The index of the heading above a row, or of the row itself if it is a heading. */
export function headingBefore(items: readonly Item[], place: number): number {
  let heading = Math.min(place, items.length - 1);
  while (heading > 0 && items[heading]?.kind !== 'batch') heading--;
  return Math.max(0, heading);
}

/** The height of a row whose texts fit on one line. */
export const ROW_PX = 28;
const HEADING_PX = 29;
/** Rows are drawn this far ahead, but no further: each costs time during fast scrolling. */
const AHEAD_PX = 80;
/** How many rows are drawn before the grid is laid out. */
const FIRST_ROWS = 30;

interface FilmRowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly Item[];
  /** Indexes of rows that always stay in the document. */
  readonly kept: readonly number[];
  /** Height of the head row, which is always visible. */
  readonly headPx: number;
  readonly row: (item: Item, place: number) => ReactElement;
}

/** Draws the visible rows. The heading of the batch at the top sticks there, as the same element, until the next heading replaces it. */
export function FilmRows({ list, scroller, items, kept, headPx, row }: FilmRowsProps) {
  const [top, setTop] = useState(0);
  const stuck = headingBefore(items, top);
  // Claims that all rows are measured: virtua hides unmeasured rows, which takes their focus, and lays them out twice. Rows of other heights
  // are still measured when they come into view.
  const [heights] = useState(() => items.map(({ kind }) => (kind === 'batch' ? HEADING_PX : ROW_PX)));
  const atTop = useMemo(() => ({ stuck, headPx }), [stuck, headPx]);
  // virtua keeps the rows of the first drawing until the list is scrolled: too many for a low window, too few for a high one.
  useEffect(() => {
    void drawn().then(() => {
      const grid = scroller.current;
      for (const place of grid?.scrollTop === 0 ? [1, 0] : []) {
        grid?.scrollTo(0, place);
        grid?.dispatchEvent(new Event('scroll'));
      }
    });
  }, [scroller]);
  return (
    <Stuck value={atTop}>
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        startMargin={headPx}
        itemSize={ROW_PX}
        cache={[heights]}
        bufferSize={AHEAD_PX}
        ssrCount={Math.min(items.length, FIRST_ROWS)}
        keepMounted={[...kept, stuck]}
        data={items}
        as={Rows}
        item={RowFrame}
        onScroll={(offset) => setTop(headingBefore(items, list.current?.findItemIndex(offset + headPx) ?? 0))}
      >
        {row}
      </Virtualizer>
    </Stuck>
  );
}

/** After this pause in scrolling, rows are drawn in full. */
const REST_MS = 120;

/**
 * Whether the film is scrolled fast just now: by more than half a view at once. Rows passed at that speed are drawn with texts only. At the
 * next pause the caller redraws, and they are drawn in full.
 */
export function useFlight(scroller: RefObject<HTMLElement | null>): () => boolean {
  const [flight] = useState({ isOn: false });
  const [, setRests] = useState(0);
  useEffect(() => {
    const grid = scroller.current;
    if (!grid) return undefined;
    let top = grid.scrollTop;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      flight.isOn = false;
      startTransition(() => setRests((rests) => rests + 1));
    };
    const onScroll = () => {
      if (Math.abs(grid.scrollTop - top) > grid.clientHeight / 2) flight.isOn = true;
      top = grid.scrollTop;
      clearTimeout(timer);
      if (flight.isOn) timer = setTimeout(rest, REST_MS);
    };
    // Captured, because virtua draws in its own scroll listener.
    const stop = listen(grid, { scroll: onScroll }, { passive: true, capture: true });
    return () => {
      stop();
      clearTimeout(timer);
      flight.isOn = false;
    };
  }, [scroller, flight]);
  return () => flight.isOn;
}

/**
 * Whether the focus was in the grid as the film came that is drawn now, and a person has not moved it since. The row that had it may be gone, or shows another
 * film's line: the next key belongs to the active row of the new film.
 */
export function useHadFocus(scroller: RefObject<HTMLDivElement | null>): () => boolean {
  const { session } = useServices();
  const had = useRef(false);
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        if (after.phrases !== before.phrases) had.current = hasFocus(scroller);
      }),
    [session, scroller],
  );
  return () => had.current && (hasFocus(scroller) || document.activeElement === document.body);
}

export const hasFocus = ({ current }: RefObject<Element | null>): boolean =>
  current?.contains(document.activeElement) ?? false;

const Stuck = createContext({ stuck: 0, headPx: 0 });

/** Undoes virtua's pointer-events: none during scrolling; a press right after a turn of the wheel would be lost. */
function Rows({ style, children, ref }: CustomContainerComponentProps) {
  return (
    <div ref={ref as Ref<HTMLDivElement>} style={{ ...style, pointerEvents: undefined }}>
      {children}
    </div>
  );
}

function RowFrame({ style, index, children, ref }: CustomItemComponentProps) {
  const { stuck, headPx } = use(Stuck);
  return (
    <div
      ref={ref as Ref<HTMLDivElement>}
      style={index === stuck ? { ...style, position: 'sticky', top: headPx, zIndex: 1 } : style}
    >
      {children}
    </div>
  );
}
