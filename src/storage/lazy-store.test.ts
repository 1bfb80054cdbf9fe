import { expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeDatabase } from '../../test/fake-database.ts';
import { createFakeStorage } from '../../test/fake-storage.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { NO_LIST } from '../film/series.ts';
import { createFilmStore } from './film-store.ts';
import { createLazyStore } from './lazy-store.ts';
import type { StorageProblem } from './stored-value.ts';

const FILM: Work = { ...EMPTY_WORK, sourceText: 'typed at once', fileName: 'film.srt' };

/** A browser, and pages in it. The code of the store is loaded when `arrive` is called. */
function browser() {
  const storage = createFakeStorage();
  const database = createFakeDatabase();
  const problems: (StorageProblem | null)[] = [];
  function openPage(touched: Promise<void> = Promise.resolve()) {
    const arrivals = { codeComes: true, calls: 0 };
    const waiting: (() => void)[] = [];
    const store = createLazyStore({
      storage,
      onProblem: (problem) => problems.push(problem),
      touched: () => touched,
      isFirstVisit: async () => storage.texts.size === 0 && database.stores.size === 0,
      async makeStore() {
        arrivals.calls += 1;
        await new Promise<void>((resolve) => waiting.push(resolve));
        if (!arrivals.codeComes) throw new Error('Loading chunk 1 failed');
        const onProblem = (problem: StorageProblem | null) => problems.push(problem);
        return createFilmStore({ storage, database, readOld: async () => undefined, onProblem });
      },
    });
    async function arrive(): Promise<void> {
      for (const resolve of waiting.splice(0)) resolve();
      await vi.advanceTimersByTimeAsync(1_000);
    }
    return { store, arrivals, arrive };
  }
  return { storage, database, problems, openPage };
}

async function later(from: ReturnType<typeof browser>): Promise<Work> {
  const { store, arrive } = from.openPage();
  const loading = store.load();
  await vi.advanceTimersByTimeAsync(0);
  await arrive();
  return loading;
}

test('opens the first visit without the code of the store, and stores typed text when the code is loaded', async () => {
  vi.useFakeTimers();
  const first = browser();
  const { store, arrive } = first.openPage();
  expect(await store.load()).toEqual(EMPTY_WORK);
  store.save(FILM);
  expect(first.storage.texts.size).toBe(0);
  await arrive();
  expect(first.storage.getItem('uploadedFile')).toBe(FILM.sourceText);
  expect(await later(first)).toEqual(FILM);
  expect(first.problems.filter(Boolean)).toEqual([]);
});

test('loads the code of the store on a first visit once the page is touched or has something to store, and not if the person leaves before', async () => {
  vi.useFakeTimers();
  let touch = () => {};
  const { store, arrivals } = browser().openPage(new Promise((resolve) => (touch = resolve)));
  await store.load();
  await vi.advanceTimersByTimeAsync(10_000);
  void store.leave();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrivals.calls).toBe(0);
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(arrivals.calls).toBe(1);

  const untouched = browser();
  const dropped = untouched.openPage(new Promise(() => {}));
  await dropped.store.load();
  dropped.store.save(FILM);
  await dropped.arrive();
  expect(untouched.storage.getItem('uploadedFile')).toBe(FILM.sourceText);
});

test('[S3.8] stores the original if a first visit ends before the code is loaded, and continues a hidden page', async () => {
  vi.useFakeTimers();
  const one = browser();
  const { store } = one.openPage();
  await store.load();
  store.save(FILM);
  void store.leave();
  expect((await later(one)).sourceText).toBe(FILM.sourceText);
  const hidden = browser();
  const { store: goesOn, arrive: arriveNow } = hidden.openPage();
  await goesOn.load();
  goesOn.save(FILM);
  // The store has read the stored work, but its answer has not arrived yet.
  const { run } = hidden.database;
  hidden.database.run = async (...transaction) => {
    const value = await run(...transaction);
    void goesOn.leave();
    return value;
  };
  await arriveNow();
  hidden.database.run = run;
  await goesOn.flush();
  expect(hidden.problems.filter(Boolean)).toEqual([]);
  expect(await later(hidden)).toEqual(FILM);
});

test('opens a later visit with the work, after the code of the store is loaded', async () => {
  vi.useFakeTimers();
  const one = browser();
  const { store, arrive } = one.openPage();
  await store.load();
  await arrive();
  store.save(FILM);
  await store.flush();
  const { store: next, arrive: arriveNext } = one.openPage();
  let opened: Work | undefined;
  void next.load().then((work) => (opened = work));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(opened).toBeUndefined();
  await arriveNext();
  expect(opened).toEqual(FILM);
});

