import { type Clock, nextTask } from '../clock/clock.ts';
import type { CreateRun, Run } from '../engine/dispatcher.ts';
import type { Connectivity } from '../engine/job.ts';
import { hasWork, isLeftToRun } from '../engine/run-state.ts';
import type { FilmWorker } from '../film-worker/calls.ts';
import { createFilmWorker } from '../film-worker/connect.ts';
import { followsFilm } from '../languages/default-prompt.ts';
import { loadOnce } from '../lib/memo.ts';
import { errorText } from '../lib/result.ts';
import type { LoadProvider } from '../providers/load-provider.ts';
import { modelName } from '../providers/models.ts';
import { createSettings } from '../settings/create-settings.ts';
import {
  type InitialSettings,
  isModelOpen,
  isOnThisComputer,
  type Settings,
  type SettingsState,
  startProblem,
} from '../settings/settings.ts';
import { isSameOriginal } from './analysis.ts';
import { createSession } from './create-session.ts';
import { canTranslate, type Undo, type Work } from './film.ts';
import type { Paces } from './kept-paces.ts';
import type * as RunPart from './run-part.ts';
import type { Session } from './session.ts';

interface EngineParts {
  readonly clock: Clock;
  readonly connectivity: Connectivity;
  readonly loadProvider: LoadProvider;
  readonly loadRunPart: LoadRunPart;
  readonly kept: InitialSettings;
  /** The pace of each model as earlier films found it; missing: no pace is remembered. */
  readonly paces?: Paces;
  /** Missing: one of its own. */
  readonly filmWorker?: FilmWorker;
  /** Missing: an empty session that may send. */
  readonly initial?: Work;
  readonly lateSteps?: Promise<Undo | null>;
}

/** Settings and a session that uses the settings, without a page and without storage. Page and demo each make one. */
interface Engine {
  readonly settings: Settings;
  readonly session: Session;
  /** Ends timers and requests. */
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
  lateSteps,
  filmWorker = createFilmWorker(),
}: EngineParts): Engine {
  const isRunning = () => hasWork(session.store.getState());
  const settings = createSettings({ initial: kept, loadProvider, clock, isRunning });
  const readSettings = settings.store.getState;
  const loadRun = loadOnce(async (): Promise<CreateRun> => {
    const part = await loadRunPart();
    const { createDispatcher, createPaceMemory, createSendRequest, whenModelSettled } = part;
    const readRun = () => part.runSettingsOf(readSettings());
    const modelInUse = () => readSettings().model;
    const dispatcher = createDispatcher({
      clock,
      connectivity: connectivityOf(connectivity, settings.store),
      paceMemory: paces && createPaceMemory(paces, modelInUse, () => readSettings().keys[modelInUse().endpoint]),
      sendRequest: createSendRequest({
        readSettings: readRun,
        noteRefusedKey: settings.noteRefusedKey,
        loadProvider,
        whenModelSettled: ({ signal }) => whenModelSettled(settings.store, clock, signal),
      }),
      ...part.settingsOfDispatcher(
        readRun,
        kept.prices && (() => ({ models: readSettings().models, isModelOpen: isModelOpen(readSettings()) })),
      ),
    });
    // The page draws what was asked for in a task of its own.
    await nextTask();
    return dispatcher.add;
  });
  const session = createSession({
    createRun: createRunLater(loadRun),
    startProblem: () => startProblem(readSettings()),
    beforeRun() {
      const waits = [promptFollowed(), modelWished()].filter((wait) => wait !== undefined);
      return waits.length === 0 ? undefined : Promise.all(waits);
    },
    inUse() {
      const { prompt, model } = readSettings();
      return { prompt, model, ...(followsFilm(readSettings()) && { follows: true }) };
    },
    bringBackSettings({ prompt, model, follows }) {
      const now = readSettings();
      // What a person has typed since can be brought back, as after Reset.
      if (!followsFilm(now) && now.prompt !== prompt) settings.resetPrompt(prompt);
      if (follows) settings.followFilm(prompt);
      else settings.stopFollowing(prompt);
      if (modelName(model) !== modelName(readSettings().model)) settings.pickModel(model);
    },
    clock,
    filmWorker,
    ...(initial && { initial }),
    ...(lateSteps && { lateSteps }),
  });
  const promptFollowed = followFilm({ session, settings, clock, loadRunPart });
  /** Lists that could not be read are tried once more; undefined: none of them may bring a model that is wished for. */
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
  settings.store.subscribe((state, before) => {
    const { endpoint } = state.model;
    // Of a key that is typed letter by letter only what has read a list is whole: one half of it would be sent, and end the run.
    const hasNewList = state.models[endpoint] !== before.models[endpoint] && state.models[endpoint].state === 'live';
    if (
      state.model !== before.model ||
      hasNewList ||
      state.concurrency !== before.concurrency ||
      state.calls.halfPrice !== before.calls.halfPrice ||
      state.prices !== before.prices
    )
      session.settingsChanged();
  });
  return {
    settings,
    session,
    dispose() {
      session.dispose();
      settings.dispose();
    },
  };
}

