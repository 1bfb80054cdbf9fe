import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BatchStatus } from '../../../engine/run-state.ts';
import type { Suggestion, Work } from '../../../film/film.ts';
import type { LineFacts } from '../../../film/judged-lines.ts';
import type { Session } from '../../../film/session.ts';
import { memoizeByObject } from '../../../lib/memo.ts';
import { type Calls, createCalls } from '../../../lib/port.ts';
import type { FindOptions, LineHits, Replacement } from '../../../review/find.ts';
import type { Line, ProblemKind } from '../../../review/line.ts';
import type { Fit, Limits } from '../../../review/measured-line.ts';
import type { Filter, FilterCounts } from '../../../review/problem-kinds.ts';
import type { BatchSlot } from '../../../translation/batch.ts';
import { focusGrid } from '../../kit/focus.ts';
import { useSession } from '../../state/services.tsx';

/** The person's place in the view. It exists as long as the page, also while a batch's JSON is shown. */
export interface LinesView {
  /** The row that is the Tab stop. */
  readonly active: ItemKey | undefined;
  /** The previously active row. It stays in the document because it has the focus until the active row can take it. */
  readonly previousActive: ItemKey | undefined;
  /** The latest active line, even if a heading has become active since. */
  readonly lastLine: ItemKey | undefined;
  /** The batch whose JSON was opened from the grid. */
  readonly leftFor: number | undefined;
  /** The number of the line being edited. */
  readonly open: number | null;
  readonly selected: ReadonlySet<number>;
  readonly show: Filter;
  /** A kind of problem; '' for any. */
  readonly kind: ProblemKind | '';
  /** The lines that matched when the option was chosen; null: all lines. */
  readonly shown: ReadonlySet<number> | null;
  /** The lines that were not judged yet when the option was chosen. They are added if they match once judged. */
  readonly awaited: readonly number[];
  /** After an edit: other lines with the same original that still have the old translation. */
  readonly repeats: {
    /** The edited line. */
    readonly edited: number;
    readonly numbers: readonly number[];
    readonly before: string;
    readonly text: string;
  } | null;
  /** Find's hits in a line; null: nothing is searched. */
  readonly hitsOf: ((line: Line) => LineHits | undefined) | null;
  /** The text in Find's fields. It is here because the fields move with the window's width. */
  readonly find: FindFields;
  /** The line whose menu is open, and the button that opened it. */
  readonly menu: { readonly number: number; readonly button: HTMLElement } | null;
  /** The open dialog's question. */
  readonly question: LinesQuestion | null;
  /** By line: the person's choice whether "Use all" takes the suggestion. */
  readonly ticks: ReadonlyMap<number, boolean>;
  /** Whether "Use all" skips confirmed lines. */
  readonly keepsConfirmed: boolean;
  /** By line: the newest suggestion, if the model repeated an earlier one. */
  readonly saidAgain: ReadonlyMap<number, Suggestion>;
  /** The translation's language, if the person has chosen one. */
  readonly language: string | undefined;
}

export interface ReplacePreview {
  readonly replacements: readonly Replacement[];
  readonly ticked: ReadonlySet<number>;
}

export interface FindFields {
  readonly query: string;
  readonly options: FindOptions;
  readonly by: string;
  /** What Replace would do, with ticks; undefined until requested. */
  readonly preview: ReplacePreview | undefined;
  /** A person has opened Find and has not closed it by Escape. */
  readonly isUsed: boolean;
  /** How many hits to go on (negative: back) once the search has answered and no other film is being opened. */
  readonly due: number;
}

export type LinesQuestion =
  | { readonly kind: 'lines'; readonly numbers: readonly number[] }
  | { readonly kind: 'repair' }
  | { readonly kind: 'batch'; readonly batch: number };

/** A row of the grid, and its element's id: "line-21", "batch-3", "unreadable-3". */
export type ItemKey = string;
export const lineKey = (number: number): ItemKey => `line-${number}`;
export const lineNumberOf = (key: ItemKey | undefined): number | undefined =>
  key?.startsWith('line-') ? Number(key.slice('line-'.length)) : undefined;
