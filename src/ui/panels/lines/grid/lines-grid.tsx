import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { useStore } from 'zustand';
import { batchStatus, isHolder } from '../../../../engine/run-selectors.ts';
import { lineOf, linesOf, marksOf, placeOf } from '../../../../session/lines.ts';
import { PHRASES_PER_BATCH } from '../../../../translation/batch.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-session.ts';
import { factsOf, matches, problemsOf, type ReviewState } from '../line-facts.ts';
import styles from '../lines.module.css';
import { batchKey, lineKey, useLinesStore, useLinesView } from '../lines-view.ts';
import { useJudged } from '../use-judged.ts';
import { Announcement } from './announcement.tsx';
import { BatchRow, UnreadableRow } from './batch-row.tsx';
import { COLUMN_COUNT, GridHead } from './grid-head.tsx';
import { chosenItems, type Item, itemPlaces, itemsOf, unreadableBatches } from './items.ts';
import { LineRow } from './line-row.tsx';
import { ProblemStrip } from './problem-strip.tsx';
import { useGridKeys } from './use-grid-keys.ts';

/** A row of one or two lines, since the time takes two; others are measured as they come into sight. */
const ROW_PX = 57;

interface LinesGridProps {
  readonly state: ReviewState;
  /** The open line has a sheet of its own. */
  readonly narrow: boolean;
}

/** All lines under the headings of their batches. In the document are those in sight, the active one and the open one. */
export function LinesGrid({ state, narrow }: LinesGridProps) {
  const { page } = useServices();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const store = useLinesStore();
  const { active, held, open, selected, show, kind, shown } = useLinesView((view) => view);
  const judged = useJudged();
  const holds = useSession(isHolder);
  const unreadable = unreadableBatches(state).join();
  const { phrases } = state;
  const all = useMemo(
    () => itemsOf(phrases, unreadable === '' ? [] : unreadable.split(',').map(Number)),
    [phrases, unreadable],
  );
  const items = useMemo(() => chosenItems(all, phrases, shown), [all, phrases, shown]);
  const places = itemPlaces(items);
  const current = active !== undefined && places.has(active) ? active : items.find((item) => item.kind === 'line')?.key;
  const keptMounted = [current, held, open === null ? undefined : lineKey(open)].flatMap((key) => {
    const place = key === undefined ? undefined : places.get(key);
    return place === undefined ? [] : [place];
  });

  const reveal = (key: string) => {
    const place = places.get(key);
    if (place !== undefined) list.current?.scrollToIndex(place, { align: 'nearest' });
  };
  const keys = useGridKeys({ items, places, state, judged, scroller, reveal });

  const target = useStore(page, ({ goTo }) => goTo);
  const goTo = useEffectEvent((batch: number) => {
    page.setState({ goTo: null });
    const place = places.get(batchKey(batch));
    if (place === undefined) return;
    list.current?.scrollToIndex(place, { align: 'start' });
    const first = linesOf(state, batch)[0];
    if (first) store.setState({ active: lineKey(first.number) });
  });
  useEffect(() => {
    if (target) goTo(target.batch);
  }, [target]);

  const revealed = useLinesView((view) => view.reveal);
  const scrollTo = useEffectEvent((key: string) => {
    const place = places.get(key);
    if (place !== undefined) list.current?.scrollToIndex(place, { align: 'center' });
  });
  useEffect(() => {
    if (revealed) scrollTo(revealed.key);
  }, [revealed]);

  // A draft that a reload has interrupted is opened again; a place that was left for a batch's JSON is shown again.
  const onMount = useEffectEvent(() => {
    const { draft: kept } = page.getState();
    const draft = kept && lineOf(state, kept.number)?.original === kept.original ? kept : null;
    if (draft && open === null) store.setState({ open: draft.number, active: lineKey(draft.number) });
    const place = places.get(draft ? lineKey(draft.number) : (current ?? ''));
    if (place !== undefined && place > 0) list.current?.scrollToIndex(place, { align: 'center' });
  });
  useEffect(onMount, []);

  const marked = useMemo(
    () =>
      items.flatMap((item, place) =>
        item.kind === 'line' && judged.batches[item.batch]?.problems.has(item.number) ? [place] : [],
      ),
    [items, judged],
  );
  return (
    <div className={styles.gridFrame}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in part */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Lines"
        aria-rowcount={items.length + 1}
        aria-colcount={COLUMN_COUNT}
        aria-multiselectable
        aria-readonly={holds ? undefined : true}
        className={styles.grid}
        {...keys}
      >
        <GridHead />
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          startMargin={narrow ? 0 : HEAD_PX}
          itemSize={ROW_PX}
          bufferSize={AHEAD_PX}
          ssrCount={Math.min(items.length, FIRST_ROWS)}
          keepMounted={keptMounted}
          data={items}
        >
          {(item: Item, place: number) => row(item, place)}
        </Virtualizer>
      </div>
      <Announcement items={items} places={places} state={state} />
      {items.length === 0 && (
        <p className={styles.nothing}>
          No line matches.{' '}
          <Button look="plain" onClick={() => store.setState({ show: 'all', kind: '', shown: null })}>
            Show all lines
          </Button>
        </p>
      )}
      <ProblemStrip places={marked} count={items.length} />
    </div>
  );

  function row(item: Item, place: number) {
    const shared = { rowIndex: place + 2, isActive: item.key === current };
    if (item.kind === 'batch') {
      const lines = linesOf(state, item.batch);
      const problems = lines.reduce(
        (sum, line) => sum + problemsOf(state, judged, line, item.batch).filter((one) => one.kind !== 'timing').length,
        0,
      );
      const confirmed = lines.filter((line) => marksOf(state, line).confirmed).length;
      return (
        <BatchRow
          key={item.key}
          {...shared}
          batch={item.batch}
          first={lines[0]?.number ?? 0}
          last={lines.at(-1)?.number ?? 0}
          status={batchStatus(state.results[item.batch])}
          problems={problems}
          confirmed={confirmed}
          holds={holds}
        />
      );
    }
    if (item.kind === 'unreadable') return <UnreadableRow key={item.key} {...shared} batch={item.batch} />;
    const linePlace = (placeOf(state.phrases, item.number) ?? 0) % PHRASES_PER_BATCH;
    const line = linesOf(state, item.batch)[linePlace];
    if (line === undefined) return <div key={item.key} />;
    const facts = factsOf(state, judged, line, item.batch);
    const isDimmed = shown !== null && !matches(facts, show, kind);
    return (
      <LineRow
        key={item.key}
        {...shared}
        line={line}
        state={facts.state}
        problems={facts.problems}
        isOpen={open === item.number && holds && !narrow}
        isSelected={selected.has(item.number)}
        isDimmed={isDimmed}
        holds={holds}
        language={judged.language}
        limits={judged.limits}
        film={judged.film}
        before={facts.marks.before}
      />
    );
  }
}

/** Drawn ahead of what is in sight: each row costs when the film is flown through. */
const AHEAD_PX = 80;
/** Of the head row, which stays in sight. */
const HEAD_PX = 32;
/** Before the grid is laid out. */
const FIRST_ROWS = 30;
