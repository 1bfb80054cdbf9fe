import { createContext, useContext, useDeferredValue, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createElapsedTime } from '../../clock/clock.ts';
import { hasBatches, isPending, progressShown } from '../../engine/run-state.ts';
import type { SourceView } from '../../film/analysis.ts';
import { isPromptFixed, type Work } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { Preference } from '../../lib/json.ts';
import { type Calls, createCalls, type Port } from '../../lib/port.ts';
import type { Settings, SettingsState } from '../../settings/settings.ts';
import { listen, drawn as pageDrawn, type ThemeName } from '../kit/browser.ts';
import type { TracksView } from './film-tracks.ts';
import type { SaveFirst } from './intake.ts';
import type { FileIntake, GoTo, PageCommands, PageState, PageStore, RunQuestion } from './page-state.ts';
import type { VideoDesk } from './video.ts';

/** What every component may use. App makes it once. */
export interface Services {
  readonly session: Session;
  readonly settings: Settings;
  readonly intake: FileIntake;
  readonly saveFirst: SaveFirst;
  /** Shows the dialog of a film's subtitles; undefined: closes it. */
  readonly tracks: Port<[TracksView | undefined]>;
  /** Scrolls a batch, or lines of it, into view in Lines. */
  readonly goTo: Port<[GoTo]>;
  /** Asks a question before a run; true: run. */
  readonly askFirst: Port<[RunQuestion], boolean>;
  /** The keys of the present view, wherever on the page they are pressed. The view prevents the default of a key that it handles. */
  readonly viewKeys: Calls<[KeyboardEvent]>;
  /** The session's state as the page shows it; useSession reads it. */
  readonly shown: PacedStore;
  readonly ticker: Ticker;
  /** The page's colours, stored between visits. */
  readonly theme: Preference<ThemeName>;
  readonly page: PageStore;
  readonly commands: PageCommands;
  readonly video: VideoDesk;
}

export const ServicesContext = createContext<Services | undefined>(undefined);

/** Returns the same object as long as the page exists. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Used outside of ServicesContext.');
  return services;
}

/** One clock for everything that shows passing seconds, so that all of it is drawn together. It ticks only while somebody has subscribed. */
interface Ticker {
  /** Calls `onTick` once a second; the returned function unsubscribes. */
  subscribe(onTick: () => void): () => void;
  /** The time of the last tick in ms since 1970, by the engine's clock, which does not follow changes of the system time. */
  now(): number;
  /** The present time by the same clock. */
  exact(): number;
}

export function createTicker(): Ticker {
  const exact = createElapsedTime();
  let now = exact();
  const { call: tell, use: subscribe } = createCalls(() => {
    now = exact();
    const timer = setInterval(() => {
      now = exact();
      tell();
    }, 1_000);
    return () => clearInterval(timer);
  });
  return { subscribe, now: () => now, exact };
}

/**
 * Follows a value of the session. The selector must return the same object for the same state. The rule: components that draw read the session by this hook. It
 * shows typing at once and a run's steps eight times a second. If a whole panel or an editor depends on the value, wrap it in `useDeferredValue` (all of the
 * state: `useDeferredSession`), so that React draws it in slices. Commands, and listeners that need every step and draw nothing (the announcer), use
 * `session.store`.
 */
export function useSession<T>(selector: (state: Work) => T): T {
  return useStore(useServices().shown, selector);
}

const stateOf = (state: Work): Work => state;

/** The whole session as React draws it in slices: always one state, never a mixture. */
export const useDeferredSession = (): Work => useDeferredValue(useSession(stateOf));

/** Whether batches exist. Deferred, because all panels depend on it, and change together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

/** The film worker's facts about the original on the page; undefined: no film, or not known yet. Deferred, so that a person's actions are drawn first. */
export const useSource = (): SourceView | undefined =>
  useDeferredValue(useStore(useServices().session.analysis.store, ({ source }) => source));

/** Follows a value of the page's own state. The selector must return the same object for the same state. */
export function usePage<T>(selector: (state: PageState) => T): T {
  return useStore(useServices().page, selector);
}

/** Follows a value of the settings. The selector must return the same object for the same state. */
export function useSettings<T>(selector: (state: SettingsState) => T): T {
  return useStore(useServices().settings.store, selector);
}

const dontSubscribe = () => () => {};

/** The run's progress. Deferred, as the rows of the batches: one drawing changes both. */
export const useProgressShown = () => useDeferredValue(useSession(useShallow(progressShown)));

/** Whether the open film or another one of its series is being translated; prompt and languages must not change then. Deferred, as useStarted. */
export function usePromptFixed(): boolean {
  const isOther = usePage(({ series }) => series.isRunning);
  return useDeferredValue(useSession(isPromptFixed) || isOther);
}

/** Milliseconds since 1970, updated each second while `active`. */
export function useNow(active: boolean): number {
  const { ticker } = useServices();
  return useSyncExternalStore(active ? ticker.subscribe : dontSubscribe, ticker.now);
}

/** Whether Lines is shown instead of the panels Original and Translation. */
export function useLinesShown(): boolean {
  const started = useStarted();
  const isChosen = usePage(({ view }) => view === 'lines');
  const isBatchOpen = useSession(({ shownBatch }) => shownBatch !== null);
  return started && isChosen && !isBatchOpen;
}

/** A drawing takes about the same time for any change, and a run changes something all the time. */
const PAUSE_MS = 125;

/** After this many pauses, the next step no longer waits for a drawing. */
const MOST_PAUSES = 8;

/** The parts of the state that change with each step of a run. */
const STEPS_OF_A_RUN: ReadonlySet<string> = new Set<keyof Work>(['batches', 'pace', 'spent', 'provenances']);

