import { nextTask } from '../clock/clock.ts';
import { resultsOf } from '../engine/batch.ts';
import {
  type CallName,
  type FilmNow,
  type FilmWorker,
  type FromWorker,
  NO_FILM,
  TookTooLong,
  type ToWorker,
  WorkerDied,
} from './calls.ts';

type Serve = (message: ToWorker) => void;

export interface FilmWorkerOptions {
  /** Throws if the browser has no workers, or denies them to a page opened from a file or by the host's policy. */
  readonly startWorker?: () => Worker;
  /** Loads the code that answers inside the page if no worker can start. */
  readonly loadServer?: () => Promise<(post: (message: FromWorker) => void, nextTurn: () => Promise<void>) => Serve>;
}

/** After this time the worker is restarted. Inside the page, no question can be ended. */
const LONGEST_MS = 30_000;
/** The same time for which the page waits for any of its scripts (specification, S9.7). */
const LONGEST_LOADING_MS = 120_000;
/** A short regular expression can run for years. A disk may have to wake up, or lie in a network. */
const LONGEST_OF: Partial<Record<CallName, number>> = {
  find: 1_000,
  findIn: 1_000,
  replace: 1_000,
  survey: 120_000,
  videoKinds: 120_000,
};
/**
 * These questions take as long as the disk needs, and can be stopped. A video file that killed the worker would also kill the next one, or the
 * page.
 */
const OF_FILES: ReadonlySet<CallName> = new Set(['tracks', 'extract']);

interface Waiting {
  readonly film: FilmNow;
  readonly name: CallName;
  readonly question: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((share: number) => void) | undefined;
  /** Removes the listener from the signal. One signal can exist for hours, and its listener would keep each question's film in memory. */
  readonly unlisten: () => void;
  hasBegun?: boolean;
  timer?: ReturnType<typeof setTimeout>;
  /** The caller no longer waits. The worker may still be busy with the question, which must not block other questions. */
  isDropped?: boolean;
}

/** The worker, or the code that answers inside the page. */
interface Port {
  readonly post: Serve;
  readonly end: () => void;
}

/**
 * Asks the film worker. The first question starts it. If the worker dies, it is restarted once. After that, or if no worker can start, code inside
 * the page answers.
 */