test('[S8.10] stores the original even if the code of the store cannot be loaded, and loads the code again at the next change', async () => {
  vi.useFakeTimers();
  const one = browser();
  const { store, arrivals, arrive } = one.openPage();
  await store.load();
  arrivals.codeComes = false;
  await arrive();
  store.save(FILM);
  await arrive();
  expect(one.storage.getItem('uploadedFile')).toBe(FILM.sourceText);
  expect((await later(one)).sourceText).toBe(FILM.sourceText);
  const before = arrivals.calls;
  arrivals.codeComes = true;
  store.save({ ...FILM, sourceText: 'and more' });
  await arrive();
  expect(arrivals.calls).toBe(before + 1);
});

test('[S8.10] removes no stored lists, and does not fail, if the code of the store cannot be loaded', async () => {
  vi.useFakeTimers();
  const { store, arrivals, arrive } = browser().openPage();
  await store.load();
  arrivals.codeComes = false;
  const cleaned = store.films.clean([]);
  await arrive();
  expect(await cleaned).toBeUndefined();
});

test('[D8.2] reports that work with batches is only in memory if the code of the store cannot be loaded', async () => {
  vi.useFakeTimers();
  const { problems, openPage } = browser();
  const { store, arrivals, arrive } = openPage();
  await store.load();
  arrivals.codeComes = false;
  await arrive();
  store.save({ ...FILM, batches: batchesOf([undefined]) });
  await arrive();
  expect(problems.at(-1)).toEqual({ kind: 'unavailable', keptIn: 'memory' });
  const given = store.handOver();
  await arrive();
  expect(await given).toBe(false);
});

test('stores nothing in a tab that lost the work before the code was loaded', async () => {
  vi.useFakeTimers();
  const { database, openPage } = browser();
  const { store, arrive } = openPage();
  await store.load();
  store.save(FILM);
  store.discardUnwritten();
  await arrive();
  expect(database.stores.get('sources')).toBeUndefined();
  expect(await store.handOver()).toBe(true);
});

test('leaves the work to another tab if a tab loses it before the code of the store is loaded', async () => {
  vi.useFakeTimers();
  const one = browser();
  one.storage.setItem('schemaVersion', '2');
  const { store, arrive } = one.openPage();
  void store.load();
  await vi.advanceTimersByTimeAsync(0);
  store.discardUnwritten();
  const other = createFilmStore({ ...one, readOld: async () => undefined, onProblem: () => {} });
  void other.load();
  await vi.advanceTimersByTimeAsync(1_000);
  other.save(FILM);
  await other.flush();
  const stored = [new Map(one.storage.texts), one.database.stores];
  await arrive();
  void store.leave();
  expect([one.storage.texts, one.database.stores]).toEqual(stored);
});

test('overwrites no work that another tab stored before the code of the store was loaded, if there are no locks', async () => {
  vi.useFakeTimers();
  const one = browser();
  const { store, arrive } = one.openPage();
  await store.load();
  store.save(FILM);
  const other = createFilmStore({ ...one, readOld: async () => undefined, onProblem: () => {} });
  void other.load();
  await vi.advanceTimersByTimeAsync(1_000);
  other.save({ ...FILM, sourceText: 'theirs' });
  await other.flush();
  await arrive();
  expect(one.problems.at(-1)).toEqual({ kind: 'other-tab' });
  expect((await later(one)).sourceText).toBe('theirs');
});

test.each(['rejects', 'never answers'])('opens the page in a browser whose list of databases %s', async (how) => {
  vi.useFakeTimers();
  const place = { storage: createFakeStorage(), database: createFakeDatabase(), onProblem: () => {} };
  const { load } = createLazyStore({
    ...place,
    touched: async () => {},
    isFirstVisit: () => (how === 'rejects' ? Promise.reject(new Error('no access')) : new Promise(() => {})),
    makeStore: async () => createFilmStore({ ...place, readOld: async () => undefined }),
  });
  const loading = load();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await loading).toEqual(EMPTY_WORK);
});

test('[D18.4] a film of a series that is finished after another tab got the work is not stored, without an error', async () => {
  vi.useFakeTimers();
  const { openPage, database } = browser();
  const { store, arrive } = openPage();
  await store.load();
  store.save(FILM);
  await arrive();
  store.discardUnwritten();
  expect(await store.films.write(NO_LIST, [FILM])).toBe(false);
  expect(await store.films.save([FILM])).toBe(false);
  expect([...(database.stores.get('works')?.keys() ?? [])]).toEqual(['head']);
});

test('[D8.2] a tab that loses the work while the first visit is being stored, and gets it back at once, stores what is changed then', async () => {
  vi.useFakeTimers();
  const one = browser();
  const { store, arrive } = one.openPage();
  await store.load();
  store.save(FILM);
  // The database is slow.
  const { run } = one.database;
  one.database.run = async (...transaction) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return run(...transaction);
  };
  await arrive();
  store.discardUnwritten();
  one.storage.texts.set('schemaVersion', '2');
  const loading = store.load();
  await vi.advanceTimersByTimeAsync(10_000);
  await loading;
  one.database.run = run;
  store.save({ ...FILM, sourceText: 'typed later' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await later(one)).sourceText).toBe('typed later');
});
