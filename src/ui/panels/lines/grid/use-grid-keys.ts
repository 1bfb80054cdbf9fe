import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { isReadable } from '../../../../film/lines.ts';
import { hasProblem, isToReview } from '../../../../review/filter.ts';
import { isBlank } from '../../../../subtitles/lines.ts';
import { isTextField, type KeyPress, keyName } from '../../../kit/browser.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { allFacts, type Judged, type LineFacts, type ReviewState } from '../line-facts.ts';
import {
  EDITOR_ID,
  FIND_ID,
  GO_TO_ID,
  type ItemKey,
  REPLACE_ID,
  SHOW_ALL,
  toggleSelected,
  useLinesStore,
} from '../lines-view.ts';
import { type Item, placeIn, ROW_PX } from './items.tsx';
import { takeTypedBack } from './open-line.tsx';

/**
 * The keys of the grid, which is one Tab stop: rows by the arrows up and down, what stands in a row by the arrows left and right. In the
 * box of the open line only those that are no keys of a text box.
 */
export function useGridKeys(options: GridOptions) {
  const { session, page } = useServices();
  const store = useLinesStore();
  const grid = useGridCommands(options);

  const does = (act: () => void) => () => {
    act();
    return true;
  };
  const focuses = (idNow: () => string) =>
    does(() => {
      const field = document.getElementById(idNow());
      // Where there is little room it is folded away.
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
    });
  /** There is nothing to replace before something is sought. */
  const replaceField = (): string => {
    const find = document.getElementById(FIND_ID);
    const isSought = find instanceof HTMLInputElement && find.value !== '';
    return isSought && document.getElementById(REPLACE_ID) ? REPLACE_ID : FIND_ID;
  };

  /** What no text uses for itself. */
  const fieldKeys: Keys = {
    'Control+Enter': () => grid.confirmAndGoOn(false),
    'Alt+Enter': grid.translateAgain,
    F8: () => grid.nextProblem(1),
    'Shift+F8': () => grid.nextProblem(-1),
    'Control+f': focuses(() => FIND_ID),
    'Control+h': focuses(replaceField),
    'Control+g': focuses(() => GO_TO_ID),
  };
  /** Wherever nobody writes; what moves rows and what presses a button is left to that which has the focus. */
  const pageKeys: Keys = {
    ...fieldKeys,
    'Control+Home': grid.first,
    'Control+End': grid.last,
    'Control+a': grid.selectAll,
    'Control+z': does(() => session.undo()),
    'Control+y': does(session.changeLinesAgain),
    'Control+Shift+z': does(session.changeLinesAgain),
  };

  const gridKeys: Keys = {
    ...pageKeys,
    ArrowDown: () => grid.walk(1),
    ArrowUp: () => grid.walk(-1),
    PageDown: () => grid.goInSight(1),
    PageUp: () => grid.goInSight(-1),
    'Shift+ArrowDown': () => grid.walk(1, true),
    'Shift+ArrowUp': () => grid.walk(-1, true),
    ArrowRight: (event) => intoRow(event, 1),
    ArrowLeft: (event) => intoRow(event, -1),
    Enter: (event) =>
      event.target === rowOf(event.target) && (grid.active()?.kind === 'line' ? grid.edit() : intoRow(event, 1)),
    ' ': ({ target }) => target === rowOf(target) && grid.toggle(),
    Escape: () => (store.getState().open === null ? grid.clear() : grid.goTo(grid.active())),
  };

  /** In the box of the open line; leaving it commits what was written. */
  const editorKeys = (box: HTMLTextAreaElement): Keys => ({
    ...fieldKeys,
    Enter: () => grid.openNeighbour(1) || grid.goTo(grid.active()),
    'Control+Enter': () => {
      box.blur();
      return grid.confirmAndGoOn(true);
    },
    'Alt+Enter': () => {
      // What is written is what another translation stands beside.
      box.blur();
      return grid.translateAgain();
    },
    'Alt+ArrowDown': () => grid.openNeighbour(1),
    'Alt+ArrowUp': () => grid.openNeighbour(-1),
    F8: () => grid.nextProblem(1, true),
    'Shift+F8': () => grid.nextProblem(-1, true),
    Escape: () => {
      const { open } = store.getState();
      if (open !== null) takeTypedBack({ session, page }, open);
      return grid.goTo(grid.active());
    },
    'Control+i': () => wrap(box, 'i'),
  });

  const onViewKey = useEffectEvent((event: globalThis.KeyboardEvent): boolean => {
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || target.closest('[role=grid], [role=menu]') || event.isComposing) return false;
    const keys = isTextField(target) ? fieldKeys : pageKeys;
    // Of F8 nothing but a problem of a line is meant here, also where there is none.
    return keys[keyName(event)]?.(event) === true || event.key === 'F8';
  });
  useEffect(() => {
    const viewKeys = (event: globalThis.KeyboardEvent) => onViewKey(event);
    page.setState({ viewKeys });
    return () => page.setState((now) => (now.viewKeys === viewKeys ? { viewKeys: null } : now));
  }, [page]);

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      // Safari tells the end of a composition by the code alone.
      if (nativeEvent.isComposing || nativeEvent.keyCode === IME_KEY_CODE) return;
      const keys = target instanceof HTMLTextAreaElement ? editorKeys(target) : isTextField(target) ? {} : gridKeys;
      if (!keys[keyName(event)]?.(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = rowOf(target);
      if (row?.id && row.id !== store.getState().active) store.setState({ active: row.id });
    },
    /** A page's shortcut of the same key is not meant while the focus is here. */
    'data-own-keys': 'Enter F8',
  };
}

