import { type Clock, createTimerClock } from './clock/clock.ts';
import { batchTextOf } from './engine/batch.ts';
import { createDispatcher } from './engine/dispatcher.ts';
import { createSendRequest, lackingIn, type RunSettings, settingsOfDispatcher } from './engine/requests.ts';
import { isOver, type Pause, progress } from './engine/run-state.ts';
import { createSession } from './film/create-session.ts';
import type { Work } from './film/film.ts';
import type { Session } from './film/session.ts';
import { createEarlySession } from './film/session-later.ts';
import { linesInPlace } from './film/shown-facts.ts';
import { NO_FILM } from './film-worker/calls.ts';
import { createAnswers } from './film-worker/functions.ts';
import { fail, ok, type Result } from './lib/result.ts';
import { type Sum, sumOf } from './prices/price.ts';
import { priceOf } from './prices/price-of.ts';
import { createProviders } from './providers/create-providers.ts';
import type { TransportParts } from './providers/transport/http.ts';
import type { Problem } from './review/line.ts';
import type { Phrase } from './subtitles/document.ts';
import { recognizeFormat, textToSave } from './subtitles/formats.ts';
import { batchAt, countBatches } from './translation/batch.ts';
import { prettyJson } from './translation/read-reply.ts';

/** The entry for other programs. It translates and checks films without a page, without storage and without the DOM. */

export interface CoreParts {
  readonly fetch: TransportParts['fetch'];
  /** Missing: the program's own timers. */
  readonly clock?: Clock;
  /** Called again for each request. */
  readonly settings: () => RunSettings;
  /** Called after each change of a film. */
  readonly onEvent?: (film: FilmHandle) => void;
}

/** How a run ended. A paused film continues with `resume`, and then ends again. */
export type Ending =
  | { readonly kind: 'finished' }
  | { readonly kind: 'failed'; readonly failed: number; readonly total: number }
  | { readonly kind: 'paused'; readonly pause: Pause }
  /** The file cannot be read, these settings cannot start a run, or the film was closed. */
  | { readonly kind: 'refused'; readonly message: string };

export interface FilmHandle {
  readonly name: string;
  readonly store: Session['store'];
  readonly commands: Session;
  /** Resolves when nothing more is sent without another command. */
  readonly ended: Promise<Ending>;
  /** The file to save, in the format of the original. Lines without a translation keep their original. */
  save(): Promise<Result<SavedFile, string>>;
  dispose(): void;
}

export interface SavedFile {
  readonly bytes: Uint8Array;
  readonly translated: number;
  readonly total: number;
}

interface NamedFile {
  readonly bytes: Uint8Array;
  readonly name: string;
}

export interface CheckedLine extends Phrase {
  readonly translation: string | undefined;
  readonly problems: readonly Problem[];
}

