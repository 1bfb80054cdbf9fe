import { type ReactElement, useMemo } from 'react';
import { batchStatus } from '../../../../engine/state/run-selectors.ts';
import { counts } from '../../../../review/filter.ts';
import { canEditLines } from '../../../../session/lines/lines.ts';
import type { Judged } from '../judged.ts';
import { factsOfBatch, factsOfLine, matches, type ReviewState } from '../line-facts.ts';
import type { ItemKey, LinesView, LinesViewStore } from '../lines-view.ts';
import { BatchRow, UnreadableRow } from './batch-row.tsx';
import type { Item } from './items.ts';
import { LineRow } from './line-row.tsx';

interface RowOptions extends Pick<LinesView, 'open' | 'selected' | 'show' | 'kind' | 'shown' | 'hitsOf'> {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly narrow: boolean;
  readonly judged: Judged;
  /** The row that Tab stops at. */
  readonly current: ItemKey | undefined;
  readonly store: LinesViewStore;
}

/** More are made anew when they come into sight again. */
const MOST_KEPT = 400;

/** The row of an item: the same element as long as nothing of what is shown has changed, so that scrolling draws what comes into sight alone. */
export function useRow(options: RowOptions): (item: Item, place: number) => ReactElement {
  const { items, state, narrow, judged, current, open, selected, show, kind, shown, hitsOf, store } = options;
  return useMemo(() => {
    const all: RowOptions = { items, state, narrow, judged, current, open, selected, show, kind, shown, hitsOf, store };
    const made = new Map<number, ReactElement>();
    return (item, place) => {
      const known = made.get(place);
      if (known) return known;
      if (made.size > MOST_KEPT) made.clear();
      const row = makeRow(item, place, all);
      made.set(place, row);
      return row;
    };
  }, [items, state, narrow, judged, current, open, selected, show, kind, shown, hitsOf, store]);
}

function makeRow(item: Item, place: number, options: RowOptions): ReactElement {
  const { state, narrow, judged, current, open, selected, show, kind, shown, hitsOf, store } = options;
  const shared = { rowIndex: place + 2, isActive: item.key === current };
  if (item.kind === 'batch') return <BatchRow key={item.key} {...shared} {...headingFacts(item.batch, options)} />;
  if (item.kind === 'unreadable') return <UnreadableRow key={item.key} {...shared} batch={item.batch} />;
  const facts = factsOfLine(state, judged, item.number);
  if (facts === undefined) return <div key={item.key} />;
  const { line } = facts;
  const canEdit = canEditLines(state, item.batch);
  return (
    <LineRow
      key={item.key}
      {...shared}
      line={line}
      state={facts.state}
      problems={facts.problems}
      isOpen={open === item.number && state.role === 'holder'}
      isSelected={selected.has(item.number)}
      isDimmed={shown !== null && !matches(facts, show, kind)}
      canEdit={canEdit}
      isCard={narrow}
      language={judged.language}
      limits={judged.limits}
      before={facts.marks.before}
      hits={hitsOf?.(line)}
      store={store}
    />
  );
}

/** What the heading of a batch says. */
function headingFacts(batch: number, { state, judged }: RowOptions) {
  const facts = factsOfBatch(state, judged, batch);
  return {
    batch,
    first: facts[0]?.line.number ?? 0,
    last: facts.at(-1)?.line.number ?? 0,
    count: facts.length,
    status: batchStatus(state.results[batch]),
    problems: facts.reduce((sum, { problems }) => sum + problems.filter(({ kind }) => counts(kind)).length, 0),
    confirmed: facts.filter(({ marks }) => marks.confirmed).length,
    holds: state.role === 'holder',
  };
}
