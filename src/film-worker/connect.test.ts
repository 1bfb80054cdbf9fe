import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { type FilmNow, type FromWorker, NO_FILM, TookTooLong, type ToWorker, WorkerDied } from './calls.ts';
import { createFilmWorker, type FilmWorkerOptions } from './connect.ts';
import { createFilmServer } from './functions.ts';

const FILM: FilmNow = {
  ...NO_FILM,
  sourceText: '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n',
};
const PHRASES = [
  { number: 1, time: '00:00:01,000 --> 00:00:02,000', text: 'One' },
  { number: 2, time: '00:00:03,000 --> 00:00:04,000', text: 'Two' },
];
const translated = (one: string): FilmNow => ({
  ...FILM,
  phrases: PHRASES,
  batches: batchesOf([['', JSON.stringify({ 1: one, 2: 'Dois' })]]),
});
const written = (one: string) => FILM.sourceText.replace('One', one).replace('Two', 'Dois');

/** Node's copy of a file has no name, so “tracks” gets the file itself. */
const copyOf = (message: ToWorker): ToWorker =>
  message.type === 'ask' && message.name === 'tracks' ? message : structuredClone(message);

/** A worker in this thread. It receives cloned messages when the test allows it. */
class FakeWorker extends EventTarget {
  readonly got: ToWorker[] = [];
  isEnded = false;
  isHanging = false;
  /** True: the worker's script never loads. */
  isSilent = false;
  private readonly serve = createFilmServer(
    (data: FromWorker) => this.dispatchEvent(Object.assign(new Event('message'), { data: structuredClone(data) })),
    () => Promise.resolve(),
  );
  postMessage(message: ToWorker): void {
    this.got.push(structuredClone(message));
    if (this.isSilent) return;
    if (!this.isHanging) this.serve(copyOf(message));
    else if (message.type === 'ask')
      this.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'begun', id: message.id } }));
  }
  terminate(): void {
    this.isEnded = true;
  }
  die(): void {
    this.dispatchEvent(new Event('error'));
  }
}

let workers: FakeWorker[] = [];
function connect(options: FilmWorkerOptions & { isHanging?: boolean; isSilent?: boolean } = {}) {
  return createFilmWorker({
    startWorker() {
      const worker = new FakeWorker();
      worker.isHanging = options.isHanging === true && workers.length === 0;
      worker.isSilent = options.isSilent === true;
      workers.push(worker);
      return worker as unknown as Worker;
    },
    loadServer: () => Promise.reject(new Error('not to be loaded')),
    ...options,
  });
}
const typesOf = (worker: FakeWorker | undefined) => worker?.got.map(({ type }) => type);

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

