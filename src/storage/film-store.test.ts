import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeDatabase, type FakeDatabase } from '../../test/fake-database.ts';
import { CLOSED_STORAGE, createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { pastWithWork, stepOf } from '../film/steps.ts';
import { filmTexts } from './film-codec.ts';
import { createFilmStore, type FilmStoreOptions } from './film-store.ts';
import { readLocal } from './mirror.ts';
import type { ReadOld } from './read-version-1.ts';
import type { StorageProblem, TextStorage } from './stored-value.ts';

const phrasesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    time: '00:00:01,000 --> 00:00:02,500',
    text: `Реплика ${index + 1}\nиз "film"`,
  }));

const FILM: Work = {
  ...EMPTY_WORK,
  sourceText: '"Quoted"',
  fileName: 'film.srt',
  phrases: phrasesOf(45),
  batches: batchesOf(
    [['', '{"1":"Oi"}'], ['Subtitle at key 21 is empty.', ''], undefined],
    [{}, { failure: 'differences' }, {}],
  ),
  shownBatch: 1,
  translated: '1\n00:00 --> 00:01\nOi',
  error: 'null',
  marks: { 1: { confirmed: true } },
  suggestions: { 21: [{ of: '', wish: 'again', text: 'Olá' }] },
  paused: { reason: 'failure', kind: 'quota', message: 'insufficient_quota' },
};
const OTHER: Work = { ...FILM, sourceText: 'other', error: 'other' };
const LARGE: Work = { ...FILM, sourceText: 'ы'.repeat(1_600_000) };

let storage: FakeStorage;
let database: FakeDatabase;
beforeEach(() => {
  vi.useFakeTimers();
  // Settings are always stored before work.
  storage = createFakeStorage([['schemaVersion', '1']]);
  database = createFakeDatabase();
});

/** Delays each transaction of the database. */
function answerAfter(ms: number): void {
  const { run } = database;
  database.run = async (...transaction) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return run(...transaction);
  };
}

interface OpenOptions {
  readonly in?: TextStorage | null;
  readonly without?: 'database';
  readonly stolen?: boolean;
  readonly holder?: FilmStoreOptions['holder'];
  readonly onOvertaken?: FilmStoreOptions['onOvertaken'];
  readonly readOld?: ReadOld;
}

/** Opens a page and loads the work. `film`: the page also saves this work. */
async function open(
  film?: Work,
  { in: place = storage, without, stolen = false, holder, onOvertaken, readOld }: OpenOptions = {},
) {
  const problems: (StorageProblem | null)[] = [];
  const unkept: (string | null)[] = [];
  const store = createFilmStore({
    storage: place,
    ...(!without && { database }),
    ...(holder && { holder }),
    ...(onOvertaken && { onOvertaken }),
    readOld: readOld ?? (async () => undefined),
    onProblem: (problem) => problems.push(problem),
    onUnkeptFilm: (name) => unkept.push(name),
  });
  const loading = store.load(stolen);
  await vi.advanceTimersByTimeAsync(2_400);
  const state = await loading;
  async function keep(work: Work) {
    store.save(work);
    await store.flush();
  }
  await store.flush();
  if (film) await keep(film);
  return { store, keep, state, problems, unkept };
}

test('[S3.5] restores every fact and the undo steps', async () => {
  const past = pastWithWork(OTHER, 'open-next');
  await open({ ...FILM, past });
  const { state, problems } = await open();
  expect({ ...state, past: [] }).toEqual(FILM);
  expect(state.past).toMatchObject([{ command: 'open-next', film: { facts: { sourceText: 'other' } } }]);
  expect(problems.filter(Boolean)).toEqual([]);
});

test('[S3.5] writes the specified keys to local storage', async () => {
  await open(FILM);
  expect(Object.fromEntries(storage.texts)).toMatchObject({ ...filmTexts(FILM), sessionRevision: '2' });
});

const line = (text: string) => stepOf('change-lines', { lines: [{ number: 1, text }] });
const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`${count} ${index}`));

test('[D1.22] restores a film from an undo step below more steps than are read', async () => {
  await open({ ...FILM, past: [...pastWithWork(OTHER, 'open-next'), ...lines(250)] });
  const { past } = (await open()).state;
  expect(past).toHaveLength(201);
  expect(past[0]).toMatchObject({ command: 'open-next', film: { facts: { sourceText: 'other' } } });
});

