import type { FocusEvent, KeyboardEvent } from 'react';
import { useServices } from '../../../state/services.tsx';
import { FIND_ID, GO_TO_ID, REPLACE_ID, useLinesStore } from '../lines-view.ts';
import { takeTypedBack } from './typed-text.ts';
import { type GridOptions, useGridCommands } from './use-grid-commands.ts';

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
  const focuses = (id: string) =>
    does(() => {
      const field = document.getElementById(id);
      // On a narrow screen it is folded away.
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
    });

  const gridKeys: Keys = {
    ArrowDown: () => grid.walk(1),
    ArrowUp: () => grid.walk(-1),
    PageDown: () => grid.goInSight(1),
    PageUp: () => grid.goInSight(-1),
    'Shift+ArrowDown': () => grid.walk(1, true),
    'Shift+ArrowUp': () => grid.walk(-1, true),
    'Control+Home': grid.first,
    'Control+End': grid.last,
    ArrowRight: (event) => intoRow(event, 1),
    ArrowLeft: (event) => intoRow(event, -1),
    Enter: (event) =>
      event.target === rowOf(event.target) && (grid.active()?.kind === 'line' ? grid.edit() : intoRow(event, 1)),
    'Control+Enter': () => grid.confirmAndGoOn(false),
    'Alt+Enter': grid.translateAgain,
    F8: () => grid.nextProblem(1),
    'Shift+F8': () => grid.nextProblem(-1),
    ' ': ({ target }) => target === rowOf(target) && grid.toggle(),
    'Control+a': grid.selectAll,
    Escape: () => (store.getState().open === null ? grid.clear() : grid.goTo(grid.active())),
    'Control+z': does(() => session.undo()),
    'Control+y': does(session.changeLinesAgain),
    'Control+Shift+z': does(session.changeLinesAgain),
    'Control+f': focuses(FIND_ID),
    'Control+h': focuses(REPLACE_ID),
    'Control+g': focuses(GO_TO_ID),
  };

  /** In the box of the open line; leaving it commits what was written. */
  const editorKeys = (box: HTMLTextAreaElement): Keys => ({
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

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      // Safari tells the end of a composition by the code alone.
      if (nativeEvent.isComposing || nativeEvent.keyCode === IME_KEY_CODE) return;
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

/** What a key does, by its name; true: it was for the grid, not for the browser. */
type Keys = Readonly<Record<string, (event: KeyboardEvent<HTMLElement>) => boolean>>;

/** "Control+Shift+z"; on a Mac Command is Control. */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

const IME_KEY_CODE = 229;

const isField = (target: EventTarget): boolean =>
  (target instanceof HTMLInputElement && target.type !== 'checkbox') || target instanceof HTMLSelectElement;

function rowOf(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;
}

/** To the next button of the row; before the first one is the row itself. */
function intoRow({ target }: KeyboardEvent<HTMLElement>, step: 1 | -1): boolean {
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
