import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useShallow } from 'zustand/react/shallow';
import { errorOf, type FilmBatch, isFinished } from '../../../engine/batch.ts';
import { type BatchStatus, progress, statusShown } from '../../../engine/run-state.ts';
import type { Work } from '../../../film/film.ts';
import { untranslatedNumbers } from '../../../film/lines.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { batchAt, countBatches } from '../../../translation/batch.ts';
import { useSteadyPress, VisuallyHidden } from '../../kit/button.tsx';
import { Check, X } from '../../kit/icons.tsx';
import { CircleStop, LoaderCircle, RotateCw } from '../../kit/more-icons.tsx';
import { useFocusHeir } from '../../kit/overlays.ts';
import { BATCHES_HEADING_ID, batchButtonId, openBatch, untranslatedWords } from '../../state/next-step.ts';
import { useNow, useServices, useSession } from '../../state/services.tsx';
import { BATCH_STATUS_WORDS, batchPlaceWords, failureInAWord } from '../../words/batch-words.ts';
import { elapsedWords } from '../../words/quantities.ts';
import item from './batch-item.module.css';
import styles from './batch-list.module.css';

const isTranslating = (state: Work): boolean => progress(state).loading > 0;

/**
 * One item for each batch. The document contains the items near the visible ones, and the item that is the Tab stop, because it may have the focus. One
 * deferred subscription serves all items, so that React draws changes in slices, never in one long task.
 */
export function BatchItems({ count }: { count: number }) {
  const list = useRef<HTMLDivElement>(null);
  const state = useDeferredValue(useSession(useShallow(shownOf)));
  const isHigh = Array.from({ length: count }, (_, index) => hasMoreToSay(state, index));
  const { columns, first, end, topOf } = useRowWindow(list, isHigh);
  const { current = first, ...keys } = useRowFocus(columns);
  // A row that fails becomes taller and moves the rows below it.
  const press = useSteadyPress();
  const now = useDeferredValue(useNow(useSession(isTranslating)));
  const drawn = Array.from({ length: end - first }, (_, place) => first + place);
  if (current < first) drawn.unshift(current);
  if (current >= end) drawn.push(current);
  return (
    // Firefox makes every scrolling element a Tab stop, unless its tabindex is -1.
    <div ref={list} className={styles.list} tabIndex={-1} {...keys} {...press}>
      <ul className={styles.rows} aria-labelledby={BATCHES_HEADING_ID} style={{ height: topOf(count) }}>
        {drawn.map((index) => (
          <BatchItem
            key={index}
            index={index}
            count={count}
            top={topOf(index)}
            left={`${((index % columns) * 100) / columns}%`}
            current={index === current}
            phrases={state.phrases}
            batch={state.batches[index]}
            status={statusShown(state, state.batches[index])}
            elapsed={elapsedOf(state, index, now)}
            open={state.shownBatch === index}
            untranslated={untranslatedNumbers(state, index).length}
          />
        ))}
      </ul>
    </div>
  );
}

/** Only these facts, so that typing in the film notes does not redraw the list. */
const shownOf = ({ phrases, batches, marks, shownBatch, paused }: Work) => ({
  phrases,
  batches,
  marks,
  shownBatch,
  paused,
});
type Shown = ReturnType<typeof shownOf>;

/** The second line of a row: why the batch failed, or what is not translated. */
const hasMoreToSay = (state: Shown, index: number): boolean =>
  statusShown(state, state.batches[index]) === 'failed' || untranslatedNumbers(state, index).length > 0;

function elapsedOf({ batches }: Shown, index: number, now: number): string | undefined {
  const batch = batches[index];
  return batch?.state === 'loading' ? elapsedWords(now - batch.startedAt) : undefined;
}

/** The list's layout on the screen. */
interface RowLayout {
  readonly rows: number;
  readonly columns: number;
  /** Number of visible lines; at least 1. */
  readonly linesInSight: number;
}

