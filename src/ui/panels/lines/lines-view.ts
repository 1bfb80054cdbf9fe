import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Suggestion, Work } from '../../../film/film.ts';
import type { EditOnBoth } from '../../../film/result-edits.ts';
import { memoizeByObject } from '../../../lib/memo.ts';
import type { Filter } from '../../../review/filter.ts';
import type { FindOptions, LineHits, Replacement } from '../../../review/find.ts';
import type { Line, ProblemKind } from '../../../review/line.ts';
import { useSession } from '../../state/services.tsx';

/** Where a person is in the view. It lasts as long as the page, over a look at a batch's JSON too. */
export interface LinesView {
  /** The row that Tab stops at. */
  readonly active: ItemKey | undefined;
  /** The row that was active before: it stays in the document, for it has the focus until the active row can take it. */
  readonly previousActive: ItemKey | undefined;
  /** The line that was the active row last: a heading has become it since, or is it no more. */
  readonly lastLine: ItemKey | undefined;
  /** The batch whose JSON was opened from the grid. */
  readonly leftFor: number | undefined;
  /** Number of the line that is being edited. */
  readonly open: number | null;
  readonly selected: ReadonlySet<number>;
  readonly show: Filter;
  /** Of problems; '': any. */
  readonly kind: ProblemKind | '';
  /** The lines that matched when the option was chosen; null: all lines. */
  readonly shown: ReadonlySet<number> | null;
  /** The lines that were not judged yet when the option was chosen: those that match are shown, too, once they are. */
  readonly awaited: readonly number[];
  /** After an edit: other lines with the same original that still have the translation of before. */
  readonly repeats: {
    /** The line that was edited. */
    readonly edited: number;
    readonly numbers: readonly number[];
    readonly before: string;
    readonly text: string;
  } | null;
  /** Another object each time that the active row is to be brought into sight. */
  readonly reveal: object;
  /** What Find has found in a line; null: nothing is sought. */
  readonly hitsOf: ((line: Line) => LineHits | undefined) | null;
  /** What is in the fields of Find, which stand elsewhere in another width. */
  readonly find: FindFields;
  /** The line whose menu is open, and the button that opened it. */
  readonly menu: { readonly number: number; readonly button: HTMLElement } | null;
  /** What the person is asked, or about to ask the model for, in a dialog. */
  readonly question: LinesQuestion | null;
  /** Whether "Use all" takes the suggestion for a line, where the person has said so. */
  readonly ticks: ReadonlyMap<number, boolean>;
  /** Whether "Use all" leaves confirmed lines as they are. */
  readonly keepsConfirmed: boolean;
  /** By line, the newest suggestion where the model has said what was suggested already. */
  readonly saidAgain: ReadonlyMap<number, Suggestion>;
}

export interface ReplacePreview {
  readonly replacements: readonly Replacement[];
  readonly ticked: ReadonlySet<number>;
}

export interface FindFields {
  readonly query: string;
  readonly options: FindOptions;
  readonly by: string;
  /** What Replace would do, to be ticked; undefined: nobody has asked. */
  readonly preview: ReplacePreview | undefined;
  /** Somebody has gone to Find, and has not left it by Escape. */
  readonly isUsed: boolean;
}

export type LinesQuestion =
  | { readonly kind: 'lines'; readonly numbers: readonly number[] }
  | { readonly kind: 'repair' }
  | { readonly kind: 'batch'; readonly batch: number }
  | { readonly kind: 'edits'; readonly edits: readonly EditOnBoth[] };

/** "line-21", "batch-3", "unreadable-3": a row of the grid, and the id of its element. */
export type ItemKey = string;
export const lineKey = (number: number): ItemKey => `line-${number}`;
export const lineNumberOf = (key: ItemKey | undefined): number | undefined =>
  key?.startsWith('line-') ? Number(key.slice('line-'.length)) : undefined;
export const batchKey = (index: number): ItemKey => `batch-${index}`;
export const unreadableKey = (index: number): ItemKey => `unreadable-${index}`;

/** Ids of the box in which the open line is written, and of the fields that keys of the grid lead to. */
export const EDITOR_ID = 'line-editor';
export const FIND_ID = 'lines-find';
export const REPLACE_ID = 'lines-replace';
export const GO_TO_ID = 'lines-go-to';

export type LinesViewStore = StoreApi<LinesView>;

/** No option of "Show" but the first one. */
export const SHOW_ALL = { show: 'all', kind: '', shown: null, awaited: [] } as const satisfies Partial<LinesView>;

/** By the film's phrases: another film is another view. */
const storeOf = memoizeByObject((_phrases: Work['phrases']) => {
  const store = createStore<LinesView>(() => ({
    active: undefined,
    previousActive: undefined,
    lastLine: undefined,
    leftFor: undefined,
    open: null,
    selected: new Set(),
    ...SHOW_ALL,
    repeats: null,
    reveal: {},
    hitsOf: null,
    find: {
      query: '',
      options: { matchCase: false, wholeWord: false, regularExpression: false },
      by: '',
      preview: undefined,
      isUsed: false,
    },
    menu: null,
    question: null,
    ticks: new Map(),
    keepsConfirmed: true,
    saidAgain: new Map(),
  }));
  store.subscribe(({ active, lastLine, shown, selected }, before) => {
    if (active !== lastLine && lineNumberOf(active) !== undefined) store.setState({ lastLine: active });
    // No command is for lines that nobody sees.
    const isHidden = (number: number) => shown?.has(number) === false;
    if (shown !== before.shown && [...selected].some(isHidden))
      store.setState({ selected: new Set([...selected].filter((number) => !isHidden(number))) });
  });
  return store;
});

export const useLinesStore = (): LinesViewStore => storeOf(useSession((state) => state.phrases));

/** A value of the view that is followed; a selector that makes an object of several values is wrapped in `useShallow`. */
export function useLinesView<T>(selector: (view: LinesView) => T): T {
  return useStore(useLinesStore(), selector);
}

/** The set with a number that was not in it, or without one that was. */
export function toggled(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  const next = new Set(numbers);
  if (!next.delete(number)) next.add(number);
  return next;
}

/** Selects a line, or takes it out of the selection. */
export const toggleSelected = (store: LinesViewStore, number: number): void =>
  store.setState(({ selected }) => ({ selected: toggled(selected, number) }));

/** For a button that goes with what it does: does it, and gives the focus to the grid. */
export const thenGrid = (act: () => void) => () => {
  act();
  focusGrid();
};

/** Gives the focus to the active row, or the first one: the button that was pressed goes. */
export function focusGrid(): void {
  setTimeout(() => document.querySelector<HTMLElement>('[role=grid] [role=row][tabindex="0"]')?.focus());
}