test('[D1.22] keeps the order of undo steps although not all of them were read before a save', async () => {
  await open({ ...FILM, past: [...pastWithWork({ ...OTHER, past: lines(30) }, 'open-next'), ...lines(250)] });
  const { state, keep } = await open();
  await keep({ ...state, past: [...state.past, line('newest')] });
  const steps = (await open()).state.past.toReversed();
  expect(steps.slice(0, 2)).toMatchObject([{ lines: [{ text: 'newest' }] }, { lines: [{ text: '250 249' }] }]);
  expect(steps.at(-1)).toMatchObject({ command: 'open-next', film: { facts: { sourceText: 'other' } } });
});

test('reads texts of the specified product, which has none of our keys and stores texts as JSON', async () => {
  const texts = {
    uploadedFile: '"1\\n…"',
    phrases: JSON.stringify(FILM.phrases),
    numBatches: '3',
    batchShown: 'undefined',
  };
  storage = createFakeStorage(Object.entries({ ...texts, batchDataResults: JSON.stringify(resultsOf(FILM)) }));
  const { state } = await open();
  expect(state).toMatchObject({ sourceText: '1\n…', phrases: FILM.phrases, shownBatch: null });
  expect(resultsOf(state)).toEqual(resultsOf(FILM));
});

test('[S3.8] writes the newest state within 250 ms, and only the records that differ', async () => {
  const { store } = await open(FILM);
  const puts: unknown[] = [];
  const { run } = database;
  database.run = (mode, stores, body) =>
    run(mode, stores, (records) =>
      body({
        ...records,
        put(...put) {
          puts.push(put.slice(0, 2));
          return records.put(...put);
        },
      }),
    );
  for (const text of ['a', 'b']) {
    store.save({ ...FILM, translated: text });
    await vi.advanceTimersByTimeAsync(80);
  }
  expect(puts).toEqual([]);
  await vi.advanceTimersByTimeAsync(90);
  expect(puts).toEqual([
    ['sources', 'translated'],
    ['works', 'head'],
  ]);
  expect(database.stores.get('sources')?.get('translated')).toBe('b');
});