/** After that the run begins, and waits for the list by itself. */
const LONGEST_READING_MS = 5_000;

/** Online or offline as the model in use needs it: with a model on this computer the page counts as online without a network. */
function connectivityOf(network: Connectivity, settings: Settings['store']): Connectivity {
  const needsNone = (state: SettingsState) => isOnThisComputer(state, state.model.endpoint);
  return {
    isOnline: () => needsNone(settings.getState()) || network.isOnline(),
    subscribe(onChange) {
      const ends = [
        network.subscribe(onChange),
        settings.subscribe((state, before) => {
          if (needsNone(state) !== needsNone(before)) onChange();
        }),
      ];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}

/** What sends, and what is known of languages. Rejects where it cannot be loaded; the next call tries again. */
export type LoadRunPart = () => Promise<typeof RunPart>;

/** A run that begins at once goes on with the prompt that it began with. */
const SETTLED_MS = 100;

/**
 * A standard prompt that nobody has typed or chosen follows the film that is opened (specification, D11.20). What is returned is to be
 * called before a run begins: it gives a promise while a film that was just opened has not been looked at yet, else undefined.
 */
export function followFilm({
  session,
  settings,
  clock,
  loadRunPart,
}: Pick<Engine, 'session' | 'settings'> & Pick<EngineParts, 'clock' | 'loadRunPart'>): () => Promise<void> | undefined {
  /** The film that was looked at last, with a prompt that followed. */
  let seen: Work | undefined;
  let cancelStart = () => {};

  const isDue = (): boolean => {
    const film = session.store.getState();
    const isSeen = seen !== undefined && isSameOriginal(film, seen);
    return !isSeen && followsFilm(settings.store.getState()) && canTranslate(film);
  };

  async function follow(): Promise<void> {
    if (!isDue()) return;
    const film = session.store.getState();
    seen = film;
    const [{ promptForFilm }, source] = await Promise.all([loadRunPart(), session.analysis.look()]);
    // Another film was opened meanwhile, or a prompt was typed.
    if (!isSameOriginal(session.store.getState(), film)) return;
    const prompt = promptForFilm(source?.language, globalThis.navigator?.language ?? 'en');
    if (prompt !== undefined && followsFilm(settings.store.getState())) settings.followFilm(prompt);
  }

  let following: Promise<void> | undefined;
  function start(): Promise<void> {
    cancelStart();
    // What fails is that its code, part of the run's, cannot be loaded: nothing is sent then either.
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

/**
 * A run whose code is loaded when there is first something to run, since an empty page needs none of it. Commands given meanwhile
 * are carried out when the code has come. If it cannot be loaded, suggestions and a reading end, and the run is paused ("chunk"); asking
 * again, or Resume, loads it again.
 */
export function createRunLater(load: () => Promise<CreateRun>): CreateRun {
  return (options) => {
    let run: Run | undefined;
    let isLoading = false;
    let isOver = false;
    let pendingCommand: 'pump' | 'goOn' | undefined;

    function onLoaded(createRun: CreateRun): void {
      if (isOver) return;
      run = createRun(options);
      if (pendingCommand) run[pendingCommand]();
    }

    function onFailed(error: unknown): void {
      isLoading = false;
      if (isOver || !pendingCommand) return;
      pendingCommand = undefined;
      const message = errorText(error);
      const { getState, dispatch } = options;
      const { suggestionRequests, reading } = getState();
      // Nothing would end what was asked for beside the batches: it ends as where the provider's code cannot be loaded.
      for (const { id } of suggestionRequests)
        dispatch({ type: 'request-ended', id, texts: {}, failure: { kind: 'chunk', message } });
      if (reading?.stage === 'waiting')
        dispatch({ type: 'reading-changed', reading: { ...reading, stage: 'stopped', message } });
      if (isLeftToRun(getState()))
        dispatch({ type: 'run-paused', pause: { reason: 'failure', kind: 'chunk', message } });
    }

    function runOrLoad(command: 'pump' | 'goOn'): void {
      if (run) return run[command]();
      if (isOver) return;
      if (pendingCommand !== 'goOn') pendingCommand = command;
      if (isLoading) return;
      isLoading = true;
      void load().then(onLoaded, onFailed);
    }

    return {
      pump() {
        if (run || hasWork(options.getState())) runOrLoad('pump');
      },
      goOn: () => runOrLoad('goOn'),
      // A run that is not loaded has learned nothing yet.
      reset: () => run?.reset(),
      stop(jobId) {
        if (run) run.stop(jobId);
        else if (jobId === undefined) pendingCommand = undefined;
      },
      async finish() {
        if (!run) isOver = true;
        await run?.finish();
      },
      abort(jobId) {
        if (run) return run.abort(jobId);
        if (jobId === undefined) pendingCommand = undefined;
        return [];
      },
      dispose() {
        isOver = true;
        run?.dispose();
      },
    };
  };
}