export const batchKey = (index: number): ItemKey => `batch-${index}`;
export const unreadableKey = (index: number): ItemKey => `unreadable-${index}`;

/** Ids of the open line's text box, and of fields that the grid's keys focus. */
export const EDITOR_ID = 'line-editor';

export const FIND_ID = 'lines-find';
export const REPLACE_ID = 'lines-replace';
export const GO_TO_ID = 'lines-go-to';

export interface LinesViewStore extends StoreApi<LinesView> {
  /** Scrolls the active row into view, once the grid has drawn the newest state. */
  readonly revealActive: Calls;
  /** Confirms the open line as its key does. */
  readonly confirmOpen: Calls;
  /** The box of the open line; null: no line is open. */
  readonly box: { current: HTMLTextAreaElement | null };
  /** The latest facts of each batch. A run's step, an edit and a mark compute those of the changed batches alone. */
  readonly newestFacts: BatchFacts[];
}

/** A batch's facts and counts, and everything from which they are computed. */
export interface BatchFacts {
  readonly lines: readonly Line[];
  readonly slot: BatchSlot;
  readonly status: BatchStatus;
  readonly countsFit: boolean;
  marks: Work['marks'];
  readonly found: object | undefined;
  readonly facts: readonly LineFacts[];
  readonly counts: FilterCounts;
}

/** Resets the options of "Show". */
export const SHOW_ALL = { show: 'all', kind: '', shown: null, awaited: [] } as const satisfies Partial<LinesView>;

/** One store for each film's phrases, so that another film gets a new view. */
export const linesStoreOf = memoizeByObject((_phrases: Work['phrases']): LinesViewStore => {
  const store = createStore<LinesView>(() => ({
    active: undefined,
    previousActive: undefined,
    lastLine: undefined,
    leftFor: undefined,
    open: null,
    selected: new Set(),
    ...SHOW_ALL,
    repeats: null,
    hitsOf: null,
    find: {
      query: '',
      options: { matchCase: false, wholeWord: false, regularExpression: false, exactly: undefined },
      by: '',
      preview: undefined,
      isUsed: false,
      due: 0,
    },
    menu: null,
    question: null,
    ticks: new Map(),
    keepsConfirmed: true,
    saidAgain: new Map(),
    language: undefined,
  }));
  store.subscribe(({ active, lastLine, shown, selected }, before) => {
    if (active !== lastLine && lineNumberOf(active) !== undefined) store.setState({ lastLine: active });
    // Hidden lines leave the selection: no command may change lines that nobody sees.
    const isHidden = (number: number) => shown?.has(number) === false;
    if (shown !== before.shown && [...selected].some(isHidden))
      store.setState({ selected: new Set([...selected].filter((number) => !isHidden(number))) });
  });
  return {
    ...store,
    revealActive: createCalls(),
    confirmOpen: createCalls(),
    box: { current: null },
    newestFacts: [],
  };
});

export const useLinesStore = (): LinesViewStore => linesStoreOf(useSession((state) => state.phrases));

/** Changes the view, and scrolls the row that the change makes active into view. */
export const goToRow = (store: LinesViewStore, change: Partial<LinesView> & { readonly active: ItemKey }): void =>
  showLines(store, change);

/** Changes which lines are shown. The person's line stays in view, although the list has another length now; if it is hidden, the list starts at its top. */
export function showLines(store: LinesViewStore, change: Partial<LinesView>): void {
  store.setState(change);
  store.revealActive.call();
}

/** Goes to the next hit (1) or the previous one (-1). Several presses go several hits on, but a key that is held (`isRepeat`) does not run on. */
export const askForHit = (store: LinesViewStore, step: 1 | -1, isRepeat = false): void =>
  store.setState(({ find }) => ({ find: { ...find, due: isRepeat ? step : find.due + step } }));

/** Follows a value of the view. Wrap a selector that makes an object in `useShallow`. */
export function useLinesView<T>(selector: (view: LinesView) => T): T {
  return useStore(useLinesStore(), selector);
}