describe('local storage or a database that fails', () => {
  test.each(QUOTA_ERRORS)(
    'stores the work only in the database, and reports it, if local storage is full (%s)',
    async (error) => {
      await open(OTHER);
      storage.fault = () => error;
      const { problems } = await open(FILM);
      expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'indexed-db' });
      expect(storage.getItem('uploadedFile')).toBeNull();
      expect((await open()).state).toEqual(FILM);
    },
  );

  test('does not treat local storage that was always full as emptied', async () => {
    storage = createFakeStorage();
    storage.fault = () => QUOTA_ERRORS[0];
    await open(FILM);
    expect((await open()).state).toEqual(FILM);
    storage.fault = undefined;
    expect((await open()).state).toEqual(FILM);
  });

  test('reads the database of version 1 if local storage was always full', async () => {
    storage = createFakeStorage();
    storage.fault = () => QUOTA_ERRORS[0];
    const texts: Readonly<Record<string, string>> = { ...filmTexts(FILM), sessionRevision: '3' };
    const readOld: ReadOld = async (name, keys) =>
      name === 'subtitle-translator' ? keys.map((key) => texts[key]) : undefined;
    expect((await open(undefined, { readOld })).state).toEqual(FILM);
  });

  test('uses the database if local storage is missing or throws at any access', async () => {
    for (const place of [null, CLOSED_STORAGE]) {
      const { problems } = await open(FILM, { in: place });
      expect(problems).toEqual([{ kind: 'unavailable', keptIn: 'indexed-db' }]);
      expect((await open(undefined, { in: place })).state).toEqual(FILM);
    }
  });

  test('[D8.2] reports at once that the work is only in memory, and stores it as soon as possible', async () => {
    const { store, keep, problems } = await open(OTHER);
    storage.fault = () => QUOTA_ERRORS[0];
    database.fails = true;
    await keep(FILM);
    expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'memory' });
    const given = store.handOver();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await given).toBe(false);
    database.fails = false;
    await vi.advanceTimersByTimeAsync(10_000);
    await store.flush();
    expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'indexed-db' });
    expect((await open()).state).toEqual(FILM);
  });

  test('stores even large work in local storage if the database is full, and finds it in the next page', async () => {
    const { keep, problems } = await open(OTHER);
    database.fault = () => new Error('disk full');
    await keep(LARGE);
    expect(problems.filter(Boolean)).toEqual([]);
    expect(storage.getItem('uploadedFile')).toBe(LARGE.sourceText);
    expect((await open()).state).toEqual(LARGE);
  });

  test('waits two seconds at the start for a database that never answers, and stores the work in local storage', async () => {
    await open(FILM);
    database.slowness = () => new Promise(() => {});
    const { state, store } = await open({ ...FILM, error: 'later' });
    expect(state).toEqual(FILM);
    expect(await store.handOver()).toBe(true);
    database = createFakeDatabase(database.stores);
    expect((await open()).state.error).toBe('later');
  });

  test('keeps all undo steps if the database answers late', async () => {
    await open({ ...FILM, past: pastWithWork(OTHER, 'open-next') });
    answerAfter(3_000);
    const { state, keep } = await open();
    expect(state).toEqual(FILM);
    for (const [error, text] of Object.entries({ later: 'one', 'in the database': 'two' })) {
      const keeping = keep({ ...FILM, error, past: [line(text)] });
      await vi.advanceTimersByTimeAsync(10_000);
      await keeping;
    }
    database = createFakeDatabase(database.stores);
    const next = (await open()).state;
    expect(next.error).toBe('in the database');
    expect(next.past.toReversed()).toMatchObject([
      { lines: [{ text: 'two' }] },
      { command: 'open-next', film: { facts: { sourceText: 'other' } } },
    ]);
  });

  test('keeps changes of a visit that began with older work because the database was slow', async () => {
    await open(FILM);
    const before = new Map(storage.texts);
    const { keep: keepNewer } = await open({ ...FILM, error: 'newer' });
    await keepNewer({ ...FILM, error: 'newest' });
    // The browser crashed, and its disk has an older local storage.
    storage = createFakeStorage(before);
    answerAfter(3_000);
    const { state, keep } = await open();
    expect(state).toEqual(FILM);
    const keeping = keep({ ...FILM, error: 'paid anew' });
    await vi.advanceTimersByTimeAsync(10_000);
    await keeping;
    database = createFakeDatabase(database.stores);
    const next = (await open()).state;
    expect(next.error).toBe('paid anew');
    expect(next.past.toReversed()).toMatchObject([{ command: 'open-next', film: { facts: { error: 'newest' } } }]);
  });

  test('stores the work in a slow database in the end if local storage is full', async () => {
    await open({ ...FILM, past: pastWithWork(OTHER, 'open-next') });
    answerAfter(3_000);
    const { state, keep, problems } = await open();
    storage.fault = () => QUOTA_ERRORS[0];
    await vi.advanceTimersByTimeAsync(3_000);
    const keeping = keep({ ...state, error: 'later' });
    await vi.advanceTimersByTimeAsync(10_000);
    await keeping;
    expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'indexed-db' });
    database = createFakeDatabase(database.stores);
    const next = (await open()).state;
    expect(next.error).toBe('later');
    expect(next.past.toReversed()).toMatchObject([{ command: 'open-next', film: { facts: { sourceText: 'other' } } }]);
  });

  test('adds no undo step if a visit with a slow database changes nothing', async () => {
    await open(FILM);
    for (const error of ['later', undefined]) {
      answerAfter(3_000);
      const { state, keep, store } = await open();
      if (error) void keep({ ...state, error });
      await vi.advanceTimersByTimeAsync(10);
      store.discardUnwritten();
      await vi.advanceTimersByTimeAsync(6_000);
      database = createFakeDatabase(database.stores);
    }
    const { state } = await open();
    expect(state).toEqual({ ...FILM, error: 'later' });
  });

  test('continues the work over several visits if the database stores nothing', async () => {
    const past = pastWithWork(OTHER, 'open-next');
    await open({ ...FILM, past });
    const fault = () => new Error('disk full');
    for (const error of ['one', 'two', 'three']) {
      database.fault = fault;
      const { state, keep } = await open();
      await keep({ ...state, error });
    }
    database.fault = undefined;
    const { state } = await open();
    expect(state.error).toBe('three');
    expect(state.past).toHaveLength(1);
  });

  test('finds the last changes of a closed page if the database stores nothing any more', async () => {
    const { store } = await open(FILM);
    store.save({ ...FILM, error: 'typed last' });
    const stores = database.stores;
    database.slowness = () => new Promise(() => {});
    void store.leave();
    database = createFakeDatabase(stores);
    database.fault = () => new Error('disk full');
    expect((await open()).state.error).toBe('typed last');
    database.fault = undefined;
    const { state } = await open();
    expect(state).toEqual({ ...FILM, error: 'typed last' });
  });

  test.each(['room', 'no room'])(
    'keeps the newer work or reports the failure if the database fails after the start (local storage has %s)',
    async (how) => {
      await open(FILM);
      const problems: (StorageProblem | null)[] = [];
      const onProblem = (problem: StorageProblem | null) => problems.push(problem);
      const store = createFilmStore({ storage, database, readOld: async () => undefined, onProblem });
      await store.load();
      database.fault = () => new Error('disk full');
      if (how === 'no room') storage.fault = () => QUOTA_ERRORS[0];
      store.save({ ...FILM, error: 'later' });
      await vi.advanceTimersByTimeAsync(300);
      storage.fault = undefined;
      await vi.advanceTimersByTimeAsync(700);
      if (how === 'no room') expect(problems).toEqual([{ kind: 'full', keptIn: 'memory' }]);
      else expect((await open()).state.error).toBe('later');
    },
  );

  test('keeps newer work in local storage when a slow commit ends', async () => {
    const { store } = await open(FILM);
    let end = () => {};
    database.slowness = () => new Promise<void>((resolve) => (end = resolve));
    store.save({ ...FILM, error: 'slow' });
    await vi.advanceTimersByTimeAsync(3_000);
    store.save({ ...FILM, error: 'newest' });
    await vi.advanceTimersByTimeAsync(300);
    end();
    await vi.advanceTimersByTimeAsync(100);
    // The page is closed during the next commit.
    database = createFakeDatabase(database.stores);
    expect((await open()).state.error).toBe('newest');
  });

  test('waits longer for large work that only the database has', async () => {
    await open(LARGE);
    expect(storage.getItem('uploadedFile')).toBeNull();
    answerAfter(3_000);
    const store = createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} });
    const loading = store.load();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(await loading).toEqual(LARGE);
  });

  test('[D1.22] names a replaced film as long as it is stored nowhere', async () => {
    const done = { ...FILM, batches: batchesOf([['', '{"1":"Oi"}']]), phrases: phrasesOf(1), shownBatch: null };
    const { keep, unkept } = await open(done);
    database.fails = true;
    await keep({ ...OTHER, past: pastWithWork(done, 'open-next') });
    expect(unkept.at(-1)).toBe('film');
    // The work that replaced it does not overwrite it.
    const next = createFakeDatabase(database.stores);
    [database.fails, database] = [false, next];
    expect((await open()).state.past.at(-1)).toMatchObject({ film: { facts: { fileName: 'film.srt' } } });
  });
});