/**
 * The index of the row that a key (arrow, Home, End, PageUp, PageDown) goes to from the row `from`. Skips rows that cannot have the focus. undefined: another
 * key, or no such row.
 */
export function nextRow(
  key: string,
  from: number,
  { rows, columns, linesInSight }: RowLayout,
  isReachable: (index: number) => boolean,
): number | undefined {
  const moves: Readonly<Record<string, readonly [start: number, stride: number, steps: number]>> = {
    ArrowDown: [from, columns, 1],
    ArrowUp: [from, -columns, 1],
    PageDown: [from, columns, linesInSight],
    PageUp: [from, -columns, linesInSight],
    Home: [-1, 1, 1],
    End: [rows, -1, 1],
    ...(columns > 1 && { ArrowRight: [from, 1, 1], ArrowLeft: [from, -1, 1] }),
  };
  const move = moves[key];
  if (!move) return undefined;
  const [start, stride, steps] = move;
  // Finds the furthest row within the steps that can have the focus; if there is none, the first such row after them.
  let found: number | undefined;
  for (let step = 1, index = start + stride; index >= 0 && index < rows; step++, index += stride) {
    if (step > steps && found !== undefined) break;
    if (isReachable(index)) found = index;
  }
  return found;
}

/**
 * The list is one Tab stop, and arrow keys move between its rows. `current` is the row that is the Tab stop: the row focused or opened last, or at first the
 * first failed, finished or started one; undefined while no row can have the focus. It must always be in the document. The handlers are for the scrolling
 * element, whose rows have their index as `data-row`.
 */
function useRowFocus(columns: number) {
  const { session } = useServices();
  const shown = useSession(({ shownBatch }) => shownBatch);
  const [opened, setOpened] = useState(shown);
  const [lastUsed, setLastUsed] = useState(shown);
  if (opened !== shown) {
    setOpened(shown);
    if (shown !== null) setLastUsed(shown);
  }
  const current = useSession((state) =>
    lastUsed !== null && canReachRow(state, lastUsed) ? lastUsed : firstRow(state),
  );

  return {
    current,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = rowOf(target);
      if (row) setLastUsed(Number(row.dataset.row));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const row = rowOf(event.target as HTMLElement);
      if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const list = event.currentTarget;
      const state = session.store.getState();
      const linesInSight = Math.floor(list.clientHeight / row.offsetHeight) || 1;
      const layout = { rows: state.batches.length, columns, linesInSight };
      const next = nextRow(event.key, Number(row.dataset.row), layout, (index) => canReachRow(state, index));
      if (next === undefined) return;
      event.preventDefault();
      flushSync(() => setLastUsed(next));
      list.querySelector<HTMLElement>(`[data-row="${next}"] button:not([disabled])`)?.focus();
    },
  };
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-row]');

/** A row can take the focus if its batch can be opened or stopped. */
const canReachRow = ({ batches }: Work, index: number): boolean => {
  const batch = batches[index];
  return batch !== undefined && batch.state !== 'waiting';
};

/** The first failed batch; if there is none, the first finished one; if there is none either, the first loading one. */
function firstRow({ batches }: Work): number | undefined {
  const placeOf = (wanted: BatchStatus) => batches.findIndex(({ state }) => state === wanted);
  return [placeOf('failed'), placeOf('ok'), placeOf('loading')].find((index) => index >= 0);
}

/** Assumed until the list is laid out. */
const LINES_AT_FIRST = 20;
/** Rows are drawn again after this many lines of scrolling, and at least this many lines are drawn ahead. */
const STEP_LINES = 4;

/** The rows to draw: from `first` up to, not including, `end`. */
interface RowWindow {
  /** Rows side by side in one line. */
  readonly columns: number;
  readonly first: number;
  readonly end: number;
  /** The CSS length from the list's start to a row; for the number of rows: to the list's end. */
  readonly topOf: (index: number) => string;
}