/** What a key does, by its name; true: it was for the grid, not for the browser. */
type Keys = Readonly<Record<string, (event: KeyOn) => boolean>>;
type KeyOn = KeyPress & { readonly target: EventTarget | null };

const IME_KEY_CODE = 229;

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;
}

/** To the next button of the row; before the first one is the row itself. */
function intoRow({ target }: KeyOn, step: 1 | -1): boolean {
  const row = rowOf(target);
  if (!row) return false;
  const stops: HTMLElement[] = [row, ...row.querySelectorAll<HTMLElement>('button:not([disabled]), input')];
  const next = stops[stops.indexOf(target as HTMLElement) + step];
  next?.focus();
  return next !== undefined;
}

function wrap(box: HTMLTextAreaElement, tag: string): boolean {
  const { selectionStart, selectionEnd, value } = box;
  box.setRangeText(
    `<${tag}>${value.slice(selectionStart, selectionEnd)}</${tag}>`,
    selectionStart,
    selectionEnd,
    'select',
  );
  box.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

interface GridOptions {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly judged: Judged;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Brings a row into sight; `isJump`: into the middle of it, unless it stands about there. */
  readonly revealRow: (key: ItemKey, isJump?: boolean) => void;
}

/** What the keys of the grid do. Each gives true where there was something to do. */
function useGridCommands({ items, state, judged, scroller, revealRow }: GridOptions) {
  const { session } = useServices();
  const store = useLinesStore();

  /** Makes a row the active one, and gives it the focus; `open`: to be written in. */
  function goTo(item: Item | undefined, open = false, isJump = false): boolean {
    if (item === undefined) return false;
    const isOpened = open && item.kind === 'line' && isReadable(session.store.getState().results[item.batch]);
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

/** Frames in which the heights of rows that have just come are still found out. */
const MOST_FRAMES = 60;
/** A row that has stayed in sight for so many frames stays. */
const CALM_FRAMES = 6;

/**
 * Calls `scroll` until the row with this id stands whole in its grid, and brings it into the window. For a grid that has just come.
 * Whatever the person does meanwhile ends it.
 */
export function bringIntoSight(id: string, scroll: () => void): void {
  const over = new AbortController();
  for (const act of ['pointerdown', 'keydown', 'wheel']) {
    addEventListener(act, () => over.abort(), { signal: over.signal, capture: true, passive: true });
  }

  function check(calm: number, framesLeft: number): void {
    if (over.signal.aborted) return;
    const row = document.getElementById(id);
    const isWhole = row !== null && isWithin(row, row.closest('[role=grid]'));
    if (!isWhole) scroll();
    if (calm < CALM_FRAMES && framesLeft > 0) {
      requestAnimationFrame(() => check(isWhole ? calm + 1 : 0, framesLeft - 1));
      return;
    }
    row?.scrollIntoView({ block: 'nearest' });
    over.abort();
  }
  requestAnimationFrame(() => check(0, MOST_FRAMES));
}

function isWithin(row: Element, grid: Element | null): boolean {
  if (grid === null) return true;
  const { top, bottom } = row.getBoundingClientRect();
  const frame = grid.getBoundingClientRect();
  return top >= frame.top && bottom <= frame.bottom;
}

/**
 * Keeps the row with this id whole in its grid and in the window, with `contextPx` of what follows below it, whenever its height
 * changes. Returns what ends it.
 */
export function keepWholeInSight(id: string, contextPx: number): () => void {
  const row = document.getElementById(id);
  const grid = row?.closest<HTMLElement>('[role=grid]');
  if (!row || !grid) return () => {};
  const observer = new ResizeObserver(() => {
    const { top, bottom } = row.getBoundingClientRect();
    const frameTop = grid.getBoundingClientRect().top + grid.clientTop;
    const hiddenBelow = bottom + contextPx - (frameTop + grid.clientHeight);
    const roomAbove = top - frameTop - Number.parseFloat(getComputedStyle(grid).scrollPaddingTop || '0');
    if (hiddenBelow > 0 && roomAbove > 0) grid.scrollTop += Math.min(hiddenBelow, roomAbove);
    else if (roomAbove < 0) grid.scrollTop += roomAbove;
    row.scrollIntoView({ block: 'nearest' });
  });
  observer.observe(row);
  return () => observer.disconnect();
}
