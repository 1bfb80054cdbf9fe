import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { isReadable } from '../../../../film/lines.ts';
import { stepOfFilm } from '../../../../film/shown-facts.ts';
import { hasProblem } from '../../../../review/filter.ts';
import { isOfInputMethod, isTextField, type KeyPress, keyName, typeInto } from '../../../kit/browser.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { useServices } from '../../../state/services.tsx';
import { allFacts, type FilmProblems, type LineFacts, nextToConfirm, type ReviewState } from '../line-facts.ts';
import {
  EDITOR_ID,
  FIND_ID,
  GO_TO_ID,
  type ItemKey,
  lineKey,
  REPLACE_ID,
  SHOW_ALL,
  toggleSelected,
  useLinesStore,
} from '../lines-view.ts';
import { type Item, placeIn, ROW_PX } from './items.tsx';

interface GridOptions {
  readonly items: readonly Item[];
  readonly state: ReviewState;
  readonly filmProblems: FilmProblems;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Brings a row into sight; `isJump`: into the middle of it, unless it stands about there. */
  readonly revealRow: (key: ItemKey, isJump?: boolean) => void;
}

/** What a key does, by its name; true: there was something to do, so that it was for the grid, not for the browser. */
type Keys = Readonly<Record<string, (event: KeyOn) => boolean>>;
type KeyOn = KeyPress & { readonly target: EventTarget | null };

type LineItem = Extract<Item, { kind: 'line' }>;
const isLine = (item: Item | undefined): item is LineItem => item?.kind === 'line';

/**
 * The keys of the grid, which is one Tab stop: rows by the arrows up and down, what stands in a row by the arrows left and right. In the
 * box of the open line only those that are no keys of a text box.
 */
