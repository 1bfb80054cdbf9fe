import { createContext, useContext, useDeferredValue, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { createElapsedTime } from '../../clock/clock.ts';
import { hasBatches, isPending } from '../../engine/run-state.ts';
import type { SourceView } from '../../film/analysis.ts';
import { isPromptFixed, type Work } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { Preference } from '../../lib/json.ts';
import { type Calls, createCalls, type Port } from '../../lib/port.ts';
import type { Settings, SettingsState } from '../../settings/settings.ts';
import type { ThemeName } from '../kit/browser.ts';
import type { TracksView } from './film-tracks.ts';
import type { SaveFirst } from './intake.ts';
import type { FileIntake, GoTo, PageCommands, PageState, PageStore, RunQuestion } from './page-state.ts';
import type { VideoDesk } from './video.ts';

/** What every component may use; made once, by App. */
export interface Services {
  readonly session: Session;
  readonly settings: Settings;
  readonly intake: FileIntake;
  readonly saveFirst: SaveFirst;
  /** Shows the dialog of a film's subtitles; undefined: closes it. */
  readonly tracks: Port<[TracksView | undefined]>;
  /** Brings a batch, or lines of it, into sight in Lines. */
  readonly goTo: Port<[GoTo]>;
  /** Asks before a run; true: the run is wanted. */
  readonly askFirst: Port<[RunQuestion], boolean>;
  /** The keys of the view that is shown, wherever on the page they are pressed; a key that was for it has its default prevented. */
  readonly viewKeys: Calls<[KeyboardEvent]>;
  /** The session's state as the page shows it; read it by useSession. */
  readonly shown: PacedStore;
  readonly ticker: Ticker;
  /** The page's colours, kept between visits. */
  readonly theme: Preference<ThemeName>;
  readonly page: PageStore;
  readonly commands: PageCommands;
  readonly video: VideoDesk;
}

/** Given by App to the whole page. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** The same object as long as the page lives. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('Used outside of ServicesContext.');
  return services;
}

/** One clock for everything that shows passing seconds, so that all of it is drawn together. It ticks only with subscribers. */
interface Ticker {
  /** Calls `onTick` once a second; the returned function unsubscribes. */
  subscribe(onTick: () => void): () => void;
  /** At the last tick, in ms since 1970 by a clock that nobody sets, as the engine's times are. */
  now(): number;
  /** The same, now. */
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
 * A value of the session that is followed. The selector must return the same object for the same state.
 * The rule: components that draw read the session by this hook; it shows typing at once and a run's steps eight times a second.
 * Where a whole panel or an editor depends on the value, wrap it in `useDeferredValue` (all of the state: `useDeferredSession`), so that
 * React draws it in slices.
 * Commands, and listeners that need every step and draw nothing (the announcer), use `session.store`.
 */
export function useSession<T>(selector: (state: Work) => T): T {
  return useStore(useServices().shown, selector);
}

const stateOf = (state: Work): Work => state;

/** The whole session as React draws it in slices: all of one moment. */
export const useDeferredSession = (): Work => useDeferredValue(useSession(stateOf));

/** Whether batches exist. Deferred, because all panels depend on it, and change together. */
export const useStarted = (): boolean => useDeferredValue(useSession(hasBatches));

/** What is told of the film on the page; undefined: there is none, or it is not looked at yet. Drawn after all that a person does. */
export const useSource = (): SourceView | undefined =>
  useDeferredValue(useStore(useServices().session.analysis.store, ({ source }) => source));

/** A value of the page's own state that is followed. The selector must return the same object for the same state. */
export function usePage<T>(selector: (state: PageState) => T): T {
  return useStore(useServices().page, selector);
}

/** A value of the settings that is followed. The selector must return the same object for the same state. */
export function useSettings<T>(selector: (state: SettingsState) => T): T {
  return useStore(useServices().settings.store, selector);
}

const dontSubscribe = () => () => {};

/** Whether a run goes on, of the open film or of another one of its series. Then prompt and languages stay as they are. Deferred, as useStarted. */
export function usePromptFixed(): boolean {
  const isOther = usePage(({ series }) => series.isRunning);
  return useDeferredValue(useSession(isPromptFixed) || isOther);
}

/** Milliseconds since 1970, updated each second while `active`. */
export function useNow(active: boolean): number {
  const { ticker } = useServices();
  return useSyncExternalStore(active ? ticker.subscribe : dontSubscribe, ticker.now);
}

/** Whether the film is shown line by line, in place of the panels Original and Translation. */
export function useLinesShown(): boolean {
  const started = useStarted();
  const isChosen = usePage(({ view }) => view === 'lines');
  const isBatchOpen = useSession(({ shownBatch }) => shownBatch !== null);
  return started && isChosen && !isBatchOpen;
}

/** Drawing takes about the same time however little has changed, and a run changes something all the time. */
const PAUSE_MS = 125;

/** A drawing that takes longer is overtaken. */
const MOST_PAUSES = 8;

/** The parts of the state that change with each step of a run. */
const STEPS_OF_A_RUN: ReadonlySet<string> = new Set<keyof Work>(['batches', 'pace', 'spent', 'provenances']);

/**
 * The session's state as the page shows it. Without a run each change is shown at once. During a run, what a click or typing
 * changes is shown at once, the run's steps at most eight times a second, and other changes (a pause, the end) in the next task,
 * since the engine's own task is long enough. A step waits for what is still drawn in slices (useDeferredValue), a second at most:
 * React begins a drawing anew with each change, so that on a slow machine the steps of a run would keep it from ever ending.
 */
export interface PacedStore extends Readonly<Session['store']> {
  /** Tells that all of this state is drawn. A store that is never told waits for no drawing. */
  tellDrawn(state: Work): void;
}

/** Follows the session while it has subscribers. */
export function createPacedStore(store: Session['store']): PacedStore {
  let shown = store.getState();
  let drawn: Work | undefined;
  let pauses = 0;
  let pauseTimer: ReturnType<typeof setTimeout> | undefined;
  let catchUpTimer: ReturnType<typeof setTimeout> | undefined;

  const {
    isUsed,
    call: tell,
    use: subscribe,
  } = createCalls<[after: Work, before: Work]>(() => {
    shown = store.getState();
    const unsubscribe = store.subscribe(onState);
    // Called last, after the click's other listeners have changed the state.
    window.addEventListener('click', catchUp);
    return () => {
      unsubscribe();
      window.removeEventListener('click', catchUp);
      clearTimeout(catchUpTimer);
      clearTimeout(pauseTimer);
      catchUpTimer = undefined;
      pauseTimer = undefined;
    };
  });

  function catchUp(): void {
    clearTimeout(catchUpTimer);
    catchUpTimer = undefined;
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

  function onState(after: Work): void {
    if (!isPending(shown) || isTyped(after, shown)) catchUp();
    else if (!pauseTimer || !isPending(after) || !isStep(after, shown)) catchUpTimer ??= setTimeout(catchUp);
  }

  return {
    getInitialState: store.getInitialState,
    tellDrawn(state) {
      drawn = state;
    },
    getState() {
      if (!isUsed()) shown = store.getState();
      return shown;
    },
    subscribe,
  };
}

/** The result and the film notes are what can be edited during a run. */
const isTyped = (after: Work, before: Work): boolean =>
  (after.ownResult !== null && after.translated !== before.translated) || after.notes !== before.notes;

const isStep = (after: Work, before: Work): boolean =>
  (Object.keys(after) as (keyof Work)[]).every((fact) => STEPS_OF_A_RUN.has(fact) || after[fact] === before[fact]);