describe('another film, which is copied to local storage while the page is being drawn', () => {
  const LONG_TEXT = 'ы'.repeat(11_000);
  const NEXT: Work = { ...FILM, phrases: phrasesOf(45), sourceText: LONG_TEXT, translated: LONG_TEXT };
  const isWhole = () => Object.entries(filmTexts(NEXT)).every(([key, text]) => storage.getItem(key) === text);

  /** Saves the other film. The returned function runs the next background task of the browser; false: there is none. */
  async function saveNext() {
    const tasks: (() => void)[] = [];
    vi.stubGlobal('scheduler', { postTask: () => new Promise<void>((resolve) => tasks.push(resolve)) });
    const { store } = await open();
    store.save(NEXT);
    await vi.advanceTimersByTimeAsync(210);
    return {
      store,
      async runTask() {
        const task = tasks.shift();
        task?.();
        await vi.advanceTimersByTimeAsync(0);
        return task !== undefined;
      },
    };
  }

  test('[S3.5] has its texts stamped, and each of the long ones written, in a task of its own', async () => {
    await open(FILM);
    const { runTask } = await saveNext();
    const written: number[] = [];
    do written.push([...storage.texts.values()].filter((text) => text === LONG_TEXT).length);
    while (await runTask());
    expect(written).toEqual([0, 0, 1, 2]);
    expect(isWhole()).toBe(true);
  });

  test('[S3.5] is whole at once if the page closes meanwhile, and what the next commit has follows', async () => {
    await open(FILM);
    const { store, runTask } = await saveNext();
    await runTask();
    expect(isWhole()).toBe(false);
    void store.leave();
    expect(isWhole()).toBe(true);
    store.save({ ...NEXT, translated: 'later' });
    await vi.advanceTimersByTimeAsync(210);
    while (await runTask());
    expect(storage.getItem('translated')).toBe('later');
  });

  /** Saves the other film, and ends so many tasks. Then no timer ends the wait for the next one: the tab is frozen, or the browser has crashed. */
  async function freezeAfter(tasks: number) {
    const set = setTimeout;
    globalThis.setTimeout = ((call: () => void, ms: number) => (ms === 250 ? 0 : set(call, ms))) as typeof setTimeout;
    const { runTask } = await saveNext();
    for (let done = 0; done < tasks; done++) await runTask();
    globalThis.setTimeout = set;
    vi.stubGlobal('scheduler', undefined);
    return runTask;
  }

  test('[D8.2] is not copied further by a tab that slept meanwhile, while another tab worked', async () => {
    await open(FILM);
    const runTask = await freezeAfter(1);
    const other = await open(undefined, { stolen: true });
    const batches = batchesOf([['', '{"1":"Olá"}'], undefined, undefined]);
    await other.keep({ ...NEXT, batches });
    const texts = new Map(storage.texts);
    while (await runTask());
    expect(storage.texts).toEqual(texts);
    expect(resultsOf((await open()).state)).toEqual(resultsOf({ batches }));
  });

  test.each([0, 1, 2])(
    '[D8.2] does not mix with that of a tab that slept after %i tasks and wakes while this tab copies in tasks, too',
    async (tasks) => {
      await open(FILM);
      const runTask = await freezeAfter(tasks);
      const text = 'я'.repeat(11_000);
      const newer = { ...NEXT, sourceText: text, translated: text };
      const waiting: (() => void)[] = [];
      vi.stubGlobal('scheduler', { postTask: () => new Promise<void>((resolve) => waiting.push(resolve)) });
      // Saves before the page has copied what it loaded.
      const store = createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} });
      const loading = store.load(true);
      await vi.advanceTimersByTimeAsync(0);
      await loading;
      store.save(newer);
      await vi.advanceTimersByTimeAsync(210);
      expect(waiting).toHaveLength(1);
      do {
        waiting.shift()?.();
        await vi.advanceTimersByTimeAsync(0);
      } while ((await runTask()) || waiting.length > 0);
      expect(readLocal(storage).kind).toBe('own');
      for (const [key, text] of Object.entries(filmTexts(newer))) expect(storage.getItem(key), key).toBe(text);
    },
  );

  test.each([0, 1])(
    '[S3.5] is read from the database, also a slow one, if the browser crashes after %i of the tasks',
    async (tasks) => {
      await open(FILM);
      await freezeAfter(tasks);
      answerAfter(3_000);
      const store = createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} });
      const loading = store.load();
      await vi.advanceTimersByTimeAsync(4_000);
      expect(await loading).toEqual(NEXT);
    },
  );

  test('[D8.2] is not copied further once another tab has the work', async () => {
    await open(FILM);
    const { store, runTask } = await saveNext();
    await runTask();
    store.discardUnwritten();
    const texts = new Map(storage.texts);
    while (await runTask());
    expect(storage.texts).toEqual(texts);
    // The database has it.
    expect((await open()).state).toEqual(NEXT);
  });
});

