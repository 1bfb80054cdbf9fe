import { memo, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useShallow } from 'zustand/react/shallow';
import { batchOfLine, isReadable, lineOf, linesOfBatch, placeOf } from '../../../../film/lines.ts';
import { filmOf } from '../../../../film/shown-facts.ts';
import { FILTERS } from '../../../../review/problem-kinds.ts';
import { listen } from '../../../kit/browser.ts';
import { Announced, PlainButton, useSteadyPress, VisuallyHidden } from '../../../kit/button.tsx';
import { focusWhenShown } from '../../../kit/focus.ts';
import { focusBatchItem } from '../../../state/next-step.ts';
import type { GoTo } from '../../../state/page-state.ts';
import { useServices } from '../../../state/services.tsx';
import {
  choiceOf,
  type FilmProblems,
  factsOfLine,
  type ReviewState,
  toReview,
  useFilmProblems,
  useReviewState,
} from '../line-facts.ts';
import styles from '../lines.module.css';
import {
  batchKey,
  EDITOR_ID,
  goToRow,
  type LinesView,
  lineKey,
  lineNumberOf,
  linesStoreOf,
  numberText,
  problemWords,
  SHOW_ALL,
  showLines,
  useLinesStore,
  useLinesView,
} from '../lines-view.ts';
import { COLUMN_WIDTHS, COLUMNS } from './columns.tsx';
import {
  chosenRows,
  FilmRows,
  hasFocus,
  type Item,
  itemsOf,
  type Rows,
  unreadableBatches,
  useFlight,
  useHadFocus,
} from './items.tsx';
import { isDraftOf } from './open-line.tsx';
import { useRow } from './rows.tsx';
import { keepWholeInSight, useFollowing, useScrolling } from './scrolling.ts';
import { useGridKeys } from './use-grid-keys.ts';

/**
 * All lines under the headings of their batches. `narrow`: the open line has a sheet of its own. The document contains the visible rows, the active one and the
 * open one.
 */
