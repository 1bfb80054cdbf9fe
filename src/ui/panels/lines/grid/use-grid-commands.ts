import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { canEditLines } from '../../../../session/lines/lines.ts';
import { isBlank } from '../../../../subtitles/lines.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import type { Judged } from '../judged.ts';
import { allFacts, hasProblem, isToReview, type LineFacts, type ReviewState } from '../line-facts.ts';
import { EDITOR_ID, type ItemKey, SHOW_ALL, toggleSelected, useLinesStore } from '../lines-view.ts';
import { ROW_PX } from './film-rows.tsx';
import { type Item, placeIn } from './items.ts';

export interface GridOptions {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly judged: Judged;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Brings a row into sight; `isJump`: into the middle of it, unless it stands about there. */
  readonly revealRow: (key: ItemKey, isJump?: boolean) => void;
}

/** What the keys of the grid do. Each gives true where there was something to do. */
export function useGridCommands({ items, state, judged, scroller, revealRow }: GridOptions) {
  const { session } = useServices();
  const store = useLinesStore();

  /** Makes a row the active one, and gives it the focus; `open`: to be written in. */
  function goTo(item: Item | undefined, open = false, isJump = false): boolean {
    if (item === undefined) return false;
    const isOpened = open && item.kind === 'line' && canEditLines(session.store.getState(), item.batch);
    flushSync(() =>
      store.setState(({ active: held }) => ({ held, active: item.key, open: isOpened ? item.number : null })),
    );
    revealRow(item.key, isJump);
    focusWhenShown(isOpened ? EDITOR_ID : item.key);
    return true;
  }

  const placeOfActive = (): number => placeIn(items, store.getState().active) ?? -1;
  const active = (): Item | undefined => items[placeOfActive()];

  /** The next line after the active one (-1: before it) for which `isMeant` says yes, round the end of the film. */
  function find(isMeant: (facts: LineFacts) => boolean, step: 1 | -1): Item | undefined {
    const meant = new Set<number>();
    for (const facts of allFacts(state, judged)) if (isMeant(facts)) meant.add(facts.line.number);
    const from = placeOfActive();
    for (let count = 1; count <= items.length; count++) {
      const item = items[(from + step * count + 2 * items.length) % items.length];
      if (item?.kind === 'line' && meant.has(item.number)) return item;
    }
    return undefined;
  }

  /** The next line from the active row on, in the order of the film. */
  function neighbour(step: 1 | -1): Item | undefined {
    for (let place = placeOfActive() + step; place >= 0 && place < items.length; place += step) {
      if (items[place]?.kind === 'line') return items[place];
    }
    return undefined;
  }

  function confirmAndGoOn(open: boolean): boolean {
    const item = active();
    if (item?.kind !== 'line') return false;
    const { selected } = store.getState();
    const numbers = selected.size > 0 && !open ? [...selected] : [item.number];
    session.markLines(numbers, { confirmed: true });
    store.setState({ selected: new Set() });
    const done = new Set(numbers);
    const isLeft = ({ line, marks }: LineFacts) =>
      !marks.confirmed && !isBlank(line.translation ?? '') && !done.has(line.number);
    const next = find((facts) => isToReview(facts) && !done.has(facts.line.number), 1) ?? find(isLeft, 1);
    return goTo(next ?? item, open && next !== undefined, true);
  }

  /** Opens the dialog for the selection, or for the active line. */
  function translateAgain(): boolean {
    const { selected } = store.getState();
    const item = active();
    const numbers = selected.size > 0 ? [...selected] : item?.kind === 'line' ? [item.number] : [];
    if (numbers.length > 0) store.setState({ question: { kind: 'lines', numbers } });
    return numbers.length > 0;
  }

  function select(item: Item | undefined, from: Item | undefined): void {
    const numbers = [item, from].flatMap((each) => (each?.kind === 'line' ? [each.number] : []));
    store.setState(({ selected }) => ({ selected: new Set([...selected, ...numbers]) }));
  }

  function toggle(): boolean {
    const item = active();
    if (item?.kind !== 'line') return false;
    toggleSelected(store, item.number);
    return true;
  }

  /** Up or down by rows, or by as many as are in sight; `extend`: what is passed is selected. */
  function walk(rows: number, extend = false): boolean {
    const place = placeOfActive();
    const to = items[Math.min(items.length - 1, Math.max(0, place + rows))];
    if (extend) select(to, items[place]);
    return goTo(to);
  }

  const inSight = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX));

  function selectAll(): boolean {
    store.setState({ selected: new Set(items.flatMap((item) => (item.kind === 'line' ? [item.number] : []))) });
    return true;
  }

  /** The selection goes first, then the option of "Show". */
  function clear(): boolean {
    const { selected } = store.getState();
    store.setState(selected.size > 0 ? { selected: new Set<number>() } : SHOW_ALL);
    return true;
  }

  return {
    goTo,
    walk,
    goInSight: (pages: 1 | -1) => walk(pages * inSight()),
    nextProblem: (step: 1 | -1, open = false) => goTo(find(hasProblem, step), open, true),
    openNeighbour: (step: 1 | -1) => goTo(neighbour(step), true),
    confirmAndGoOn,
    translateAgain,
    toggle,
    selectAll,
    clear,
    active,
    first: () => goTo(items[0]),
    last: () => goTo(items.at(-1)),
    /** The active line is opened to be written in. */
    edit: () => goTo(active(), true),
  };
}
