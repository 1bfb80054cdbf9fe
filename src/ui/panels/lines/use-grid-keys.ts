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

  function inEditor(event: KeyboardEvent<HTMLElement>, box: HTMLTextAreaElement): boolean {
    const { key, ctrlKey, metaKey, shiftKey, altKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return false;
    const control = ctrlKey || metaKey;
    const item = items[placeOfActive()];
    if (key === 'Enter' && control) {
      box.blur();
      return confirmAndGoOn(true);
    }
    if (key === 'Enter' && !shiftKey && !altKey) return goTo(neighbour(1), true) || goTo(item);
    if (altKey && key === 'ArrowDown') return goTo(neighbour(1), true);
    if (altKey && key === 'ArrowUp') return goTo(neighbour(-1), true);
    if (key === 'F8') {
      box.blur();
      return goTo(find(hasProblem, shiftKey ? -1 : 1), true);
    }
    if (key === 'Escape') {
      const { open } = store.getState();
      box.value = (open === null ? undefined : lineOf(session.store.getState(), open)?.translation) ?? '';
      session.draftLine(null);
      return goTo(item);
    }
    if (control && key === 'i') return wrap(box, 'i');
    return false;
  }

  function inGrid(event: KeyboardEvent<HTMLElement>): boolean {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    const control = ctrlKey || metaKey;
    const place = placeOfActive();
    const item = items[place];
    if (altKey) return false;
    if (control) {
      if (key === 'Enter') return confirmAndGoOn(false);
      if (key === 'Home') return goTo(items[0]);
      if (key === 'End') return goTo(items.at(-1));
      if (key === 'a') {
        const numbers = items.flatMap((each) => (each.kind === 'line' ? [each.number] : []));
        store.setState({ selected: new Set(numbers) });
        return true;
      }
      const field = FIELDS[key.toLowerCase()];
      if (field !== undefined) document.getElementById(field)?.focus();
      else if (key.toLowerCase() === 'z' && !shiftKey) session.undo();
      else if (key.toLowerCase() === 'z' || key === 'y') session.changeLinesAgain();
      else return false;
      return true;
    }
    const step = STEPS[key];
    if (step !== undefined) {
      const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / 48));
      const to = Math.min(items.length - 1, Math.max(0, place + (Math.abs(step) > 1 ? Math.sign(step) * rows : step)));
      if (shiftKey) select(items[to], item);
      return goTo(items[to]);
    }
    if (key === 'Enter' && event.target === rowOf(event.target)) {
      if (item?.kind !== 'line') return intoRow(event, 1);
      return goTo(item, isEditable(item));
    }
    if (key === 'F8') return goTo(find(hasProblem, shiftKey ? -1 : 1));
    if (key === ' ' && event.target === rowOf(event.target)) return toggle(item);
    if (key === 'Escape') {
      const { selected } = store.getState();
      store.setState(selected.size > 0 ? { selected: new Set<number>() } : { show: 'all', kind: '', shown: null });
      return true;
    }
    if (key === 'ArrowRight') return intoRow(event, 1);
    if (key === 'ArrowLeft') return intoRow(event, -1);
    return false;
  }

  const isEditable = ({ batch }: Item): boolean =>
    session.store.getState().role === 'holder' && session.store.getState().results[batch] != null;

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target } = event;
      const isDone =
        target instanceof HTMLTextAreaElement && target.id === EDITOR_ID
          ? inEditor(event, target)
          : !isField(target) && inGrid(event);
      if (!isDone) return;
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

/** What Control leads to; a second time the key is the browser's. */
const FIELDS: Readonly<Record<string, string>> = { f: FIND_ID, h: REPLACE_ID, g: GO_TO_ID };

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 2, PageUp: -2 };

const isField = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

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
