import { type ReactElement, useMemo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { batchStatus } from '../../../../engine/run-state.ts';
import { counts } from '../../../../review/filter.ts';
import { canEditLines } from '../../../../session/lines/lines.ts';
import { useServices } from '../../../state/services.tsx';
import type { Judged } from '../judged.ts';
import { factsOfBatch, factsOfLine, matches, type ReviewState } from '../line-facts.ts';
import { type ItemKey, type LinesView, type LinesViewStore, useLinesStore, useLinesView } from '../lines-view.ts';
import { BatchRow, UnreadableRow } from './batch-row.tsx';
import type { Item } from './items.ts';
import { LineRow } from './line-row.tsx';

interface RowOptions {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly narrow: boolean;
  readonly judged: Judged;
  /** The row that Tab stops at. */
  readonly current: ItemKey | undefined;
}

interface RowFacts extends Omit<RowOptions, 'items'> {
  readonly view: ReturnType<typeof ofRows>;
  readonly store: LinesViewStore;
  readonly breaksAsTheyAre: boolean;
}

/** More are made anew when they come into sight again. */
const MOST_KEPT = 400;

/** The row of an item: the same element as long as nothing of what is shown has changed, so that scrolling draws what comes into sight alone. */
export function useRow({
  items,
  state,
  narrow,
  judged,
  current,
}: RowOptions): (item: Item, place: number) => ReactElement {
  const store = useLinesStore();
  const view = useLinesView(useShallow(ofRows));
  const breaksAsTheyAre = useStore(useServices().page, (state) => state.lineBreaks === 'as-they-are');
  // biome-ignore lint/correctness/useExhaustiveDependencies: of other items the rows stand at other places
  return useMemo(() => {
    const made = new Map<number, ReactElement>();
    return (item, place) => {
      if (made.size > MOST_KEPT) made.clear();
      const row =
        made.get(place) ?? makeRow(item, place, { state, narrow, judged, current, view, store, breaksAsTheyAre });
      made.set(place, row);
      return row;
    };
  }, [items, state, narrow, judged, current, view, store, breaksAsTheyAre]);
}

/** What rows show of where the person is. */
const ofRows = ({ open, selected, show, kind, shown, hitsOf }: LinesView) => ({
  open,
  selected,
  show,
  kind,
  shown,
  hitsOf,
});

function makeRow(item: Item, place: number, facts: RowFacts): ReactElement {
  const { state, narrow, judged, current, view, store, breaksAsTheyAre } = facts;
  const { open, selected, show, kind, shown, hitsOf } = view;
  const shared = { rowIndex: place + 2, isActive: item.key === current };
  if (item.kind === 'batch') return <BatchRow key={item.key} {...shared} {...headingFacts(item.batch, facts)} />;
  if (item.kind === 'unreadable') return <UnreadableRow key={item.key} {...shared} batch={item.batch} />;
  const found = factsOfLine(state, judged, item.number);
  if (found === undefined) return <div key={item.key} />;
  const { line, problems, marks } = found;
  return (
    <LineRow
      key={item.key}
      {...shared}
      line={line}
      state={found.state}
      problems={problems}
      isOpen={!narrow && open === item.number && state.role === 'holder'}
      isSelected={selected.has(item.number)}
      isDimmed={shown !== null && !matches(found, show, kind)}
      canEdit={canEditLines(state, item.batch)}
      isCard={narrow}
      language={judged.language}
      limits={judged.limits}
      before={marks.before}
      dismissed={marks.dismissed}
      hits={hitsOf?.(line)}
      store={store}
      breaksAsTheyAre={breaksAsTheyAre}
    />
  );
}

/** What the heading of a batch says. */
function headingFacts(batch: number, { state, judged }: RowFacts) {
  const facts = factsOfBatch(state, judged, batch);
  return {
    batch,
    first: facts[0]?.line.number ?? 0,
    last: facts.at(-1)?.line.number ?? 0,
    status: batchStatus(state.results[batch]),
    problems: facts.reduce((sum, { problems }) => sum + problems.filter(({ kind }) => counts(kind)).length, 0),
    confirmed: facts.filter(({ marks }) => marks.confirmed).length,
    holds: state.role === 'holder',
  };
}