/**
 * The session's state as the page shows it. Without a run, each change is shown at once. During a run, clicks and typing are shown at once, the run's steps at
 * most eight times a second, and other changes (a pause, the end) in the next task, because the engine's own task is long enough. A step waits until React has
 * finished drawing in slices (useDeferredValue), but at most a second. Each change restarts such a drawing, so on a slow machine it would otherwise never end
 * during a run. Another film of the series is drawn in tasks of its own: first its lines, then everything else. A long film on the empty page is drawn in the
 * task after the one that opens it. A key or a press in between is dispatched after all of it is drawn, so nothing acts on the film before.
 */
interface PacedStore extends Readonly<Session['store']> {
  /** The same for the lines in front: they show another film of the series first, the panels around them a picture later. */
  readonly ofLines: Readonly<Session['store']>;
  /** Reports that all of this state is drawn. Without any report, the store waits for no drawing. */
  tellDrawn(state: Work): void;
}

/**
 * What a person does on the page begins with one of these events. An assistive program that chooses in a list sends input alone, before change. Not change
 * itself: a text field also sends it when React removes it or moves the focus, and then nothing can be drawn.
 */
const ACTS = ['keydown', 'beforeinput', 'input', 'compositionstart', 'pointerdown', 'click', 'paste', 'drop'] as const;

/** The panels around the lines show another film at the latest after this time. */
const AROUND_MS = 100;

/** Follows the session while it has subscribers. */
export function createPacedStore(store: Session['store']): PacedStore {
  let shown = store.getState();
  let shownInLines = shown;
  let drawn: Work | undefined;
  let pauses = 0;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;
  /** Another film is open and not drawn everywhere. */
  let isOtherComing = false;

  const {
    isUsed,
    call: tell,
    use: subscribe,
  } = createCalls<[after: Work, before: Work]>(() => {
    shown = store.getState();
    shownInLines = shown;
    const ends = [
      store.subscribe(onState),
      // Added first, before all other listeners of the window.
      listen(window, Object.fromEntries(ACTS.map((kind) => [kind, drawAll])), { capture: true }),
      // Added last, so that it runs after the click's other listeners have changed the state. Another film that they have opened comes in its own tasks.
      listen(window, { click: () => isOtherComing || catchUp() }),
    ];
    return () => {
      for (const end of ends) end();
      isOtherComing = false;
      clearTimeout(catchUpTimer);
      clearTimeout(pauseTimer);
      catchUpTimer = undefined;
      pauseTimer = undefined;
    };
  });
  const lines = createCalls<[after: Work, before: Work]>(() => subscribe(() => {}));

  function drawAll({ target }: Event): void {
    if (!isOtherComing) return;
    const chosen = target instanceof HTMLSelectElement ? target.value : undefined;
    flushSync(catchUp);
    // React has put back the choice that was drawn before.
    if (target instanceof HTMLSelectElement && chosen !== undefined) target.value = chosen;
  }

  function catchUpLines(): void {
    const [after, before] = [store.getState(), shownInLines];
    if (after === before) return;
    shownInLines = after;
    lines.call(after, before);
  }

  function catchUp(): void {
    isOtherComing = false;
    clearTimeout(catchUpTimer);
    catchUpTimer = undefined;
    catchUpLines();
    const [after, before] = [store.getState(), shown];
    if (after === before) return;
    shown = after;
    pauses = 0;
    clearTimeout(pauseTimer);
    pauseTimer = setTimeout(endPause, PAUSE_MS);
    tell(after, before);
  }

  function endPause(): void {
    pauses++;
    if (drawn && drawn !== shown && pauses < MOST_PAUSES) {
      pauseTimer = setTimeout(endPause, PAUSE_MS);
      return;
    }
    pauseTimer = undefined;
    catchUp();
  }

  async function catchUpInSteps(): Promise<void> {
    catchUpTimer = undefined;
    if (!lines.isUsed() || !hasBatches(shown) || !hasBatches(store.getState())) return catchUp();
    catchUpLines();
    await pageDrawn(AROUND_MS);
    if (isOtherComing) catchUp();
  }

  function onState(after: Work): void {
    if (isOtherComing) return;
    if (isOther(after, shown)) {
      isOtherComing = true;
      clearTimeout(catchUpTimer);
      catchUpTimer = setTimeout(() => void catchUpInSteps());
    } else if (!isPending(shown) || isTyped(after, shown)) catchUp();
    else if (!pauseTimer || !isPending(after) || !isStep(after, shown)) catchUpTimer ??= setTimeout(catchUp);
  }

  const { getInitialState } = store;
  const latest = (now: () => Work) => () => {
    if (!isUsed()) [shown, shownInLines] = [store.getState(), store.getState()];
    return now();
  };
  return {
    getInitialState,
    tellDrawn(state) {
      drawn = state;
    },
    getState: latest(() => shown),
    subscribe,
    ofLines: { getInitialState, getState: latest(() => shownInLines), subscribe: lines.use },
  };
}

/** A film with a text of this length is opened and drawn in two tasks. */
const LONG_CHARACTERS = 100_000;

/** Another film of the same series was opened, or a long one on the empty page. */
const isOther = (after: Work, shown: Work): boolean =>
  (after.id !== shown.id && after.id !== '' && shown.id !== '') ||
  (shown.sourceText === '' && after.sourceText.length > LONG_CHARACTERS);

/** During a run, a person can only edit the result and the film notes. */
const isTyped = (after: Work, before: Work): boolean =>
  (after.ownResult !== null && after.translated !== before.translated) || after.notes !== before.notes;

const isStep = (after: Work, before: Work): boolean =>
  (Object.keys(after) as (keyof Work)[]).every((fact) => STEPS_OF_A_RUN.has(fact) || after[fact] === before[fact]);