describe('a page that is closed', () => {
  test('leaves its last changes in local storage, even of large work, if the database is too slow', async () => {
    for (const film of [FILM, LARGE]) {
      const { store } = await open(film);
      const stores = database.stores;
      store.save({ ...film, error: 'typed last' });
      database.slowness = () => new Promise(() => {});
      void store.leave();
      database = createFakeDatabase(stores);
      expect((await open()).state).toEqual({ ...film, error: 'typed last' });
    }
  });

  test('leaves its last changes in local storage even if it is closed right after loading', async () => {
    await open(FILM);
    const next = createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} });
    await next.load();
    const stores = database.stores;
    next.save({ ...FILM, error: 'typed last' });
    database.slowness = () => new Promise(() => {});
    void next.leave();
    database = createFakeDatabase(stores);
    expect((await open()).state.error).toBe('typed last');
  });

  test('keeps changes that a closing page left during a commit, when the commit ends', async () => {
    const { store } = await open(FILM);
    let end = () => {};
    database.slowness = () => new Promise<void>((resolve) => (end = resolve));
    store.save({ ...FILM, error: 'in the commit' });
    await vi.advanceTimersByTimeAsync(210);
    store.save({ ...FILM, error: 'typed last' });
    void store.leave();
    await vi.advanceTimersByTimeAsync(10);
    end();
    await vi.advanceTimersByTimeAsync(10);
    // A hidden page is closed during the next commit.
    database = createFakeDatabase(database.stores);
    expect((await open()).state.error).toBe('typed last');
  });

  test.each(['idle', 'changed'])(
    'does not overwrite work of another tab when a tab wakes from sleep (%s)',
    async (how) => {
      const { store } = await open(FILM);
      const { keep } = await open({ ...FILM, error: 'theirs' });
      database.fails = true;
      await keep({ ...FILM, error: 'newest' });
      if (how === 'changed') store.save({ ...FILM, error: 'ours' });
      void store.leave();
      await vi.advanceTimersByTimeAsync(3_000);
      database = createFakeDatabase(database.stores);
      expect((await open()).state.error).toBe('newest');
    },
  );

  test('ignores changes that a former owner of the work left', async () => {
    const { store } = await open(FILM);
    const stores = database.stores;
    store.save({ ...FILM, error: 'typed last' });
    database.slowness = () => new Promise(() => {});
    void store.leave();
    database = createFakeDatabase(stores);
    const unsaved = storage.getItem('unsaved') ?? '';
    await open({ ...FILM, error: 'newer' });
    // A tab that slept may have a higher revision than the tab that has the work now.
    storage.texts.set('unsaved', unsaved.replace(/"revision":\d+/g, '"revision":1000'));
    expect((await open()).state.error).toBe('newer');
  });

  test('writes nothing over the work of another tab when a tab wakes from sleep', async () => {
    const { store } = await open(FILM);
    await open({ ...FILM, error: 'theirs' });
    store.save({ ...FILM, error: 'ours' });
    void store.leave();
    expect(storage.getItem('unsaved')).toBeNull();
    expect((await open()).state.error).toBe('theirs');
  });
});

