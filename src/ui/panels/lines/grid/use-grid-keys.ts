import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { isPending } from '../../../../engine/run-state.ts';
import type { LineFacts } from '../../../../film/judged-lines.ts';
import { hasText, isReadable, placeOf as placeOfPhrase } from '../../../../film/lines.ts';
import type { FilmRow } from '../../../../film/series.ts';
import { stepOfFilm } from '../../../../film/steps.ts';
import { isToReview, shows } from '../../../../review/problem-kinds.ts';
import { isOfInputMethod, isTextField, type KeyPress, keyName, listen, typeInto } from '../../../kit/browser.ts';
import { focusWhenShown } from '../../../kit/focus.ts';
import { filmsToReview } from '../../../state/next-film.ts';
import { undoRemoval } from '../../../state/next-step.ts';
import { useServices } from '../../../state/services.tsx';
import { allFacts, type FilmProblems, isAwaitedBehind, type ReviewState } from '../line-facts.ts';
import {
  askForHit,
  EDITOR_ID,
  FIND_ID,
  GO_TO_ID,
  type ItemKey,
  type LineKey,
  type LinesView,
  lineKey,
  REPLACE_ID,
  SHOW_ALL,
  showLines,
  toggleSelected,
  useLinesStore,
} from '../lines-view.ts';
import { reviewFilm } from '../review.tsx';
import { type Item, ROW_PX, type Rows } from './items.tsx';
import type { Scrolling } from './scrolling.ts';

/** F8 waits at most this many frames for the line of the next film. Later, the person may be busy elsewhere. */
const MOST_FRAMES_TO_ARRIVE = 60;

interface GridOptions {
  readonly rows: Rows;
  readonly state: ReviewState;
  readonly filmProblems: FilmProblems;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly reveal: Scrolling['reveal'];
}

/** Commands by key name. A command returns true if it did something, so that the browser ignores the key. */
type Keys = Readonly<Partial<Record<LineKey, (event: KeyOn) => boolean>>>;
type KeyOn = KeyPress & Pick<globalThis.KeyboardEvent, 'repeat' | 'target'>;

type LineItem = Extract<Item, { kind: 'line' }>;
const isLine = (item: Item | undefined): item is LineItem => item?.kind === 'line';

/**
 * The keys of the grid, which is one Tab stop: Up and Down move between rows, Left and Right inside a row. In the open line's text box only
 * keys that a text box does not use.
 */
