import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { lineOf } from '../../../session/lines.ts';
import { whenDrawn } from '../../kit/when-drawn.ts';
import { useServices } from '../../state/services.tsx';
import { FIND_ID, GO_TO_ID, REPLACE_ID } from './find-bar.tsx';
import type { Item } from './items.ts';
import { allFacts, hasProblem, isToReview, type LineFacts, type ReviewState } from './line-facts.ts';
import type { Judged } from './line-judge.ts';
import { type ItemKey, useLinesStore } from './lines-view.ts';
import { EDITOR_ID } from './open-line.tsx';

interface GridKeysOptions {
  readonly items: readonly Item[];
  readonly places: ReadonlyMap<ItemKey, number>;
  readonly state: ReviewState;
  readonly judged: Judged;
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Brings a row into sight. */
  readonly reveal: (key: ItemKey) => void;
}

/**
 * The keys of the grid, which is one Tab stop: rows by the arrows up and down, what stands in a row by the arrows left and right. In the
 * box of the open line only those that are no keys of a text box.
 */
export function useGridKeys({ items, places, state, judged, scroller, reveal }: GridKeysOptions) {
  const { session } = useServices();
  const store = useLinesStore();

  /** Makes a row the active one, and gives it the focus; `open`: to be written in. */
  function goTo(item: Item | undefined, open = false): boolean {
    if (item === undefined) return false;
    const isOpened = open && item.kind === 'line';
    flushSync(() => store.setState({ active: item.key, open: isOpened ? item.number : null }));
    reveal(item.key);
    if (isOpened) whenDrawn(EDITOR_ID, (box) => box.focus({ preventScroll: true }));
    else whenDrawn(item.key, (row) => row.focus({ preventScroll: true }));
    return true;
  }

  const placeOfActive = (): number => places.get(store.getState().active ?? '') ?? -1;

  /** The next line after the active one that is meant, round the end. */
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
    const item = items[placeOfActive()];
    if (item?.kind !== 'line') return false;
    const { selected } = store.getState();
    const numbers = selected.size > 0 && !open ? [...selected] : [item.number];
    session.markLines(numbers, { confirmed: true });
    const done = new Set(numbers);
    return goTo(find((facts) => isToReview(facts) && !done.has(facts.line.number), 1) ?? item, open);
  }

  function select(item: Item | undefined, from: Item | undefined): void {
    const numbers = [item, from].flatMap((each) => (each?.kind === 'line' ? [each.number] : []));
    store.setState(({ selected }) => ({ selected: new Set([...selected, ...numbers]) }));
  }

  function toggle(item: Item | undefined): boolean {
    if (item?.kind !== 'line') return false;
    const selected = new Set(store.getState().selected);
    if (!selected.delete(item.number)) selected.add(item.number);
    store.setState({ selected });
    return true;
  }

  /** Up or down by rows, or by as many as are in sight; `extend`: what is passed is selected. */
  function walk(rows: number, extend = false): boolean {
    const place = placeOfActive();
    const to = items[Math.min(items.length - 1, Math.max(0, place + rows))];
    if (extend) select(to, items[place]);
    return goTo(to);
  }

  const inSight = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / USUAL_ROW_PX));

  function selectAll(): boolean {
    store.setState({ selected: new Set(items.flatMap((item) => (item.kind === 'line' ? [item.number] : []))) });
    return true;
  }

  /** The selection goes first, then the option of "Show". */
  function clear(): boolean {
    const { selected } = store.getState();
    store.setState(selected.size > 0 ? { selected: new Set<number>() } : { show: 'all', kind: '', shown: null });
    return true;
  }

  function enter(event: KeyboardEvent<HTMLElement>): boolean {
    if (event.target !== rowOf(event.target)) return false;
    const item = items[placeOfActive()];
    return item?.kind === 'line' ? goTo(item, isEditable(item)) : intoRow(event, 1);
  }

  const does = (act: () => void) => () => {
    act();
    return true;
  };
  const focuses = (id: string) => does(() => document.getElementById(id)?.focus());

  const gridKeys: Keys = {
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    PageDown: () => walk(inSight()),
    PageUp: () => walk(-inSight()),
    'Shift+ArrowDown': () => walk(1, true),
    'Shift+ArrowUp': () => walk(-1, true),
    'Control+Home': () => goTo(items[0]),
    'Control+End': () => goTo(items.at(-1)),
    ArrowRight: (event) => intoRow(event, 1),
    ArrowLeft: (event) => intoRow(event, -1),
    Enter: enter,
    'Control+Enter': () => confirmAndGoOn(false),
    F8: () => goTo(find(hasProblem, 1)),
    'Shift+F8': () => goTo(find(hasProblem, -1)),
    ' ': ({ target }) => target === rowOf(target) && toggle(items[placeOfActive()]),
    'Control+a': selectAll,
    Escape: clear,
    'Control+z': does(() => session.undo()),
    'Control+y': does(session.changeLinesAgain),
    'Control+Shift+z': does(session.changeLinesAgain),
    'Control+f': focuses(FIND_ID),
    'Control+h': focuses(REPLACE_ID),
    'Control+g': focuses(GO_TO_ID),
  };

  /** In the box of the open line; leaving it commits what was written. */
  const editorKeys = (box: HTMLTextAreaElement): Keys => ({
    Enter: () => goTo(neighbour(1), true) || goTo(items[placeOfActive()]),
    'Control+Enter': () => {
      box.blur();
      return confirmAndGoOn(true);
    },
    'Alt+ArrowDown': () => goTo(neighbour(1), true),
    'Alt+ArrowUp': () => goTo(neighbour(-1), true),
    F8: () => goTo(find(hasProblem, 1), true),
    'Shift+F8': () => goTo(find(hasProblem, -1), true),
    Escape: () => {
      const { open } = store.getState();
      box.value = (open === null ? undefined : lineOf(session.store.getState(), open)?.translation) ?? '';
      session.draftLine(null);
      return goTo(items[placeOfActive()]);
    },
    'Control+i': () => wrap(box, 'i'),
  });

  const isEditable = ({ batch }: Item): boolean =>
    session.store.getState().role === 'holder' && session.store.getState().results[batch] != null;

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      if (nativeEvent.isComposing) return;
      const keys = target instanceof HTMLTextAreaElement ? editorKeys(target) : isField(target) ? {} : gridKeys;
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

/** To guess how many rows are in sight: rows are of several heights. */
const USUAL_ROW_PX = 48;

/** What a key does, by its name; true: it was for the grid, not for the browser. */
type Keys = Readonly<Record<string, (event: KeyboardEvent<HTMLElement>) => boolean>>;

/** "Control+Shift+z"; on a Mac Command is Control. */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;
}

/** To the next button of the row; before the first one is the row itself. */
function intoRow({ target }: KeyboardEvent<HTMLElement>, step: 1 | -1): boolean {
  const row = rowOf(target);
  if (!row) return false;
  const stops: HTMLElement[] = [row, ...row.querySelectorAll<HTMLElement>('button:not([disabled])')];
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