describe('other tabs and programs that write', () => {
  test('[D8.2] overwrites nothing if a tab that slept finds another owner, and saves again after loading the work', async () => {
    const first = await open(FILM);
    await open({ ...FILM, translated: 'theirs' });
    await first.keep({ ...FILM, translated: 'ours' });
    expect(first.problems.at(-1)).toEqual({ kind: 'other-tab' });
    expect((await first.store.load()).translated).toBe('theirs');
    await first.keep({ ...FILM, translated: 'ours' });
    expect(first.problems.at(-1)).toBeNull();
    expect((await open()).state.translated).toBe('ours');
  });

  test('does not claim the work in a tab that loses it while the database opens', async () => {
    await open(FILM);
    let answer = () => {};
    const opening = new Promise<void>((resolve) => (answer = resolve));
    const late = createFilmStore({
      storage,
      database: { run: (...transaction) => opening.then(() => database.run(...transaction)) },
      readOld: async () => undefined,
      onProblem: () => {},
    });
    void late.load();
    late.discardUnwritten();
    const store = createFilmStore({ storage, database, readOld: async () => undefined, onProblem: () => {} });
    await store.load();
    answer();
    await vi.advanceTimersByTimeAsync(1_000);
    const stores = database.stores;
    store.save({ ...FILM, error: 'typed last' });
    database.slowness = () => new Promise(() => {});
    void store.leave();
    database = createFakeDatabase(stores);
    expect((await open()).state.error).toBe('typed last');
  });

  test('takes the work back from a tab that slept and only claimed it', async () => {
    const first = await open(FILM, { holder: async () => 'this-tab' });
    await open();
    await first.keep({ ...FILM, translated: 'ours' });
    expect(first.problems.filter(Boolean)).toEqual([]);
    expect((await open()).state.translated).toBe('ours');
  });

  test.each(['slow', 'refused'])(
    '[D8.2] a tab that sleeps in a %s save, and wakes without the work, writes nothing into local storage, which it may see as it was before',
    async (how) => {
      let holder: 'this-tab' | 'another' = 'this-tab';
      const first = await open(FILM, { holder: async () => holder });
      const seen = new Map(storage.texts);
      database.slowness = () => new Promise((resolve) => setTimeout(resolve, 20_000));
      if (how === 'refused') database.fault = () => new Error('disk full');
      first.store.save({ ...FILM, translated: 'typed in the tab that sleeps' });
      holder = 'another';
      await vi.advanceTimersByTimeAsync(30_000);
      expect(storage.texts).toEqual(seen);
    },
  );

  test.each(['a slow save', 'no database'])(
    '[D8.2] a tab that has %s, and sleeps before typed text is stored, writes nothing into local storage without the work',
    async (how) => {
      let holder: 'this-tab' | 'another' = 'this-tab';
      const first = await open(FILM, {
        holder: async () => holder,
        ...(how === 'no database' && { without: 'database' }),
      });
      let end = () => {};
      database.slowness = () => new Promise<void>((resolve) => (end = resolve));
      first.store.save({ ...FILM, translated: 'stored' });
      await vi.advanceTimersByTimeAsync(3_000);
      first.store.save({ ...FILM, translated: 'typed in the tab that sleeps' });
      const seen = new Map(storage.texts);
      holder = 'another';
      await vi.advanceTimersByTimeAsync(300);
      end();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(storage.texts).toEqual(seen);
    },
  );

  test.each(['before its first copy', 'in a save'])(
    '[D8.2] a tab that sleeps %s, and wakes without the work, copies nothing over local storage, which may have the only copy of later work',
    async (when) => {
      let holder: 'this-tab' | 'another' = 'this-tab';
      await open(FILM);
      const first = createFilmStore({
        ...{ storage, database, readOld: async () => undefined, onProblem: () => {}, holder: async () => holder },
      });
      await first.load();
      if (when === 'in a save') await vi.advanceTimersByTimeAsync(1_000);
      database.slowness = () => new Promise((resolve) => setTimeout(resolve, 1_000));
      if (when === 'in a save') first.save({ ...FILM, translated: 'typed in the tab that sleeps' });
      await vi.advanceTimersByTimeAsync(210);
      holder = 'another';
      storage.setItem('translated', 'typed in the other tab');
      await vi.advanceTimersByTimeAsync(2_000);
      expect(storage.getItem('translated')).toBe('typed in the other tab');
    },
  );

  test('[D8.2] a tab that has the work, and finds later work of a tab that slept, keeps its own changes for Undo', async () => {
    const onOvertaken = async () => {
      loading = first.store.load();
      await loading;
      return true;
    };
    let loading: Promise<Work> | undefined;
    const first = await open(FILM, { onOvertaken });
    await open({ ...FILM, translated: 'theirs' });
    await first.keep({ ...FILM, translated: 'ours' });
    await vi.advanceTimersByTimeAsync(1_000);
    const state = await loading;
    expect(state?.translated).toBe('theirs');
    expect(state?.past.at(-1)).toMatchObject({ film: { facts: { translated: 'ours' } } });
    const { state: next } = await open();
    expect(next.past.at(-1)).toMatchObject({ film: { facts: { translated: 'ours' } } });
  });

  test('[D8.2] a tab that finds another film of its list open keeps its own changes out of that film', async () => {
    let found: Work | undefined;
    const onOvertaken = async () => {
      found = await first.store.load();
      return true;
    };
    const first = await open(FILM, { onOvertaken });
    await open({ ...OTHER, id: 'other film' });
    await first.keep({ ...FILM, translated: 'ours' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(found).toMatchObject({ id: 'other film', past: [] });
  });

  test('[D8.2] a tab that keeps its own changes for Undo loses no step of the work that it finds', async () => {
    const onOvertaken = async () => {
      await first.store.load();
      return true;
    };
    const own = [line('step of before'), line('own step')];
    const first = await open({ ...FILM, past: own.slice(0, 1) }, { onOvertaken });
    await open({ ...FILM, translated: 'theirs', past: [...pastWithWork(OTHER, 'open-next'), line('theirs')] });
    await first.keep({ ...FILM, translated: 'ours', past: own });
    await vi.advanceTimersByTimeAsync(4_000);
    const { past } = (await open()).state;
    expect(past.map(({ lines, film }) => lines[0]?.text ?? film?.facts.translated)).toEqual([
      ...[OTHER.translated, 'step of before', 'own step'],
      ...['ours', 'theirs'],
    ]);
  });

  test.each(['nothing', 'all but the last work'])(
    'waits for the late copy of another tab’s work in local storage if the database stored %s',
    async (how) => {
      const { keep } = await open(FILM);
      const late = createFakeStorage(storage.texts);
      database.fault = () => new Error('disk full');
      await keep({ ...FILM, error: 'theirs' });
      if (how !== 'nothing') database.fault = undefined;
      setTimeout(() => {
        for (const [key, text] of storage.texts) late.texts.set(key, text);
      }, 200);
      const next = createFilmStore({ storage: late, database, readOld: async () => undefined, onProblem: () => {} });
      const loading = next.load();
      await vi.advanceTimersByTimeAsync(how === 'nothing' ? 400 : 0);
      next.save({ ...(await loading), translated: 'ours' });
      await vi.advanceTimersByTimeAsync(1_000);
      next.discardUnwritten();
      database.fault = undefined;
      const { state } = await open(undefined, { in: late });
      expect(state.error).toBe('theirs');
    },
  );

  test('opens texts that another program wrote into local storage, and keeps the stored film for Undo', async () => {
    await open(FILM);
    storage.texts.set('uploadedFile', 'Typed by another program');
    const { state } = await open();
    expect(state.sourceText).toBe('Typed by another program');
    expect(state.past.at(-1)).toMatchObject({ film: { facts: { sourceText: FILM.sourceText } } });
    // Texts that are found again, as after a crash of the browser, are not new.
    expect((await open()).state.past).toHaveLength(1);
  });

  test('loses nothing if local storage was emptied, as browsers sometimes do', async () => {
    for (const film of [FILM, LARGE]) {
      const kept = { ...film, past: pastWithWork(OTHER, 'open-next') };
      await open(kept);
      storage.texts.clear();
      const { state } = await open();
      expect({ ...state, past: [] }).toEqual(film);
      expect(state.past.at(-1)).toMatchObject({ command: 'open-next', film: { facts: { sourceText: 'other' } } });
    }
    expect(storage.getItem('schemaVersion')).toBe('2');
  });

  test('opens texts of another program in emptied local storage, and keeps the stored film for Undo', async () => {
    await open(FILM);
    storage.texts.clear();
    storage.texts.set('uploadedFile', 'Typed by another program');
    const { state } = await open();
    expect(state.sourceText).toBe('Typed by another program');
    expect(state.past.at(-1)).toMatchObject({ film: { facts: { sourceText: FILM.sourceText } } });
  });

  test('fills local storage and database again if they are emptied while the page is open', async () => {
    const { keep } = await open(FILM);
    storage.texts.clear();
    database.stores = new Map();
    await keep({ ...FILM, error: 'x' });
    expect(storage.getItem('phrases')).toBe(filmTexts(FILM).phrases);
    expect((await open()).state).toEqual({ ...FILM, error: 'x' });
  });

  test('[D8.3] shows the work of a newer version of the page, and writes nothing', async () => {
    await open(FILM);
    storage.texts.set('schemaVersion', '99');
    const before = [new Map(storage.texts), database.stores] as const;
    const { state, problems } = await open(OTHER);
    expect(state).toEqual(FILM);
    expect(problems).toEqual([{ kind: 'newer-version' }]);
    expect([storage.texts, database.stores]).toEqual(before);
  });
});