export const LinesGrid = memo(function LinesGrid({ narrow }: { narrow: boolean }) {
  const { session, page, goTo } = useServices();
  const state = useReviewState();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const store = useLinesStore();
  const { active, previousActive, open, show, shown, awaits } = useLinesView(
    useShallow(({ active, previousActive, open, show, shown, awaited }) => ({
      active,
      previousActive,
      open,
      show,
      shown,
      awaits: awaited.length > 0,
    })),
  );
  const filmProblems = useFilmProblems();
  // The same list while the same batches are unreadable, so that a run's steps do not make all rows again.
  const unreadable = useShallow(unreadableBatches)(state);
  const { phrases } = state;
  const all = useMemo(() => itemsOf(phrases, unreadable), [phrases, unreadable]);
  const rows = useMemo(() => chosenRows(all, phrases, shown), [all, phrases, shown]);
  const { items, placeOf } = rows;
  // One object, so that all three belong to one state. Drawn after the lines, because the strip reads each line of the film.
  const strip = useDeferredValue(useMemo(() => ({ items, state, filmProblems }), [items, state, filmProblems]));
  const currentPlace = placeOf(active) ?? items.findIndex((item) => item.kind === 'line');
  const current = items[currentPlace]?.key;
  const openKey = open === null ? undefined : lineKey(open);
  const kept = [currentPlace, placeOf(previousActive), placeOf(openKey)].flatMap((place = -1) =>
    place < 0 ? [] : place,
  );

  const isFlying = useFlight(scroller);
  const row = useRow({ state, narrow, filmProblems, current, isFlying });
  const headPx = narrow ? 0 : HEAD_PX;
  const scrolling = useScrolling(list, scroller, rows, headPx);
  useFollowing(scroller, scrolling.reveal);
  const press = useSteadyPress();
  const keys = useGridKeys({ rows, state, filmProblems, scroller, reveal: scrolling.reveal });

  /** Returns from a batch's JSON to the person's last line. False: the line is hidden or belongs to another batch. */
  const goBack = (batch: number): boolean => {
    // The press on the heading's button has made the heading active.
    const { lastLine, leftFor } = store.getState();
    const left = openKey ?? lastLine;
    const item = items[placeOf(left) ?? -1];
    if (left === undefined || item === undefined || (item.batch !== batch && leftFor !== batch)) return false;
    store.setState({ active: left });
    focusWhenShown(open === null ? left : EDITOR_ID);
    scrolling.returnTo(left);
    return true;
  };
  const goToLine = (number: number): void => {
    const key = lineKey(number);
    if (placeOf(key) === undefined) store.setState(SHOW_ALL);
    goToRow(store, { active: key, open: null });
    focusWhenShown(key);
  };
  const showOnly = useEffectEvent((numbers: readonly number[]) => {
    scrolling.stay();
    const first = lineKey(numbers[0] ?? 0);
    // Another film may be open that this grid has not drawn yet.
    goToRow(linesStoreOf(session.store.getState().phrases), {
      ...SHOW_ALL,
      shown: new Set(numbers),
      open: null,
      active: first,
    });
    focusWhenShown(first);
  });
  const goToBatch = useEffectEvent(({ batch, isBack = false, line }: GoTo) => {
    scrolling.stay();
    if (line !== undefined) return goToLine(line);
    if (isBack && goBack(batch)) return;
    if (placeOf(batchKey(batch)) === undefined) {
      if (isBack) focusBatchItem(batch);
      return;
    }
    scrolling.scrollTo(batchKey(batch), 'top');
    const first = linesOfBatch(state, batch)[0];
    if (first) store.setState({ active: lineKey(first.number) });
    if (isBack) focusWhenShown(batchKey(batch));
  });
  useEffect(() => goTo.use((place) => (place.only ? showOnly(place.only) : goToBatch(place))), [goTo]);

  // With another width the rows above the person's line get other heights.
  const widthPx = useRef(innerWidth);
  const onResize = useEffectEvent(() => {
    const { active } = store.getState();
    if (widthPx.current === innerWidth) return;
    widthPx.current = innerWidth;
    if (active === undefined || !scrolling.wasInSight(active)) return;
    if (hasFocus(scroller)) scrolling.returnTo(active);
    else scrolling.scrollTo(active, 'middle');
  });
  useEffect(() => listen(window, { resize: onResize }), []);

  // Keeps the whole open line in view while its height changes.
  useEffect(() => {
    if (open === null || narrow) return;
    return keepWholeInSight(store.box.current?.closest('[role=row]'));
  }, [store, open, narrow]);

  // Runs at the first drawing, too: after a look at a batch's JSON the grid shows the person's last place.
  const onReveal = useEffectEvent((isFirst: boolean) => {
    // From the store: returning from a batch's JSON has just changed the active row.
    const { active } = store.getState();
    if (active !== undefined && placeOf(active) !== undefined) scrolling.scrollTo(active, 'middle');
    // Otherwise another film in the same grid would begin at the scroll position of the film before.
    else if (active !== undefined || isFirst) scrolling.scrollToStart();
  });
  useEffect(() => {
    onReveal(true);
    // After the microtask in which React draws the changes of the same task: the end of a filter brings the row back.
    return store.revealActive.use(() => queueMicrotask(() => onReveal(false)));
  }, [store]);

  // Opens a draft from before a reload, or from another tab.
  function goToDraft(): void {
    const { draft } = page.getState();
    const line = draft ? lineOf(state, draft.number) : undefined;
    if (!draft || !line || !isDraftOf(draft, state, line, line.translation ?? '')) return goToLeftPlace();
    const key = lineKey(draft.number);
    if (open === null) store.setState({ ...leftFilter(draft.number), open: draft.number, active: key });
    scrolling.scrollTo(key, 'middle');
  }
  /** Returns to the place before a reload. */
  function goToLeftPlace(): void {
    const { linePlace } = page.getState();
    const line = linePlace && lineOf(state, linePlace.number);
    if (active !== undefined || open !== null || !line || linePlace.film !== filmOf(state)) return;
    const batch = batchOfLine(phrases, line.number) ?? -1;
    const key = lineKey(line.number);
    const opens = linePlace.isOpen && !narrow && isReadable(state, batch);
    store.setState({ ...leftFilter(line.number), active: key, open: opens ? line.number : null });
    scrolling.returnTo(key);
  }
  /** The filter before the reload, extended so that it shows line `number`. */
  function leftFilter(number: number): Partial<LinesView> {
    const { linePlace } = page.getState();
    const show = FILTERS.find((each) => each === linePlace?.show);
    if (show === undefined || linePlace?.film !== filmOf(state)) return {};
    const choice = choiceOf(state, filmProblems, show, '');
    return { ...choice, shown: choice.shown && new Set([...choice.shown, number]) };
  }
  const hadFocus = useHadFocus(scroller);
  const onFilm = useEffectEvent(() => {
    goToDraft();
    const { active = current, open } = store.getState();
    if (!hadFocus() || open !== null || active === undefined) return;
    // Also if the row has the focus already: as the row of that number in the film before.
    store.setState({ active });
    focusWhenShown(active);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each film has a store
  useEffect(() => onFilm(), [store]);
  // Runs after the stored place was read. If a person chooses a filter while no line is active, the first line becomes the place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: written after each change
  useEffect(() => {
    const [now, film, before] = [store.getState(), filmOf({ phrases }), page.getState().linePlace];
    const first = now.show === 'all' && before?.film !== film ? undefined : phrases[0]?.number;
    const number = now.open ?? lineNumberOf(now.active) ?? first;
    if (number !== undefined) page.setState({ linePlace: { number, film, isOpen: now.open !== null, show: now.show } });
  }, [active, open, show, phrases, page]);

  return (
    <div className={styles.gridFrame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Lines"
        aria-rowcount={items.length + 1}
        aria-colcount={COLUMNS.length}
        aria-multiselectable
        className={styles.grid}
        style={COLUMN_WIDTHS}
        {...keys}
        {...press}
      >
        <GridHead />
        <FilmRows list={list} scroller={scroller} items={items} kept={kept} headPx={headPx} row={row} />
      </div>
      <Announcement rows={rows} state={state} />
      {items.length === 0 && (
        <p className={styles.nothing}>
          {awaits && !filmProblems.rulesFailed ? 'The lines are being checked…' : 'No line matches.'}{' '}
          <PlainButton onClick={() => showLines(store, SHOW_ALL)}>Show all lines</PlainButton>
        </p>
      )}
      <ReviewStrip {...strip} />
    </div>
  );
});

/** Height of the head row, which is always visible. */
const HEAD_PX = 32;

function GridHead() {
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the rows take the focus */}
      <div role="row" aria-rowindex={1} className={styles.head}>
        {COLUMNS.map(({ id, name, isNameHidden = false }) =>
          name === '' ? (
            <span key={id} />
          ) : (
            <span key={id} role="columnheader" className={styles.headCell}>
              {isNameHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
            </span>
          ),
        )}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </>
  );
}

/** "21 of 1,600. 2 problems.", announced once after each move. */
function Announcement({ rows, state }: { rows: Rows; state: ReviewState }) {
  const active = useLinesView((view) => view.active);
  const filmProblems = useFilmProblems();
  const [said, setSaid] = useState<{ active: string | undefined; words: string }>({ active, words: '' });
  if (said.active !== active) setSaid({ active, words: words() });
  return <Announced name="Line" words={said.words} />;

  function words(): string {
    const item = rows.items[rows.placeOf(active) ?? -1];
    if (item?.kind !== 'line') return '';
    const place = placeOf(state.phrases, item.number) ?? 0;
    const count = factsOfLine(state, filmProblems, item.number)?.problems.length;
    if (count === undefined) return '';
    const problems = count === 0 ? '' : ` ${problemWords(count)}.`;
    return `${numberText(place + 1)} of ${numberText(state.phrases.length)}.${problems}`;
  }
}

/** About as many as the strip has device pixels. */
const MOST_MARKS = 2_000;

interface StripProps {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly filmProblems: FilmProblems;
}

/** A thin strip beside the scroll bar. It shows the places of the lines to review in the film. */
const ReviewStrip = memo(function ReviewStrip({ items, state, filmProblems }: StripProps) {
  const { marks } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: not for each edited line, since each edit leads to a judgement
  const path = useMemo(() => {
    const numbers = new Set(toReview(state, filmProblems));
    if (numbers.size === 0) return '';
    // Marks that are closer than the strip can show would make megabytes of text.
    const apart = Math.floor(items.length / MOST_MARKS);
    let free = 0;
    let marked = '';
    items.forEach((item, place) => {
      if (place < free || item.kind !== 'line' || !numbers.has(item.number)) return;
      free = place + apart;
      marked += `M0 ${place}.5H1`;
    });
    return marked;
  }, [items, filmProblems, marks]);
  if (path === '') return null;
  return (
    <svg aria-hidden className={styles.strip} viewBox={`0 0 1 ${items.length}`} preserveAspectRatio="none">
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
});
