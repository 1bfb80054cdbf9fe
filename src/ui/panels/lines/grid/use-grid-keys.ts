import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent } from 'react';
import { isTextField } from '../../../kit/browser.ts';
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
type Keys = Readonly<Record<string, (event: KeyPress) => boolean>>;
type KeyPress = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'target'>;

/** "Control+Shift+z"; on a Mac Command is Control. */
function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  return `${ctrlKey || metaKey ? 'Control+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${name}`;
}

const IME_KEY_CODE = 229;

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;
}

/** To the next button of the row; before the first one is the row itself. */
function intoRow({ target }: KeyPress, step: 1 | -1): boolean {
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