/**
 * The visible rows of a long list, and a few around them. The style of `list`, the scrolling element, gives the rows per line (`--columns`)
 * and the height of a line (`--line`). `isHigh`: whether each row is 1 rem higher and has `data-high`.
 */
function useRowWindow(list: RefObject<HTMLElement | null>, isHigh: readonly boolean[]): RowWindow {
  const [columns, setColumns] = useState(1);
  const [linesInSight, setLinesInSight] = useState(LINES_AT_FIRST);
  const [line, setLine] = useState(1);
  const [steps, setSteps] = useState(0);

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    function measure(): void {
      const row = element?.querySelector('li');
      if (!element || !row) return;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const lineRem = row.getBoundingClientRect().height / rem - (row.dataset.high === undefined ? 0 : 1);
      if (lineRem <= 0) return;
      setColumns(Number(getComputedStyle(element).getPropertyValue('--columns')) || 1);
      setLine(lineRem);
      setLinesInSight(Math.ceil(element.clientHeight / rem / lineRem));
      setSteps(Math.floor(element.scrollTop / rem / lineRem / STEP_LINES));
    }
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [list]);

  // Turning a tablet, or the first measurement, moves the rows; the focused one stays in view.
  useLayoutEffect(() => {
    if (columns > 0) list.current?.querySelector('[data-row]:focus-within')?.scrollIntoView({ block: 'nearest' });
  }, [list, columns]);

  const count = isHigh.length;
  const before = highBefore(isHigh, columns);
  const top = lineAt(steps * STEP_LINES * line, before, line);
  const first = Math.max(0, top - STEP_LINES) * columns;
  const end = (top + 2 * STEP_LINES + linesInSight) * columns;
  const topOf = (index: number): string => {
    const place = index === count ? Math.ceil(count / columns) : Math.floor(index / columns);
    return `calc(${place} * var(--line) + ${before[place] ?? 0}rem)`;
  };
  return { columns, first: Math.min(first, count), end: Math.min(end, count), topOf };
}

/** How many high lines precede each line of a list; the last figure is the total. `isHigh`: by row. */
export function highBefore(isHigh: readonly boolean[], columns: number): readonly number[] {
  const before = [0];
  for (let start = 0; start < isHigh.length; start += columns) {
    const isHighLine = isHigh.slice(start, start + columns).includes(true);
    before.push((before.at(-1) ?? 0) + (isHighLine ? 1 : 0));
  }
  return before;
}

/** The line at `top` rem below the list's start; beyond the end the last one. `line`: the usual height of a line in rem. */
export function lineAt(top: number, before: readonly number[], line: number): number {
  const lines = before.slice(0, -1);
  return Math.max(
    0,
    lines.findLastIndex((high, place) => place * line + high <= top),
  );
}

const ICONS = {
  waiting: <span className={item.dot} />,
  // Not animated: dozens of spinning icons take half of the main thread's time. The counting seconds show progress.
  loading: <LoaderCircle className={item.icon} />,
  ok: <Check className={item.icon} />,
  failed: <X className={item.icon} />,
} as const satisfies Record<BatchStatus, unknown>;

interface BatchItemProps {
  readonly index: number;
  /** How many batches the film has; the document holds only those near the visible ones. */
  readonly count: number;
  /** CSS length. */
  readonly top: string;
  readonly left: string;
  /** Whether this item is the Tab stop. */
  readonly current: boolean;
  /** undefined: the film has been closed meanwhile. */
  readonly batch: FilmBatch | undefined;
  readonly status: BatchStatus;
  /** All phrases of the film. */
  readonly phrases: readonly Phrase[];
  /** For example "8 s"; undefined unless the batch is in progress. */
  readonly elapsed: string | undefined;
  readonly open: boolean;
  /** How many phrases a person filled with the original. */
  readonly untranslated: number;
}

/** Empty for a row of a closed film that React draws once more. */
const phrasesOf = (phrases: readonly Phrase[], index: number): readonly Phrase[] =>
  index < countBatches(phrases) ? batchAt(phrases, index).phrases : [];