/** Adds the number to the set, or removes it. */
export function toggled(numbers: ReadonlySet<number>, number: number): ReadonlySet<number> {
  const next = new Set(numbers);
  if (!next.delete(number)) next.add(number);
  return next;
}

export const toggleSelected = (store: LinesViewStore, number: number): void =>
  store.setState(({ selected }) => ({ selected: toggled(selected, number) }));

/** For a button that disappears when pressed: the grid gets the focus. */
export const thenGrid = (act: () => void) => () => {
  act();
  focusGrid();
};

export const NAME_TAKEN = 'A speaker’s name was removed';

/** For example "17 of 42 characters · 9.1 of 17 characters a second". */
export function fitWords({ longestLine, charactersPerSecond }: Fit, limits: Limits): string {
  const length = `${longestLine} of ${limits.charactersPerLine} characters`;
  if (charactersPerSecond === undefined) return length;
  return `${length} · ${charactersPerSecond.toFixed(1)} of ${limits.charactersPerSecond} characters a second`;
}

const FORMAT = new Intl.NumberFormat('en');
export const numberText = (count: number): string => FORMAT.format(count);

export const lineWords = (count: number): string => (count === 1 ? '1 line' : `${numberText(count)} lines`);

export const problemWords = (count: number): string => (count === 1 ? '1 problem' : `${numberText(count)} problems`);

/** Commands that move translations by a line, up to the end of their batch. */
export const MOVE_WORDS = {
  later: 'Move this and later translations down one line',
  earlier: 'Move this and later translations up one line',
} as const;

export const CONFIRM_WORDS = { confirm: 'Confirm', takeBack: 'Remove confirmation' } as const;

/** The command for a line without a text. */
export const KEEP_ORIGINAL = 'Keep the original';
export const keepOriginal = (session: Pick<Session, 'changeLines'>, number: number): void =>
  session.changeLines([{ number, text: null }], `keeping the original of line ${number}`);

interface LineKeys {
  readonly keys: readonly string[];
  readonly label: string;
}

/** The keys of Lines with the names of keyName, for the sheet "?" and for the code that handles them. On a Mac, Command counts as Control. */
export const LINE_KEYS = [
  { keys: ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'], label: 'Go to the line above or below' },
  { keys: ['Control+Home', 'Control+End'], label: 'First, last line' },
  { keys: ['ArrowLeft', 'ArrowRight'], label: 'Go to the buttons of a line or heading' },
  { keys: ['Enter'], label: 'Edit the line. While you edit: save, edit the next line' },
  { keys: ['Shift+Enter'], label: 'While you edit: line break' },
  { keys: ['Escape'], label: 'While you edit: undo your typing' },
  { keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], label: 'While you edit: save, edit the line before or after' },
  { keys: ['Control+i'], label: 'While you edit: italics' },
  { keys: ['Alt+1', 'Alt+9'], label: 'While you edit: insert the translation of a term or name' },
  { keys: ['Control+Enter'], label: 'Confirm, go to the next unconfirmed line' },
  { keys: ['Alt+Enter'], label: 'Ask the model for another translation' },
  { keys: ['F8', 'Shift+F8'], label: 'Next, previous line to review' },
  { keys: [' ', 'Shift+ArrowUp', 'Shift+ArrowDown', 'Control+a'], label: 'Select lines' },
  { keys: ['Control+z', 'Control+y'], label: 'Undo, redo' },
  { keys: ['Control+f', 'Control+h', 'Control+g'], label: 'Find, replace, go to a number' },
  { keys: ['F3', 'Shift+F3'], label: 'Next, previous hit of Find' },
] as const satisfies readonly LineKeys[];

/** Lines has only the keys that the sheet shows, and the second key of Redo. */
export type LineKey = (typeof LINE_KEYS)[number]['keys'][number] | 'Control+Shift+z';

/** The signs of keys whose name is not their sign. */
const SIGNS = { Control: 'Ctrl', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', ' ': 'Space' };

/** "Control+i" → "Ctrl", "I". */
export const keyNames = (key: string): readonly string[] =>
  key.split('+').map((part) => SIGNS[part as keyof typeof SIGNS] ?? (part.length === 1 ? part.toUpperCase() : part));
