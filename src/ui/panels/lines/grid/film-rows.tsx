import { createContext, type ReactElement, type Ref, type RefObject, use, useState } from 'react';
import {
  type CustomContainerComponentProps,
  type CustomItemComponentProps,
  Virtualizer,
  type VirtualizerHandle,
} from 'virtua';
import { headingBefore, type Item } from './items.ts';

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
  return (
    <Stuck value={{ stuck, headPx }}>
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
