import {
  createContext,
  type ReactElement,
  type Ref,
  type RefObject,
  startTransition,
  use,
  useEffect,
  useMemo,
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
import { memoizeByObject } from '../../../../lib/memo.ts';
import type { Phrase } from '../../../../subtitles/document.ts';
import { batchAt, countBatches } from '../../../../translation/batch.ts';
import { listen } from '../../../kit/browser.ts';
import { batchKey, type ItemKey, lineKey, unreadableKey } from '../lines-view.ts';

/** A row of the grid. */
export type Item =
  | { readonly kind: 'batch'; readonly key: ItemKey; readonly batch: number }
  /** Instead of the lines of a batch whose output cannot be told apart by lines. */
  | { readonly kind: 'unreadable'; readonly key: ItemKey; readonly batch: number }
  | { readonly kind: 'line'; readonly key: ItemKey; readonly batch: number; readonly number: number };

/** Batches whose outputs cannot be read as lines. */
export const unreadableBatches = ({ batches }: Pick<Work, 'batches'>): readonly number[] =>
  batches.flatMap((batch, index) => (isFinished(batch) && !isReadable(batch) ? [index] : []));

/** The rows of the whole film: a heading for each batch, then its lines. */
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

/** Those of the rows that are chosen, and the headings that they stand under; null: all. */
export function chosenItems(
  items: readonly Item[],
  phrases: readonly Phrase[],
  shown: ReadonlySet<number> | null,
): readonly Item[] {
  if (shown === null) return items;
  const batches = new Set<number>();
  for (const number of shown) batches.add(batchOfLine(phrases, number) ?? -1);
  return items.filter((item) => (item.kind === 'line' ? shown.has(item.number) : batches.has(item.batch)));
}

const placesOf = memoizeByObject(
  (items: readonly Item[]): ReadonlyMap<ItemKey, number> => new Map(items.map(({ key }, place) => [key, place])),
);

/** Where a row stands, by its key; undefined: it is not among these. All places are worked out when a list is first asked for one. */
export function placeIn(items: readonly Item[], key: ItemKey | undefined): number | undefined {
  return key === undefined ? undefined : placesOf(items).get(key);
}

/** The place of the batch heading that a row stands under, or that it is. */
export function headingBefore(items: readonly Item[], place: number): number {
  let heading = Math.min(place, items.length - 1);
  while (heading > 0 && items[heading]?.kind !== 'batch') heading--;
  return Math.max(0, heading);
}

/** Of a row whose texts take one line each. */
export const ROW_PX = 28;
const HEADING_PX = 29;
/** Drawn ahead of what is in sight: each row costs when the film is flown through. */
const AHEAD_PX = 80;
/** Before the grid is laid out. */
const FIRST_ROWS = 30;

interface FilmRowsProps {
  readonly list: RefObject<VirtualizerHandle | null>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly items: readonly Item[];
  /** Places of rows that are in the document wherever they stand. */
  readonly kept: readonly number[];
  /** Height of the head row, which stays in sight above. */
  readonly headPx: number;
  readonly row: (item: Item, place: number) => ReactElement;
}

/** The rows in sight. The heading of the batch at the top stays there, itself and no copy, until the next one takes its place. */
export function FilmRows({ list, scroller, items, kept, headPx, row }: FilmRowsProps) {
  const [top, setTop] = useState(0);
  const stuck = headingBefore(items, top);
  // As if all rows had been measured: virtua hides what is not, which takes the focus from it, and lays it out twice. Rows of other heights
  // are still measured as they come into sight.
  const [heights] = useState(() => items.map(({ kind }) => (kind === 'batch' ? HEADING_PX : ROW_PX)));
  const atTop = useMemo(() => ({ stuck, headPx }), [stuck, headPx]);
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

/** Rest after which rows are drawn whole. */
const REST_MS = 120;

/**
 * Whether the film is flown through just now: by more than half of what is in sight at once. What is passed so is drawn with its texts
 * alone, and whole at the next rest, for which the caller is drawn again.
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
    // virtua draws as it hears of the scrolling: before that.
    const stop = listen(grid, { scroll: onScroll }, { passive: true, capture: true });
    return () => {
      stop();
      clearTimeout(timer);
      flight.isOn = false;
    };
  }, [scroller, flight]);
  return () => flight.isOn;
}

const Stuck = createContext({ stuck: 0, headPx: 0 });

/** virtua takes the pointer from rows that scroll; a press right after a turn of the wheel would be lost. */
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
