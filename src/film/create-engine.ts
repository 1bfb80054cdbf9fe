import type { Clock } from '../clock/clock.ts';
import type { Connectivity } from '../engine/job.ts';
import { hasWork } from '../engine/run-state.ts';
import type { FilmWorker } from '../film-worker/calls.ts';
import { createFilmWorker } from '../film-worker/connect.ts';
import { followsFilm } from '../languages/default-prompt.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { createSettings } from '../settings/create-settings.ts';
import type { InitialSettings, Settings } from '../settings/settings.ts';
import { isSameOriginal } from './analysis.ts';
import { canTranslate, isInSeries, type Work } from './film.ts';
import type { Paces } from './kept-paces.ts';
import type * as RunPart from './run-part.ts';
import type { Session } from './session.ts';
import { createEarlySession, createSessionLater, needsSession } from './session-later.ts';

interface EngineParts {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly loadProvider: LoadProvider;
  readonly loadRunPart: LoadRunPart;
  readonly kept: InitialSettings;
  /** The pace of each model as earlier films found it; missing: no pace is remembered. */
  readonly paces?: Paces;
  /** Missing: the engine makes its own film worker. */
  readonly filmWorker?: FilmWorker;
  /** Missing: the session begins empty and may send. */
  readonly initial?: Work;
}

/** Settings and a session that uses the settings, without a page and without storage. Page and demo each make one. */
interface Engine {
  readonly settings: Settings;
  readonly session: Session;
  dispose(): void;
}

export function createEngine({
  clock,
  connectivity,
  loadProvider,
  loadRunPart,
  kept,
  paces,
  initial,
  filmWorker = createFilmWorker(),
}: EngineParts): Engine {
  const isRunning = () => hasWork(session.store.getState()) || areOthersRunning(session);
  const settings = createSettings({ initial: kept, loadProvider, clock, isRunning });
  const readSettings = settings.store.getState;
  const early = createEarlySession(filmWorker, initial);
  const recordsCosts = kept.prices !== undefined;
  const parts = { early, filmWorker, clock, connectivity, loadProvider, settings, recordsCosts, paces };
  const session = createSessionLater(early, {
    filmWorker,
    async load() {
      const { createRunningSession } = await loadRunPart();
      return () => createRunningSession({ ...parts, beforeRun });
    },
  });
  if (initial !== undefined && needsSession(initial)) void session.whenReady();
  const promptFollowed = followFilm({ session, settings, clock, loadRunPart });
  const beforeRun = () => {
    const waits = [promptFollowed(), modelWished()].filter((wait) => wait !== undefined);
    return waits.length === 0 ? undefined : Promise.all(waits);
  };
  /** Reads model lists again that could not be read; undefined: none of them can contain the model that the person wants. */
  function modelWished(): Promise<void> | undefined {
    const { awaitsPick } = readSettings();
    settings.readFailedLists();
    if (awaitsPick || !readSettings().awaitsPick) return undefined;
    return new Promise((resolve) => {
      const unsubscribe = settings.store.subscribe((state) => state.awaitsPick || end());
      const cancel = clock.after(LONGEST_READING_MS, end);
      function end() {
        unsubscribe();
        cancel();
        resolve();
      }
    });
  }
  return {
    settings,
    session,
    dispose() {
      session.dispose();
      settings.dispose();
    },
  };
}

/** Whether another film of the series is being translated. */
const areOthersRunning = ({ others }: Pick<Session, 'others'>): boolean =>
  [...others.getState().values()].some(hasWork);

/** The longest wait for model lists. After it, the run begins and waits only for the list of its own model. */
const LONGEST_READING_MS = 5_000;

/**
 * Loads the code that sends requests and knows languages. The page's own function waits until loading succeeds; another may reject, and the next
 * call tries again.
 */
export type LoadRunPart = () => Promise<typeof RunPart>;

/** The delay before the prompt is adapted. A run that begins earlier keeps its prompt. */
const SETTLED_MS = 100;

/**
 * Adapts a standard prompt that nobody typed or chose to the opened film (specification, D11.20). Call the returned function before a run begins:
 * it returns a promise while the film is being analysed, otherwise undefined.
 */
export function followFilm({
  session,
  settings,
  clock,
  loadRunPart,
}: Pick<Engine, 'session' | 'settings'> & Pick<EngineParts, 'clock' | 'loadRunPart'>): () => Promise<void> | undefined {
  /** The last film that was analysed and to which the prompt was adapted. */
  let seen: Work | undefined;
  let cancelStart = () => {};

  const isDue = (): boolean => {
    const film = session.store.getState();
    const isSeen = seen !== undefined && isSameOriginal(film, seen);
    // The prompt of a series is the same for all its films (state/follow-series.ts).
    return !isSeen && followsFilm(settings.store.getState()) && canTranslate(film) && !isInSeries(film);
  };

  async function follow(): Promise<void> {
    if (!isDue()) return;
    const film = session.store.getState();
    seen = film;
    const [{ promptForFilm }, source] = await Promise.all([loadRunPart(), session.analysis.look()]);
    // The person has opened another film or typed a prompt in the meantime.
    if (!isSameOriginal(session.store.getState(), film) || isInSeries(session.store.getState())) return;
    const state = settings.store.getState();
    const prompt = promptForFilm(source?.language, globalThis.navigator?.language ?? 'en', state.prompt);
    if (prompt !== undefined && followsFilm(state)) settings.followFilm(prompt);
  }

  let following: Promise<void> | undefined;
  function start(): Promise<void> {
    cancelStart();
    // A failure means that the code of the run part cannot be loaded. Then nothing can be sent either.
    const done = Promise.allSettled([following, follow()]).then(() => {
      if (following === done) following = undefined;
    });
    following = done;
    return done;
  }

  function startSoon(): void {
    cancelStart();
    if (isDue()) cancelStart = clock.after(SETTLED_MS, () => void start());
  }

  session.analysis.store.subscribe(({ source }, before) => {
    if (source && source !== before.source) startSoon();
  });
  settings.store.subscribe((state, before) => {
    if (!followsFilm(state) || followsFilm(before)) return;
    seen = undefined;
    startSoon();
  });
  return () => (following || isDue() ? start() : undefined);
}