export function useGridKeys({ items, state, filmProblems, scroller, revealRow }: GridOptions) {
  const { session, viewKeys } = useServices();
  const store = useLinesStore();

  const placeOfActive = (): number => placeIn(items, store.getState().active) ?? -1;
  const active = (): Item | undefined => items[placeOfActive()];
  const select = (numbers: readonly number[]) => store.setState({ selected: new Set(numbers) });

  /** Makes a row the active one, and gives it the focus; `open`: to be written in. */
  function goTo(item: Item | undefined, open = false, isJump = false): boolean {
    if (item === undefined) return false;
    // What was written is committed first: both are drawn at once, and nothing with the focus is taken away, before which the browser lays out.
    document.getElementById(EDITOR_ID)?.blur();
    const isOpened = open && isLine(item) && isReadable(session.store.getState().batches[item.batch]);
    flushSync(() =>
      store.setState(({ active: previousActive }) => ({
        previousActive,
        active: item.key,
        open: isOpened ? item.number : null,
      })),
    );
    revealRow(item.key, isJump);
    focusWhenShown(isOpened ? EDITOR_ID : item.key);
    return true;
  }

  /** The next line after the active row (-1: before it) that is meant. */
  function nextLine(step: 1 | -1, isMeant: (item: LineItem) => boolean = () => true): Item | undefined {
    const from = placeOfActive();
    return step === 1
      ? items.find((item, place) => place > from && isLine(item) && isMeant(item))
      : items.findLast((item, place) => place < from && isLine(item) && isMeant(item));
  }

  /** The same round the end of the film, by what is known of the lines. */
  function find(step: 1 | -1, isMeant: (facts: LineFacts) => boolean): Item | undefined {
    const meant = new Set<number>();
    for (const facts of allFacts(state, filmProblems)) if (isMeant(facts)) meant.add(facts.line.number);
    const isThere = (item: Item) => isLine(item) && meant.has(item.number);
    return nextLine(step, isThere) ?? (step === 1 ? items.find(isThere) : items.findLast(isThere));
  }

  function confirmAndGoOn(open: boolean): boolean {
    const item = active();
    if (!isLine(item)) return false;
    const { selected } = store.getState();
    const done = selected.size > 0 && !open ? selected : new Set([item.number]);
    session.markLines([...done], { confirmed: true });
    select([]);
    const isThere = (number: number) => placeIn(items, lineKey(number)) !== undefined;
    const number = nextToConfirm(state, filmProblems, item.number, done, isThere);
    const next = number === undefined ? undefined : items[placeIn(items, lineKey(number)) ?? -1];
    return goTo(next ?? item, open && next !== undefined, true);
  }

  /** Opens the dialog for the selection, or for the active line. */
  function translateAgain(): boolean {
    const item = active();
    const { selected } = store.getState();
    const numbers = selected.size === 0 && isLine(item) ? [item.number] : [...selected];
    if (numbers.length > 0) store.setState({ question: { kind: 'lines', numbers } });
    return numbers.length > 0;
  }

  /** Up or down by rows; `extend`: what is passed is selected. */
  function walk(rows: number, extend = false): boolean {
    const place = placeOfActive();
    const to = items[Math.min(items.length - 1, Math.max(0, place + rows))];
    const passed = [to, items[place]].filter(isLine).map(({ number }) => number);
    if (extend) select([...store.getState().selected, ...passed]);
    return goTo(to);
  }
  const walkInSight = (pages: 1 | -1): boolean =>
    walk(pages * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX)));

  const nextProblem = (step: 1 | -1, open = false): boolean => goTo(find(step, hasProblem), open, true);
  const openNeighbour = (step: 1 | -1): boolean => goTo(nextLine(step), true);
  const leave = (): boolean => goTo(active());

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
  const replaceField = (): string =>
    store.getState().find.query !== '' && document.getElementById(REPLACE_ID) ? REPLACE_ID : FIND_ID;

  /** What no text uses for itself. */
  const fieldKeys: Keys = {
    'Control+Enter': () => confirmAndGoOn(false),
    'Alt+Enter': translateAgain,
    F8: () => nextProblem(1),
    'Shift+F8': () => nextProblem(-1),
    'Control+f': focuses(() => FIND_ID),
    'Control+h': focuses(replaceField),
    'Control+g': focuses(() => GO_TO_ID),
  };
  /** Wherever nobody writes; what moves rows and what presses a button is left to that which has the focus. */
  const pageKeys: Keys = {
    ...fieldKeys,
    'Control+Home': () => goTo(items[0]),
    'Control+End': () => goTo(items.at(-1)),
    'Control+a': does(() => select(items.filter(isLine).map(({ number }) => number))),
    // Pressed once too often, it does not bring another film back.
    'Control+z': does(() => stepOfFilm(session.store.getState()) && session.undo()),
    'Control+y': does(session.redo),
    'Control+Shift+z': does(session.redo),
  };
  const gridKeys: Keys = {
    ...pageKeys,
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    PageDown: () => walkInSight(1),
    PageUp: () => walkInSight(-1),
    'Shift+ArrowDown': () => walk(1, true),
    'Shift+ArrowUp': () => walk(-1, true),
    ArrowRight: (event) => intoRow(event, 1),
    ArrowLeft: (event) => intoRow(event, -1),
    Enter: (event) =>
      event.target === rowOf(event.target) && (isLine(active()) ? goTo(active(), true) : intoRow(event, 1)),
    ' ': ({ target }) => {
      const item = active();
      if (target !== rowOf(target) || !isLine(item)) return false;
      toggleSelected(store, item.number);
      return true;
    },
    Escape() {
      const { open, selected } = store.getState();
      if (open !== null) return leave();
      // The selection goes first, then the option of "Show".
      store.setState(selected.size > 0 ? { selected: new Set<number>() } : SHOW_ALL);
      return true;
    },
  };
  /** In the box of the open line, which has taken back what was typed at Escape; leaving it commits what was written. */
  const editorKeys = (box: HTMLTextAreaElement): Keys => ({
    ...fieldKeys,
    Enter: () => openNeighbour(1) || leave(),
    'Control+Enter'() {
      box.blur();
      return confirmAndGoOn(true);
    },
    'Alt+Enter'() {
      // What is written is what another translation stands beside.
      box.blur();
      return translateAgain();
    },
    'Alt+ArrowDown': () => openNeighbour(1),
    'Alt+ArrowUp': () => openNeighbour(-1),
    F8: () => nextProblem(1, true),
    'Shift+F8': () => nextProblem(-1, true),
    Escape: leave,
    'Control+i': does(() => writeInItalics(box)),
  });

  const onViewKey = useEffectEvent((event: globalThis.KeyboardEvent): void => {
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || target.closest('[role=grid]')) return;
    const keys = target.closest('[role=menu]') ? {} : isTextField(target) ? fieldKeys : pageKeys;
    const name = keyName(event);
    // Of these nothing but a line is meant here, also where there is none: the page's own would open a batch, or send the film.
    if (keys[name]?.(event) !== true && event.key !== 'F8' && name !== 'Control+Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => viewKeys.use((event) => onViewKey(event)), [viewKeys]);

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      if (isOfInputMethod(nativeEvent)) return;
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

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;

/** To the next button of the row; before the first one is the row itself. */
function intoRow({ target }: KeyOn, step: 1 | -1): boolean {
  const row = rowOf(target);
  const stops = row ? [row, ...row.querySelectorAll<HTMLElement>('button:not([disabled]), input')] : [];
  const next = stops[stops.indexOf(target as HTMLElement) + step];
  next?.focus();
  return next !== undefined;
}

function writeInItalics(box: HTMLTextAreaElement): void {
  const { selectionStart: from, selectionEnd: to, value } = box;
  const written = `<i>${value.slice(from, to)}</i>`;
  typeInto(box, written);
  if (!box.readOnly) box.setSelectionRange(from, from + written.length);
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
  function isWhole(row: HTMLElement): boolean {
    const frame = row.closest('[role=grid]')?.getBoundingClientRect();
    const { top, bottom } = row.getBoundingClientRect();
    return !frame || (top >= frame.top && bottom <= frame.bottom);
  }
  function check(calm: number, framesLeft: number): void {
    if (over.signal.aborted) return;
    const row = document.getElementById(id);
    const isThere = row !== null && isWhole(row);
    if (!isThere) scroll();
    if (calm < CALM_FRAMES && framesLeft > 0) {
      requestAnimationFrame(() => check(isThere ? calm + 1 : 0, framesLeft - 1));
      return;
    }
    row?.scrollIntoView({ block: 'nearest' });
    over.abort();
  }
  requestAnimationFrame(() => check(0, MOST_FRAMES));
}

/** Keeps the row with this id whole in its grid and in the window whenever its height changes. Returns what ends it. */
export function keepWholeInSight(id: string): () => void {
  const row = document.getElementById(id);
  if (!row) return () => {};
  const observer = new ResizeObserver(() => row.scrollIntoView({ block: 'nearest' }));
  observer.observe(row);
  return () => observer.disconnect();
}