/** With memo a finished batch redraws one item. */
const BatchItem = memo(function BatchItem(props: BatchItemProps) {
  const { index, count, top, left, current, batch, status, phrases, elapsed, open, untranslated } = props;
  const { session, page, goTo } = useServices();
  const tabIndex = current ? 0 : -1;
  const error = errorOf(batch);
  const ofBatch = phrasesOf(phrases, index);
  /** Why the batch failed, or how many of its lines are not translated; '': neither. */
  const [more, moreStyle] =
    batch?.state === 'failed' && status === 'failed'
      ? [failureInAWord(ofBatch, batch), item.more]
      : [untranslatedWords(untranslated), `${item.more} ${item.untranslated}`];
  return (
    <li
      className={item.item}
      data-row={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-high={more === '' ? undefined : ''}
      style={{ top, insetInlineStart: left }}
    >
      <button
        type="button"
        id={batchButtonId(index)}
        className={item.batch}
        data-state={status}
        disabled={!isFinished(batch)}
        tabIndex={tabIndex}
        aria-current={open || undefined}
        // While the batch is in progress its content, with the seconds, is the accessible name.
        aria-label={
          status === 'loading'
            ? undefined
            : `Batch ${index + 1}, ${BATCH_STATUS_WORDS[status]}${error ? `: ${error}` : ''}`
        }
        aria-describedby={status === 'ok' && more !== '' ? moreId(index) : factsId(index)}
        title={error || undefined}
        onClick={() => {
          if (page.getState().view === 'lines' && !open) void goTo.call({ batch: index });
          else openBatch(session, index);
        }}
      >
        {ICONS[status]}
        <span className={item.name}>
          <VisuallyHidden>Batch </VisuallyHidden>
          {index + 1}
        </span>
        {status === 'loading' && (
          <>
            <VisuallyHidden>{BATCH_STATUS_WORDS.loading}</VisuallyHidden>{' '}
            {elapsed && <span className={item.elapsed}>{elapsed}</span>}
          </>
        )}
      </button>
      {/* Beside the button, because an accessible name must contain all visible words, and the button's name is short. */}
      <span id={factsId(index)} aria-hidden className={item.facts}>
        <span className={item.place}>{batchPlaceWords(ofBatch)}</span>
        <More id={moreId(index)} words={more} className={moreStyle} />
      </span>
      {(status === 'loading' || status === 'failed') && <RowAction index={index} status={status} tabIndex={tabIndex} />}
    </li>
  );
});

/** The second line of a row. Draws nothing if it has no words. */
function More({ id, words, className }: { id: string; words: string; className: string | undefined }) {
  if (words === '') return null;
  return (
    <>
      <VisuallyHidden> · </VisuallyHidden>
      <span id={id} className={className}>
        {words}
      </span>
    </>
  );
}

const factsId = (index: number): string => `batch-facts-${index}`;
const moreId = (index: number): string => `batch-more-${index}`;

const ACTIONS = {
  loading: { name: 'Stop', icon: <CircleStop className={item.rowIcon} /> },
  failed: { name: 'Retry', icon: <RotateCw className={item.rowIcon} /> },
} as const;

/** Stop and Retry share one element, which keeps the focus when the word changes. When it disappears, its row gets the focus. */
function RowAction(props: { index: number; status: keyof typeof ACTIONS; tabIndex: number }) {
  const { index, status, tabIndex } = props;
  const { session } = useServices();
  const button = useFocusHeir<HTMLButtonElement>(batchButtonId(index));
  const { name, icon } = ACTIONS[status];

  return (
    <button
      ref={button}
      type="button"
      className={item.rowAction}
      tabIndex={tabIndex}
      aria-label={`${name} batch ${index + 1}`}
      title={`${name} this batch`}
      onClick={() => (status === 'loading' ? session.stop({ batch: index }) : session.translateAgain(index))}
    >
      {icon}
    </button>
  );
}