export function useGridKeys({ rows, state, filmProblems, scroller, reveal }: GridOptions) {
  const services = useServices();
  const { session, page, viewKeys } = services;
  const store = useLinesStore();
  const { items, placeOf } = rows;

  const placeOfActive = (): number => placeOf(store.getState().active) ?? -1;
  const active = (): Item | undefined => items[placeOfActive()];
  const select = (numbers: readonly number[]) => store.setState({ selected: new Set(numbers) });

  /** Makes a row active and focuses it; `open`: opens it for editing. */
  function goTo(item: Item | undefined, open = false, isJump = false): boolean {
    if (item === undefined) return false;
    // Commits the typed text first: one drawing serves both, and removing the focused box would force a layout.
    store.box.current?.blur();
    const isOpened = open && isLine(item) && isReadable(session.store.getState(), item.batch);
    flushSync(() =>
      store.setState(({ active: previousActive }) => ({
        previousActive,
        active: item.key,
        open: isOpened ? item.number : null,
      })),
    );
    reveal(item.key, isJump);
    focusWhenShown(isOpened ? EDITOR_ID : item.key);
    return true;
  }

  /** The next matching line after the active row, or (-1) the previous one. */
  function nextLine(step: 1 | -1, isMeant: (item: LineItem) => boolean = () => true): Item | undefined {
    const from = placeOfActive();
    return step === 1
      ? items.find((item, place) => place > from && isLine(item) && isMeant(item))
      : items.findLast((item, place) => place < from && isLine(item) && isMeant(item));
  }

  /** True while the next film is open and its line is not visible yet: a key pressed now is not meant for that film. */
  const isLeaving = useRef(false);

  /** A press of F8 that waits until the lines are judged, which takes a moment after a film was opened. Another key, line or press ends the wait. */
  const due = useRef<{
    readonly of: typeof store;
    readonly at: ItemKey | undefined;
    readonly step: 1 | -1;
    readonly open: boolean;
  }>(undefined);
  const onJudged = useEffectEvent(() => {
    const press = due.current;
    due.current = undefined;
    if (press?.of !== store || ![undefined, store.getState().active].includes(press.at)) return;
    nextProblem(press.step, press.open);
  });
  // In a microtask, because the command draws at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reason to look again
  useEffect(() => queueMicrotask(onJudged), [state, filmProblems]);
  useEffect(() => listen(window, { pointerdown: () => (due.current = undefined) }, { capture: true }), []);

  /** Goes to a line of another film. */
  function leaveFor(film: FilmRow): true {
    store.box.current?.blur();
    isLeaving.current = true;
    void reviewFilm(services, film).finally(() => afterArrival(film));
    return true;
  }

  function afterArrival({ review }: FilmRow): void {
    let framesLeft = MOST_FRAMES_TO_ARRIVE;
    const look = (): void => {
      const isThere = document.activeElement?.id === lineKey(review?.first ?? 0);
      if (!isThere && framesLeft-- > 0) return void requestAnimationFrame(look);
      requestAnimationFrame(() => {
        isLeaving.current = false;
      });
    };
    look();
  }

  /** Whether lines are still to be judged. In a run there may always be some, so it does not matter if others are known (`known`: how many). */
  const mayBeMore = (isRunning: boolean, known: number): boolean =>
    !(isRunning && known > 0) && isAwaitedBehind(state, filmProblems, undefined);

  /** Goes to the next line that needs a look, with wraparound. In a series, goes from the last one to the next film with such lines. */
  function nextProblem(step: 1 | -1, open = false): boolean {
    // Another film was opened, and its lines are not drawn yet.
    if (isLeaving.current || session.store.getState().phrases !== state.phrases) return true;
    const toReview = allFacts(state, filmProblems).filter(isToReview);
    const meant = new Set(toReview.map(({ line }) => line.number));
    const isThere = (item: Item) => isLine(item) && meant.has(item.number);
    const next = nextLine(step, isThere);
    const isRunning = isPending(session.store.getState());
    if (!next && mayBeMore(isRunning, meant.size)) {
      due.current = { of: store, at: store.getState().active, step, open };
      return true;
    }
    const [film] = next || step === -1 || isRunning ? [] : filmsToReview(services).after;
    if (film) return leaveFor(film);
    return goTo(next ?? (step === 1 ? items.find(isThere) : items.findLast(isThere)), open, true);
  }

  /** `isOpen`: confirms only the open line, whatever is selected; `opensNext`: opens the next line, too. */
  function confirmAndGoOn(isOpen = false, opensNext = false): boolean {
    const item = active();
    if (!isLine(item)) return false;
    const { selected } = store.getState();
    const done = selected.size > 0 && !isOpen ? selected : new Set([item.number]);
    session.markLines([...done], { confirmed: true });
    select([]);
    const isThere = (number: number) => placeOf(lineKey(number)) !== undefined;
    const number = nextToConfirm(state, filmProblems, store.getState(), item.number, done, isThere);
    const next = number === undefined ? undefined : items[placeOf(lineKey(number)) ?? -1];
    return goTo(next ?? item, opensNext && next !== undefined, true);
  }

  const confirmOpen = (): boolean => confirmAndGoOn(true, page.getState().editAsIGo === 'on');
  const onConfirm = useEffectEvent(confirmOpen);
  useEffect(() => store.confirmOpen.use(() => onConfirm()), [store]);

  /** Opens the dialog for the selection, or for the active line. */
  function translateAgain(): boolean {
    const item = active();
    const { selected } = store.getState();
    const numbers = selected.size === 0 && isLine(item) ? [item.number] : [...selected];
    if (numbers.length > 0) store.setState({ question: { kind: 'lines', numbers } });
    return numbers.length > 0;
  }

  /** Moves by rows; `extend`: selects the rows passed. */
  function walk(rows: number, extend = false): boolean {
    const place = placeOfActive();
    const to = items[Math.min(items.length - 1, Math.max(0, place + rows))];
    const passed = [to, items[place]].filter(isLine).map(({ number }) => number);
    if (extend) select([...store.getState().selected, ...passed]);
    return goTo(to);
  }
  const walkInSight = (pages: 1 | -1): boolean =>
    walk(pages * Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_PX)));

  const openNeighbour = (step: 1 | -1): boolean => goTo(nextLine(step), true);
  const leave = (): boolean => goTo(active());

  const does = (act: () => void) => () => {
    act();
    return true;
  };
  const focuses = (idNow: () => string) =>
    does(() => {
      const field = document.getElementById(idNow());
      // In a small window the field may be inside a closed section.
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
      if (field instanceof HTMLInputElement) field.select();
    });
  /** Without a search there is no field for the replacement. */
  const replaceField = (): string =>
    store.getState().find.query !== '' && document.getElementById(REPLACE_ID) ? REPLACE_ID : FIND_ID;

  /** Find goes to a hit as soon as the search has answered. */
  function findHit(step: 1 | -1, { repeat }: KeyOn): boolean {
    if (store.getState().find.query === '') return focuses(() => FIND_ID)();
    // Commits the typed text first.
    store.box.current?.blur();
    askForHit(store, step, repeat);
    return true;
  }

  /** Takes only steps inside the film: a repeated press must not bring another film. */
  function move(how: 'undo' | 'redo'): void {
    const { past, future } = session.store.getState();
    if (how === 'undo' && undoRemoval(services)) return;
    if (stepOfFilm(how === 'undo' ? past : future)) session[how]();
    else page.setState({ nothingTo: { how } });
  }

  /** Keys that no text field uses. */
  const fieldKeys: Keys = {
    'Control+Enter': () => confirmAndGoOn(),
    'Alt+Enter': translateAgain,
    F8: () => nextProblem(1),
    'Shift+F8': () => nextProblem(-1),
    'Control+f': focuses(() => FIND_ID),
    'Control+h': focuses(replaceField),
    'Control+g': focuses(() => GO_TO_ID),
    F3: (event) => findHit(1, event),
    'Shift+F3': (event) => findHit(-1, event),
  };
  /** Keys for elements other than text fields. The focused element handles the keys that move rows or press buttons. */
  const pageKeys: Keys = {
    ...fieldKeys,
    'Control+Home': () => goTo(items[0]),
    'Control+End': () => goTo(items.at(-1)),
    'Control+a': does(() => select(items.filter(isLine).map(({ number }) => number))),
    'Control+z': does(() => move('undo')),
    'Control+y': does(() => move('redo')),
    'Control+Shift+z': does(() => move('redo')),
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
      // The first Escape clears the selection, the next one the option of "Show".
      if (selected.size > 0) store.setState({ selected: new Set<number>() });
      else showLines(store, SHOW_ALL);
      return true;
    },
  };
  /** Keys in the open line's text box. Escape has already reverted the typed text; the blur of the box commits the rest. */
  const editorKeys = (box: HTMLTextAreaElement): Keys => ({
    ...fieldKeys,
    Enter: () => openNeighbour(1) || leave(),
    'Control+Enter': confirmOpen,
    'Alt+Enter'() {
      // Commits what was typed, so that suggestions are compared with it.
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
    due.current = undefined;
    const target = event.composedPath()[0];
    if (!(target instanceof Element) || target.closest('[role=grid]')) return;
    const keys = target.closest('[role=menu]') ? {} : isTextField(target) ? fieldKeys : pageKeys;
    const name = keyName(event) as LineKey;
    // In the grid the page never gets F8 or keys with Control, even if there is no such line: it would open a batch or start the translation.
    if (keys[name]?.(event) !== true && event.key !== 'F8' && name !== 'Control+Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => viewKeys.use((event) => onViewKey(event)), [viewKeys]);

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, nativeEvent } = event;
      if (isOfInputMethod(nativeEvent)) return;
      due.current = undefined;
      const keys = target instanceof HTMLTextAreaElement ? editorKeys(target) : isTextField(target) ? {} : gridKeys;
      if (!keys[keyName(event) as LineKey]?.(event)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = rowOf(target);
      if (row?.id && row.id !== store.getState().active) store.setState({ active: row.id });
    },
    /** Keys that the page must ignore while the focus is here. The page hears them first, and one press would do both. */
    'data-own-keys': 'Control+Enter F8 Shift+F8 Control+z Control+y',
  };
}

const rowOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[role=row]') : null;

/** Focuses the next (1) or previous (-1) button of the row. The row itself comes before the first button. */
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

/**
 * The next unconfirmed line after `from` that the filter shows, with wraparound, once the lines `done` are confirmed. If there is none, another visible line,
 * because rows stay visible after they no longer match; undefined: none. Skips lines that have no translation yet. `isThere`: among the visible lines.
 */
export function nextToConfirm(
  state: ReviewState,
  filmProblems: FilmProblems,
  { show, kind }: Pick<LinesView, 'show' | 'kind'>,
  from: number,
  done: ReadonlySet<number>,
  isThere: (number: number) => boolean,
): number | undefined {
  const facts = allFacts(state, filmProblems);
  const behind = (placeOfPhrase(state.phrases, from) ?? -1) + 1;
  const isLeft = (each: LineFacts) => !each.marks.confirmed && (hasText(each.line) || isToReview(each));
  const left = [...facts.slice(behind), ...facts.slice(0, behind)].filter(
    (each) => !done.has(each.line.number) && isThere(each.line.number) && isLeft(each),
  );
  return (left.find((each) => shows(show, each, kind)) ?? left[0])?.line.number;
}