export function createFilmWorker({
  startWorker = startFilmWorker,
  loadServer = async () =>
    (await import(/* webpackChunkName: "film-worker-inside" */ './functions.ts')).createFilmServer,
}: FilmWorkerOptions = {}): FilmWorker {
  const waiting = new Map<number, Waiting>();
  let newestId = 0;
  let port: Port | undefined;
  /** The film that the worker knows. */
  let sent = NO_FILM;
  let isEnded = false;
  /** How many times a worker may still be started. */
  let starts = 2;

  function receive(message: FromWorker): void {
    const asked = waiting.get(message.id);
    if (!asked) return;
    if (message.type === 'progress') return asked.onProgress?.(message.share);
    if (message.type === 'begun') return begin(message.id, asked);
    forget(message.id);
    if (message.type === 'answered') asked.resolve(message.answer);
    else asked.reject(new Error(message.message));
  }

  function begin(id: number, asked: Waiting): void {
    asked.hasBegun = true;
    if (OF_FILES.has(asked.name)) return;
    asked.timer = setTimeout(() => giveUp(id), LONGEST_OF[asked.name] ?? LONGEST_MS);
  }

  function forget(id: number): void {
    clearTimeout(waiting.get(id)?.timer);
    waiting.get(id)?.unlisten();
    waiting.delete(id);
  }

  function giveUp(id: number): void {
    const asked = waiting.get(id);
    forget(id);
    asked?.reject(new TookTooLong(`This page needed more than ${LONGEST_OF[asked.name] ?? LONGEST_MS} ms.`));
    starts++;
    restart();
  }

  /** Starts again and repeats the open questions. */
  function restart(): void {
    port?.end();
    port = undefined;
    sent = NO_FILM;
    for (const [id, asked] of waiting) {
      clearTimeout(asked.timer);
      asked.hasBegun = false;
      if (asked.isDropped) waiting.delete(id);
      else send(id, asked);
    }
  }

  /** Rejects questions that read a video file, which are not repeated. */
  function giveUpFilms(): void {
    let hasDiedAtFilm = false;
    for (const [id, { name, hasBegun, reject }] of [...waiting]) {
      if (!hasBegun || !OF_FILES.has(name)) continue;
      forget(id);
      reject(new WorkerDied('The part of this page that reads the film stopped unexpectedly.'));
      hasDiedAtFilm = true;
    }
    // The next video file must not be read inside the page either, because the page could die too.
    if (hasDiedAtFilm) starts++;
  }

  function send(id: number, { film, name, question }: Waiting): void {
    port ??= open();
    tell(port, film);
    port.post({ type: 'ask', id, name, question });
  }

  function tell({ post }: Port, film: FilmNow): void {
    const { sourceText, readAs, withoutStyles, options, phrases, notes, fileName } = film;
    const results = resultsOf(film);
    const isSame =
      sent.sourceText === sourceText &&
      sent.readAs === readAs &&
      sent.withoutStyles === withoutStyles &&
      sent.options?.batches === options?.batches &&
      sent.phrases === phrases;
    if (!isSame)
      post({
        type: 'open',
        film: { sourceText, readAs, withoutStyles, ...(options && { options }), phrases, fileName },
      });
    const before = isSame ? resultsOf(sent) : undefined;
    const hasOtherNotes = sent.notes !== notes;
    sent = film;
    if (before === results && !hasOtherNotes) return;
    const changed = Array.from(results, (slot, batch) => [batch, slot] as const).filter(
      ([batch, slot]) => before === undefined || before[batch] !== slot,
    );
    if (changed.length > 0 || hasOtherNotes)
      post({ type: 'change', results: changed, notes: hasOtherNotes ? notes : undefined });
  }

  function open(): Port {
    if (starts > 0) {
      starts--;
      try {
        return toWorker(startWorker());
      } catch {
        starts = 0;
      }
    }
    return inside();
  }

  function toWorker(worker: Worker): Port {
    let hasAnswered = false;
    const loading = setTimeout(() => die(), LONGEST_LOADING_MS);
    worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
      hasAnswered = true;
      clearTimeout(loading);
      receive(data);
    });
    const die = (event?: Event): void => {
      // The error is handled here, so the browser should not report it.
      event?.preventDefault();
      // A worker that never answered could not be loaded, and the next one could not be loaded either.
      if (!hasAnswered) starts = 0;
      giveUpFilms();
      restart();
    };
    worker.addEventListener('error', die);
    return {
      post: (message) => worker.postMessage(message),
      end() {
        clearTimeout(loading);
        worker.terminate();
      },
    };
  }

  function inside(): Port {
    const server = loadServer().then((createServer) => createServer(receive, nextTask));
    server.catch((error: unknown) => {
      // The next question tries to load the code again.
      port = undefined;
      sent = NO_FILM;
      starts = 1;
      for (const [id, { reject }] of [...waiting]) {
        forget(id);
        reject(error);
      }
    });
    return {
      post: (message) =>
        void server.then(
          (serve) => serve(message),
          () => {},
        ),
      end() {},
    };
  }

  return {
    ask: (film, name, question, signal, onProgress) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted || isEnded) return resolve(undefined);
        const id = ++newestId;
        const drop = () => {
          asked.isDropped = true;
          port?.post({ type: 'drop', id });
          resolve(undefined);
        };
        const asked: Waiting = {
          film,
          name,
          question,
          resolve: resolve as Waiting['resolve'],
          reject,
          onProgress,
          unlisten: () => signal?.removeEventListener('abort', drop),
        };
        waiting.set(id, asked);
        signal?.addEventListener('abort', drop);
        send(id, asked);
      }),
    dispose() {
      isEnded = true;
      port?.end();
      for (const [id, { resolve }] of [...waiting]) {
        forget(id);
        resolve(undefined);
      }
    },
  };
}

const startFilmWorker = (): Worker =>
  new Worker(/* webpackChunkName: "film-worker" */ new URL('./worker.ts', import.meta.url));