describe("the page's side of the film worker", () => {
  it('starts no worker before the first question', () => {
    connect();
    expect(workers).toHaveLength(0);
  });

  it('sends the film once, and then only changes', async () => {
    const worker = connect();
    const film = translated('Um');
    expect(await worker.ask(FILM, 'read', undefined)).toMatchObject({ ok: true, value: { phrases: PHRASES } });
    expect(await worker.ask(film, 'assemble', undefined)).toEqual({ ok: true, value: written('Um') });
    expect(await worker.ask(film, 'assemble', undefined)).toEqual({ ok: true, value: written('Um') });
    const edited = { ...film, batches: translated('Uma').batches };
    expect(await worker.ask(edited, 'assemble', undefined)).toEqual({ ok: true, value: written('Uma') });
    expect(typesOf(workers[0])).toEqual(['open', 'ask', 'open', 'change', 'ask', 'ask', 'change', 'ask']);
  });

  it('sends film notes only if they changed or the worker is new', async () => {
    const worker = connect();
    const notes = { ...NO_NOTES, terms: [{ source: 'One', translation: 'Um', note: '' }] };
    const film = translated('Um');
    await worker.ask(film, 'assemble', undefined);
    await worker.ask({ ...film, notes }, 'assemble', undefined);
    await worker.ask({ ...film, notes }, 'assemble', undefined);
    await worker.ask({ ...film, notes, phrases: [...film.phrases] }, 'assemble', undefined);
    const changes = workers[0]?.got.flatMap((message) =>
      message.type === 'change' ? [[message.results.length, message.notes]] : [],
    );
    expect(changes).toEqual([
      [1, undefined],
      [0, notes],
      [1, undefined],
    ]);
    workers[0]?.die();
    await worker.ask({ ...film, notes }, 'assemble', undefined);
    expect(workers[1]?.got[1]).toMatchObject({ type: 'change', notes });
  });

  it('answers each question for the film at the time of the question', async () => {
    const worker = connect();
    const answers = ['Um', 'Uma', 'Um'].map((one) => worker.ask(translated(one), 'assemble', undefined));
    expect(await Promise.all(answers)).toEqual(['Um', 'Uma', 'Um'].map((one) => ({ ok: true, value: written(one) })));
  });

  it('clears the text of a batch in the worker when the batch is translated again', async () => {
    const worker = connect();
    const film = translated('Um');
    await worker.ask(film, 'assemble', undefined);
    expect(await worker.ask({ ...film, batches: batchesOf([undefined]) }, 'assemble', undefined)).toMatchObject({
      ok: false,
    });
  });

  it('removes its listener from the signal after an answer', async () => {
    const worker = connect();
    const { signal } = new AbortController();
    for (const name of ['read', 'assembleFinished'] as const) await worker.ask(FILM, name, undefined, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('drops an answer, and tells the worker so, when the signal aborts', async () => {
    const worker = connect({ isHanging: true });
    const leaving = new AbortController();
    const answer = worker.ask(FILM, 'read', undefined, leaving.signal);
    leaving.abort();
    expect(await answer).toBeUndefined();
    expect(typesOf(workers[0])).toEqual(['open', 'ask', 'drop']);
    expect(await worker.ask(FILM, 'read', undefined, AbortSignal.abort())).toBeUndefined();
    expect(typesOf(workers[0])).toEqual(['open', 'ask', 'drop']);
  });

  it.each([
    ['of the open film', true],
    ['of another film', false],
  ])('applies the time limit even to a dropped question %s, so that it blocks no other question', async (_, isOpen) => {
    const worker = connect({ isHanging: true });
    const leaving = new AbortController();
    const what = {
      query: '(a+)+$',
      options: { matchCase: false, wholeWord: false, regularExpression: true, exactly: undefined },
    };
    const dropped = isOpen
      ? worker.ask(FILM, 'find', what, leaving.signal)
      : worker.ask(FILM, 'findIn', { ...what, film: FILM }, leaving.signal);
    leaving.abort();
    expect(await dropped).toBeUndefined();
    const next = worker.ask(FILM, 'read', undefined);
    await vi.advanceTimersByTimeAsync(999);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toMatchObject({ ok: true, value: { phrases: PHRASES } });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(typesOf(workers[1])).toEqual(['open', 'ask']);
  });

  it('[S9.7] gives up a worker whose script is not loaded after 120 seconds, and answers inside the page', async () => {
    const worker = connect({ isSilent: true, loadServer: async () => createFilmServer });
    const answer = worker.ask(FILM, 'read', undefined);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(workers[0]?.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true]);
    expect(await answer).toMatchObject({ ok: true, value: { phrases: PHRASES } });
  });

  it('restarts a worker that hangs, and repeats the other questions', async () => {
    const worker = connect({ isHanging: true });
    const first = worker.ask(FILM, 'read', undefined).catch((error: unknown) => error);
    vi.advanceTimersByTime(10_000);
    const second = worker.ask(translated('Um'), 'assemble', undefined);
    vi.advanceTimersByTime(20_000);
    expect(await first).toBeInstanceOf(TookTooLong);
    expect(await second).toEqual({ ok: true, value: written('Um') });
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it('[D17.31] reads video files without a time limit', async () => {
    const worker = connect({ isHanging: true });
    const leaving = new AbortController();
    const tracks = worker.ask(FILM, 'tracks', { file: new File([], 'Film.mkv') }, leaving.signal);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(workers.map(({ isEnded }) => isEnded)).toEqual([false]);
    leaving.abort();
    expect(await tracks).toBeUndefined();
  });

  it('[D17.32] does not read a video file again that killed the worker', async () => {
    const worker = connect({ isHanging: true });
    const film = { file: new File([], 'Film.mkv'), track: 1 };
    const text = worker.ask(FILM, 'extract', film).catch((error: unknown) => error);
    const reading = worker.ask(FILM, 'read', undefined);
    workers[0]?.die();
    expect(await text).toBeInstanceOf(WorkerDied);
    expect(await reading).toMatchObject({ ok: true, value: { phrases: PHRASES } });
    expect(typesOf(workers[1])).toEqual(['open', 'ask']);
  });

  it('[D17.32] never reads a video file inside the page after it killed several workers', async () => {
    const hanging = () => {
      const worker = new FakeWorker();
      worker.isHanging = true;
      workers.push(worker);
      return worker as unknown as Worker;
    };
    const worker = connect({ startWorker: hanging });
    for (const turn of [0, 1, 2, 3]) {
      const tracks = worker.ask(FILM, 'tracks', { file: new File([], 'Film.mkv') }).catch((error: unknown) => error);
      workers[turn]?.die();
      expect(await tracks).toBeInstanceOf(WorkerDied);
    }
    expect(workers).toHaveLength(4);
  });

  it('[D17.32] begins again to read a video file if another question hangs', async () => {
    const worker = connect({ isHanging: true });
    const tracks = worker.ask(FILM, 'tracks', { file: new File(['Words.'], 'Film.mkv') });
    const reading = worker.ask(FILM, 'read', undefined).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reading).toBeInstanceOf(TookTooLong);
    expect(await tracks).toMatchObject({ ok: false });
  });

  it('restarts a worker that dies once, and then answers inside the page', async () => {
    const worker = connect({ loadServer: async () => createFilmServer });
    await worker.ask(FILM, 'read', undefined);
    workers[0]?.die();
    expect(await worker.ask(translated('Um'), 'assemble', undefined)).toEqual({ ok: true, value: written('Um') });
    workers[1]?.die();
    const answer = worker.ask(translated('Uma'), 'assemble', undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toEqual({ ok: true, value: written('Uma') });
    expect(workers).toHaveLength(2);
  });

  it('answers inside the page at once if the worker’s script cannot be loaded', async () => {
    const unloaded = new EventTarget();
    const startWorker = vi.fn(() => Object.assign(unloaded, { postMessage() {}, terminate() {} }) as unknown as Worker);
    const worker = createFilmWorker({ startWorker, loadServer: async () => createFilmServer });
    const answer = worker.ask(FILM, 'read', undefined);
    unloaded.dispatchEvent(new Event('error'));
    expect(await answer).toMatchObject({ ok: true });
    expect(startWorker).toHaveBeenCalledOnce();
  });

  it('answers inside the page if the browser has no workers, and loads missing code again at the next question', async () => {
    let loads = 0;
    const worker = createFilmWorker({
      startWorker() {
        throw new Error('denied');
      },
      async loadServer() {
        if (++loads === 1) throw new Error('Loading chunk 416 failed.');
        return createFilmServer;
      },
    });
    await expect(worker.ask(FILM, 'read', undefined)).rejects.toThrow('Loading chunk 416 failed.');
    const again = worker.ask(FILM, 'read', undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(await again).toMatchObject({ ok: true });
  });

  it('rejects only the question that met a bug, with the bug’s message', async () => {
    const worker = connect();
    await expect(worker.ask({ ...FILM, sourceText: undefined as never }, 'read', undefined)).rejects.toThrow(
      'undefined',
    );
    expect(await worker.ask(FILM, 'read', undefined)).toMatchObject({ ok: true });
  });

  it('resolves all open questions with undefined when it is disposed of', async () => {
    const worker = connect({ isHanging: true });
    const answer = worker.ask(FILM, 'read', undefined);
    worker.dispose();
    expect(await answer).toBeUndefined();
    expect(workers[0]?.isEnded).toBe(true);
  });
});
