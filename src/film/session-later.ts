import { createStore, type StoreApi } from 'zustand/vanilla';
import { hasBatches } from '../engine/run-state.ts';
import type { FilmWorker } from '../film-worker/calls.ts';
import { createCalls } from '../lib/port.ts';
import { createAnalysis } from './analysis.ts';
import { EMPTY_WORK, type Work } from './film.ts';
import { readingAfterEdit } from './read-as.ts';
import type { Session, TakeTyped } from './session.ts';

/** What the page uses of a session before the code of the session is loaded. */
export interface EarlySession extends Pick<Session, 'takeTyped' | 'analysis'> {
  readonly store: StoreApi<Work>;
  /** See Session. */
  readonly others: StoreApi<ReadonlyMap<string, Work>>;
}

/** `initial`: the stored work. */
export function createEarlySession(worker: FilmWorker, initial: Work = EMPTY_WORK): EarlySession {
  const store = createStore<Work>(() => initial);
  const analysis = createAnalysis({ store, worker, refuse: (error) => store.setState({ error }) });
  return {
    store,
    others: createStore<ReadonlyMap<string, Work>>(() => new Map()),
    takeTyped: createCalls<[TakeTyped]>(),
    analysis,
  };
}

/** Commands that need a film or the code. The others are written below. */
type Command = Exclude<keyof Session, keyof EarlySession | 'whenReady' | 'finish' | 'dispose'>;

/** An object, so that the compiler reports a missing command. */
const COMMANDS: Readonly<Record<Command, true>> = {
  openSource: true,
  refuseSource: true,
  edit: true,
  readSourceAs: true,
  translate: true,
  stop: true,
  resume: true,
  clear: true,
  showBatch: true,
  reviewOutput: true,
  translateAgain: true,
  readFilm: true,
  endReading: true,
  notePrompt: true,
  changeNotes: true,
  suggestNotes: true,
  changeOptions: true,
  changeLines: true,
  markLines: true,
  moveTranslations: true,
  ask: true,
  takeSuggestions: true,
  keepLines: true,
  redo: true,
  writeResult: true,
  noteSaved: true,
  dismissNotice: true,
  undo: true,
  replace: true,
  changeList: true,
  sendOthers: true,
  putToRest: true,
  nameFilm: true,
};

interface LaterOptions {
  /** Loads the code, which creates the session. Rejects if the code cannot be loaded. */
  readonly load: () => Promise<() => Session>;
  /** The session disposes of the worker when it ends. */
  readonly filmWorker: FilmWorker;
}

/**
 * A session that loads its code with the first command, because an empty page does not need the code. Commands wait and are carried out in their
 * order. If loading fails, the error text says so, and the next command tries again.
 */
export function createSessionLater(early: EarlySession, { load, filmWorker }: LaterOptions): Session {
  const { analysis, takeTyped } = early;
  let session: Session | undefined;
  let loading: Promise<Session> | undefined;
  let isOver = false;
  /** The original before somebody typed, until the waiting commands are carried out. */
  let untyped: Partial<Work> | undefined;

  async function tryToLoad(): Promise<Session> {
    try {
      const make = await load();
      // The session is over. Creating it now would send requests at once.
      if (isOver) return await new Promise(() => {});
      session = make();
      return session;
    } catch (error) {
      // The waiting commands are lost, so the typed text is the original now.
      untyped = undefined;
      throw error;
    } finally {
      loading = undefined;
    }
  }
  /** Restores the original for the waiting commands, so that they can detect that the typed text replaces another film. */
  function bringUntypedBack(): void {
    if (untyped) early.store.setState(untyped);
    untyped = undefined;
  }
  const loaded = () => {
    if (session) return Promise.resolve(session);
    loading ??= tryToLoad();
    return loading;
  };

  const commandOf =
    (name: Command) =>
    (...given: readonly unknown[]) => {
      const carryOut = (on: Session) => (on[name] as (...args: readonly unknown[]) => unknown)(...given);
      if (session) return carryOut(session);
      let answer: unknown;
      const asked = analysis.orTell(async () => {
        answer = await loaded().then((on) => {
          bringUntypedBack();
          return carryOut(on);
        });
      });
      return asked.then(() => answer);
    };
  const commands = Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, commandOf(name as Command)]));

  return {
    ...(commands as Pick<Session, Command>),
    ...early,
    /** Typed text is in the state at once, and so stored, even if the code never comes. */
    edit(what, text) {
      if (!session && what === 'original') {
        const { sourceText, fileName, readAs, withoutStyles } = early.store.getState();
        untyped ??= { sourceText, fileName, readAs, withoutStyles };
        early.store.setState((state) => ({ sourceText: text, ...readingAfterEdit(state, text) }));
      }
      void commands.edit?.(what, text);
    },
    async finish(mostMs, onCalls) {
      takeTyped.call('leaving');
      const begun = session ?? (await loading?.catch(() => undefined));
      await begun?.finish(mostMs, onCalls);
    },
    dispose() {
      isOver = true;
      if (session) return session.dispose();
      analysis.dispose();
      filmWorker.dispose();
    },
    whenReady: () => analysis.orTell(async () => void (await loaded())),
  };
}

/** True if the page shows something of a session: a film, its reading, or its error. */
export const needsSession = (work: Work): boolean =>
  work.sourceText !== '' || hasBatches(work) || work.reading !== null || work.error !== '';