export function createCore({ fetch, clock = createTimerClock(), settings, onEvent }: CoreParts) {
  const provider = createProviders({ fetch, clock });
  const dispatcher = createDispatcher({
    clock,
    connectivity: { isOnline: () => true, subscribe: () => () => {} },
    sendRequest: createSendRequest({
      readSettings: settings,
      loadProvider: async (id) => provider(id),
      whenModelSettled: async () => undefined,
    }),
    paceMemory: undefined,
    ...settingsOfDispatcher(settings, () => ({})),
  });
  const films = new Set<FilmHandle>();

  /** Reports an event to the program. An error of the program must not stop the dispatcher halfway. */
  function tell(film: FilmHandle): void {
    try {
      onEvent?.(film);
    } catch (error) {
      console.error(error);
    }
  }

  /** Opens a subtitle file. `commands.translate()` starts its run. All films share one pace and one limit of money. */
  async function add(bytes: Uint8Array, name: string): Promise<FilmHandle> {
    const filmWorker = createAnswers();
    const commands = createSession({
      early: createEarlySession(filmWorker),
      createRun: dispatcher.add,
      clock,
      filmWorker,
      startProblem: () => lackingIn(settings())?.message,
    });
    const { store } = commands;
    let tellClosed = () => {};
    const closed = new Promise<Ending>((resolve) => {
      tellClosed = () => resolve({ kind: 'refused', message: CLOSED });
    });
    const dispose = () => {
      films.delete(film);
      commands.dispose();
      tellClosed();
    };
    let started = Promise.resolve();
    const film: FilmHandle = {
      name,
      store,
      commands: { ...commands, dispose, translate: (options) => (started = commands.translate(options)) },
      get ended() {
        // Waits for the start, because until then the film still shows how the run before ended.
        return started.then(async () => {
          const ending = await Promise.race([endingOf(store), closed]);
          await commands.writeResult();
          return ending;
        });
      },
      async save() {
        const finished = await commands.analysis.ask('assembleFinished', linesInPlace(store.getState()));
        if (!finished?.ok) return fail(finished?.error ?? CLOSED);
        const { text, ...counts } = finished.value;
        return ok({ bytes: new TextEncoder().encode(textToSave(store.getState(), text)), ...counts });
      },
      dispose,
    };
    films.add(film);
    const found = await commands.analysis.ask('decode', { bytes, name, encoding: undefined });
    if (!found?.ok) commands.refuseSource(found?.error ?? '');
    else commands.openSource(found.value.text, [], name);
    store.subscribe(() => tell(film));
    return film;
  }

  return {
    add,
    /** The costs of all films, including closed ones. */
    spent(): Sum {
      const now = clock.now();
      return sumOf(dispatcher.spent(), (model) =>
        priceOf(model, { own: settings().ownPrices, livePrice: undefined, now }),
      );
    },
    /** The error is a sentence for people. A film that was paused, or has failed batches, is saved as far as it is translated. */
    async translateFile(
      bytes: Uint8Array,
      { name = '' }: { readonly name?: string } = {},
    ): Promise<Result<SavedFile & { readonly ending: Ending }, string>> {
      const film = await add(bytes, name);
      try {
        void film.commands.translate();
        const ending = await film.ended;
        if (ending.kind === 'refused') return fail(ending.message);
        const saved = await film.save();
        return saved.ok ? ok({ ...saved.value, ending }) : saved;
      } finally {
        film.dispose();
      }
    },
    checkFiles,
    dispose() {
      for (const film of films) film.dispose();
    },
  };
}

const CLOSED = 'The film was closed.';

const isEnded = (state: Work): boolean => (state.phrases.length > 0 ? isOver(state) : state.error !== '');

const endingOf = (store: Session['store']): Promise<Ending> =>
  new Promise((resolve) => {
    const look = (state: Work): boolean => {
      if (!isEnded(state)) return false;
      unsubscribe();
      resolve(endingNow(state));
      return true;
    };
    const unsubscribe = store.subscribe((state) => void look(state));
    look(store.getState());
  });

function endingNow(state: Work): Ending {
  const { ok: done, failed, total } = progress(state);
  if (total === 0) return { kind: 'refused', message: state.error };
  if (done === total) return { kind: 'finished' };
  return state.paused ? { kind: 'paused', pause: state.paused } : { kind: 'failed', failed, total };
}

/** Checks a translation that another program made. Its lines belong to those of the original with the same time, or with the same number. */
export async function checkFiles(
  original: NamedFile,
  translated: NamedFile,
): Promise<Result<readonly CheckedLine[], string>> {
  const { ask } = createAnswers();
  const read = async (file: NamedFile) => {
    const text = await ask(NO_FILM, 'decode', { ...file, encoding: undefined });
    if (!text?.ok) return fail(text?.error ?? '');
    const film = { ...NO_FILM, sourceText: text.value.text, readAs: recognizeFormat(text.value.text) };
    const found = await ask(film, 'read', undefined);
    return found?.ok ? ok({ ...film, phrases: found.value.phrases }) : fail(found?.error.message ?? '');
  };
  const film = await read(original);
  if (!film.ok) return film;
  const other = await read(translated);
  if (!other.ok) return other;
  const { phrases } = film.value;
  const byTime = new Map(other.value.phrases.map((phrase) => [phrase.time, phrase.text]));
  const byNumber = new Map(other.value.phrases.map((phrase) => [phrase.number, phrase.text]));
  const textOf = ({ time, number }: Phrase) => byTime.get(time) ?? byNumber.get(number);
  const batches = Array.from({ length: countBatches(phrases) }, (_, index) => {
    const texts = batchAt(phrases, index).phrases.flatMap((phrase) => {
      const text = textOf(phrase);
      return text === undefined ? [] : [[String(phrase.number), text] as const];
    });
    return batchTextOf(['', prettyJson(texts)]);
  });
  const judged = await ask({ ...film.value, batches }, 'judge', { prompt: '', since: undefined });
  const problems = new Map(judged?.changed.flatMap(([, lines]) => lines));
  return ok(
    phrases.map((phrase) => ({
      ...phrase,
      translation: textOf(phrase),
      problems: problems.get(phrase.number) ?? [],
    })),
  );
}
