import { beforeEach, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { createFakeDatabase, type FakeDatabase } from '../../test/fake-database.ts';
import { createFakeStorage, type FakeStorage } from '../../test/fake-storage.ts';
import { copyOf } from '../../test/series-harness.ts';
import { resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { type FilmRow, factsOfWork, NO_LIST, NO_ROW, type Series, withReached } from '../film/series.ts';
import { pastWithWork } from '../film/steps.ts';
import { NO_ORDERS } from '../film/stored-series.ts';
import { createFilmStore } from './film-store.ts';
import type { StorageProblem } from './stored-value.ts';

const filmOf = (id: string, count: number): Work => ({
  ...EMPTY_WORK,
  id,
  sourceText: `text of ${id}`,
  fileName: `${id}.srt`,
  phrases: Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    time: '00:00:01,000 --> 00:00:02,500',
    text: `${id} ${index + 1}`,
  })),
  batches: batchesOf([['', `{"1":"Oi ${id}"}`], ...Array.from({ length: Math.ceil(count / 20) - 1 }, () => undefined)]),
  marks: { 1: { confirmed: true } },
  paused: { reason: 'person' },
  past: pastWithWork({ ...EMPTY_WORK, sourceText: `before ${id}` }, 'open-next'),
});
const A = filmOf('A', 45);
const B = filmOf('B', 900);
const notBegun = (...ids: readonly string[]) => ({ ...NO_ORDERS, films: ids.map((id) => ({ id, again: null })) });
const rowOf = (film: Work): FilmRow => ({
  ...NO_ROW,
  id: film.id,
  path: film.fileName,
  ...factsOfWork(film, NO_ROW),
});
const SERIES: Series = { ...NO_LIST, id: 'first', rows: [rowOf(A), rowOf(B)] };

let storage: FakeStorage;
let database: FakeDatabase;
beforeEach(() => {
  vi.useFakeTimers();
  storage = createFakeStorage([['schemaVersion', '2']]);
  database = createFakeDatabase();
});

async function open(from = { storage, database }) {
  const problems: (StorageProblem | null)[] = [];
  const store = createFilmStore({
    ...from,
    readOld: async () => undefined,
    onProblem: (problem) => problems.push(problem),
  });
  const loading = store.load();
  await vi.advanceTimersByTimeAsync(2_400);
  return { store, state: await loading, problems };
}

async function keep({ store }: Awaited<ReturnType<typeof open>>, film: Work) {
  store.save(film);
  await store.flush();
  await vi.advanceTimersByTimeAsync(1_000);
}

test('[D18.4] keeps each film of a series whole, with its undo steps, and says which one is open', async () => {
  const page = await open();
  await keep(page, A);
  expect(await page.store.films.write(SERIES, [B])).toBe(true);
  const { store, state, problems } = await open();
  expect(state).toEqual(A);
  expect(await store.films.read('A')).toEqual(SERIES);
  expect(await store.films.film('B')).toEqual(B);
  expect(await store.films.film('C')).toBeUndefined();
  expect(problems.filter(Boolean)).toEqual([]);
});

test('[D18.4] stores a series under version 3, and a film without a series again under version 2', async () => {
  const page = await open();
  await keep(page, A);
  const head = () => database.stores.get('works')?.get('head');
  expect(storage.getItem('schemaVersion')).toBe('3');
  expect(head()).toMatchObject({ version: 3 });
  await keep(page, { ...A, id: '' });
  expect(storage.getItem('schemaVersion')).toBe('2');
  expect(head()).toMatchObject({ version: 2 });
  expect(storage.getItem('sessionExtras')).not.toContain('"id"');
});

test('[D18.4] loses neither film if the browser dies at any point while another film is opened', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const deaths: { storage: FakeStorage; database: FakeDatabase }[] = [];
  const die = () => void deaths.push(copyOf({ storage, database }));
  storage.fault = die;
  database.fault = die;
  const left = { ...A, translated: 'later' };
  page.store.save(left);
  const release = page.store.films.hold('A');
  page.store.save(B);
  await page.store.films.write(SERIES, [left]);
  die();
  release(true);
  await page.store.leave();
  die();
  await page.store.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  die();
  expect(deaths.length).toBeGreaterThan(20);
  const opened = new Set<string>();
  for (const death of deaths) {
    const { store, state } = await open(death);
    opened.add(state.id);
    if (state.id === 'A') expect([A.translated, 'later']).toContain(state.translated);
    expect(state).toEqual(state.id === 'A' ? { ...A, translated: state.translated } : B);
    const other = await store.films.film(state.id === 'A' ? 'B' : 'A');
    expect(other).toEqual(state.id === 'A' ? B : left);
    expect(await store.films.read('A')).toEqual(SERIES);
  }
  expect([...opened].sort()).toEqual(['A', 'B']);
});

test('[D18.4] the film that was left stays the open one if it could not be stored, and the next one keeps its changes', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const release = page.store.films.hold('A');
  const later = { ...B, translated: 'later' };
  page.store.save(later);
  release(false);
  await page.store.handOver();
  const { store, state } = await open();
  expect(state).toEqual(A);
  expect(await store.films.film('B')).toEqual(later);
});

test('[D18.4] writes the list together with the films that are still to be stored, so that no row has an answer that its film lacks', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const done = { ...B, batches: batchesOf(B.batches.map(() => ['', '{"1":"Oi"}'] as const)) };
  const saving = page.store.films.save([done]);
  await page.store.films.write({ ...SERIES, rows: [rowOf(A), rowOf(done)] }, []);
  const { store } = await open({ storage, database: createFakeDatabase(structuredClone(database.stores)) });
  expect((await store.films.read('A'))?.rows[1]?.ok).toBe(45);
  expect(await store.films.film('B')).toEqual(done);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await saving).toBe(true);
});

test('[D18.4] writes nothing to the films once another tab has the work', async () => {
  const before = await open();
  await keep(before, A);
  const after = await open();
  await keep(after, { ...A, error: 'later' });
  expect(await before.store.films.write(SERIES, [B])).toBe(false);
  before.store.films.order(notBegun('B'), false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await after.store.films.read('A')).toBeUndefined();
  expect(await after.store.films.ordered()).toEqual(notBegun());
});

test('[D18.4] changes nothing if there is no room, and reads no damaged record', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  database.fault = () => new DOMException('full', 'QuotaExceededError');
  expect(
    await page.store.films.write({ ...SERIES, rows: [], removed: null, spentByGone: [] }, [{ ...B, error: 'later' }]),
  ).toBe(false);
  database.fault = undefined;
  expect(await page.store.films.film('B')).toEqual(B);
  expect(await page.store.films.read('A')).toEqual(SERIES);
  database.stores.get('works')?.set('film:B', 'x');
  database.stores.get('works')?.set('series', 'x');
  expect(await page.store.films.film('B')).toBeUndefined();
  expect(await page.store.films.read('A')).toBeUndefined();
});

test('[D18.4] gives a film of local storage that the database lacks the steps of no other film', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [A, B]);
  database.fault = () => new DOMException('full', 'QuotaExceededError');
  await keep(page, B);
  database.fault = undefined;
  const { state } = await open();
  expect(state).toEqual({ ...B, past: [] });
});

test('[D18.4] keeps the open film of a series as an undo step of a text that was stored without the database', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  storage.texts.delete('mirrorStamp');
  storage.texts.set('uploadedFile', 'of another program');
  storage.texts.delete('sessionExtras');
  const { state } = await open();
  expect(state).toMatchObject({ id: 'A', sourceText: 'of another program' });
  expect(state.past.at(-1)?.film?.facts).toMatchObject({ sourceText: 'text of A', marks: A.marks });
});

test('[D18.4] does not give the work to another tab while an answer of another film is not stored', async () => {
  const page = await open();
  await keep(page, A);
  expect(await page.store.films.write(SERIES, [B])).toBe(true);
  database.fault = () => new DOMException('full', 'QuotaExceededError');
  const newer: Work = {
    ...B,
    batches: batchesOf([
      ['', '{"1":"paid"}'],
      ['', '{"21":"paid"}'],
    ]),
  };
  const saved = page.store.films.save([newer]);
  await vi.advanceTimersByTimeAsync(300);
  expect(await saved).toBe(false);
  const given = page.store.handOver();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await given).toBe(false);
});

test('[D18.7] an answer that is to be stored soon is stored also if the list could not be stored before it', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const later = { ...B, error: 'later' };
  const saved = page.store.films.save([later]);
  database.fault = () => new DOMException('full', 'QuotaExceededError');
  expect(await page.store.films.write(SERIES, [later])).toBe(false);
  database.fault = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await saved).toBe(true);
  expect((await page.store.films.film('B'))?.error).toBe('later');
});

test('[D18.4] writes the original of a film with batches once, and again if it is another one or has disappeared', async () => {
  const page = await open();
  await keep(page, A);
  const { films } = page.store;
  const puts: unknown[] = [];
  const original = () => database.stores.get('works')?.get('original:B');
  const written = async (film: Work) => {
    const before = original();
    await films.write(null, [film]);
    puts.push(original() !== before);
    expect(await films.film('B')).toEqual(film);
  };
  await written(B);
  await written({ ...B, batches: batchesOf([...resultsOf(B).slice(0, -1), ['', '{"900":"Oi"}']]), translated: 'done' });
  // Restart and another file under the same name, then Undo.
  const other = { ...filmOf('B', 60), sourceText: 'another text' };
  await written(other);
  await written(B);
  await written({ ...EMPTY_WORK, id: 'B', sourceText: 'not begun' });
  await written(B);
  // Somebody empties the database.
  for (const key of ['original:B', 'film:B']) database.stores.get('works')?.delete(key);
  await written(B);
  expect(puts).toEqual([true, false, true, true, false, false, true]);
  await films.write(SERIES, [], ['B']);
  expect([original(), await films.film('B')]).toEqual([undefined, undefined]);
});

test('[D18.4] keeps a film whose original an earlier tab has stored, or whose last write was refused', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const next = await open();
  const read = await next.store.films.film('B');
  expect(read).toEqual(B);
  const other = { ...filmOf('B', 60), sourceText: 'another text' };
  database.fault = () => new Error('full');
  expect(await next.store.films.write(null, [other])).toBe(false);
  database.fault = undefined;
  const later = { ...(read ?? B), translated: 'later' };
  expect(await next.store.films.write(null, [later])).toBe(true);
  expect(await (await open()).store.films.film('B')).toEqual(later);
  expect(await next.store.films.write(null, [other])).toBe(false);
});

test('[D18.5] notes that a film is saved without reading its lines, but not if the film was written since or another tab has the work', async () => {
  const page = await open();
  await keep(page, A);
  const { films } = page.store;
  await films.write(SERIES, [B]);
  const before = await films.film('B');
  expect(await films.noter('B')('stamp')).toBe(true);
  expect(await films.film('B')).toEqual({ ...before, saved: 'stamp' });
  const [late, lost] = [films.noter('B'), films.noter('C')];
  expect(await lost('stamp')).toBe(false);
  void films.save([{ ...B, translated: 'later' }]);
  expect(await late('other')).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await films.film('B')).toEqual({ ...B, translated: 'later' });
  const other = await open();
  await keep(other, { ...A, translated: 'x' });
  expect(await films.noter('B')('other')).toBe(false);
  expect((await other.store.films.film('B'))?.saved).toBe('');
});

test('[D18.4] answers at once with a film that was read ahead, as long as nothing has changed it', async () => {
  const page = await open();
  await keep(page, A);
  const { films } = page.store;
  const records = () => database.stores.get('works');
  await films.write(SERIES, [B]);
  expect(await films.readAhead(['B', 'none'])).toEqual([B]);
  const stored = records()?.get('film:B');
  records()?.delete('film:B');
  expect(await films.film('B')).toEqual(B);
  expect(await films.readAhead(['B'])).toEqual([B]);
  records()?.set('film:B', stored);

  const later = { ...B, translated: 'later' };
  const writing = films.write(null, [later]);
  await films.readAhead(['B']);
  await writing;
  expect(await films.film('B')).toEqual(later);
  await films.readAhead(['B']);
  expect(await films.noter('B')('stamp')).toBe(true);
  expect(await films.film('B')).toEqual({ ...later, saved: 'stamp' });
  await films.readAhead(['B']);
  await films.readAhead([]);
  records()?.delete('film:B');
  expect(await films.film('B')).toBeUndefined();
});

test('[D8.2][D18.4] a film that was read ahead is read again by a tab that lost the work and has it again', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  await page.store.films.readAhead(['B']);
  page.store.discardUnwritten();
  await expect(page.store.films.film('B')).rejects.toThrow('There is no database.');
  const other = await open();
  const newer = { ...B, fileName: 'newer.srt' };
  await other.store.films.write(null, [newer]);
  const loading = page.store.load(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await loading;
  expect(await page.store.films.film('B')).toEqual(newer);
});

test('[D8.2] a tab that lost the work while a film was not yet stored does not write this older film once it has the work again', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const older = { ...B, fileName: 'older.srt' };
  const saving = page.store.films.save([older]);
  // The browser has frozen this tab, and another one takes the work.
  const other = await open();
  page.store.discardUnwritten();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await saving).toBe(false);
  const newer = { ...B, fileName: 'newer.srt' };
  expect(await other.store.films.write(null, [newer])).toBe(true);
  const loading = page.store.load(true);
  await vi.advanceTimersByTimeAsync(10_000);
  await loading;
  const later = page.store.films.save([filmOf('C', 20)]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await later).toBe(true);
  expect(await page.store.films.film('B')).toEqual(newer);
});

test('[D18.4][S3.8][D18.7] a page that closes stores the newest answers of films that are not open, and which films are still to begin, although the database answers it no more', async () => {
  let isClosing = false;
  const noAnswer = () => Promise.reject(new Error('The page is closed.'));
  const silent: FakeDatabase = {
    ...database,
    run: (mode, stores, body) =>
      database.run(mode, stores, (records) =>
        body(isClosing ? { ...records, get: noAnswer, has: noAnswer, entries: noAnswer } : records),
      ),
  };
  const page = await open({ storage, database: silent });
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  const second = batchesOf([['', '{"21":"Tchau B"}']]);
  const newer: Work = { ...B, batches: [...B.batches.slice(0, 1), ...second, ...B.batches.slice(2)] };
  page.store.films.order(notBegun('B'), false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await page.store.films.ordered()).toEqual(notBegun('B'));
  void page.store.films.save([newer]);
  isClosing = true;
  page.store.films.order(notBegun(), false);
  void page.store.leave();
  await vi.advanceTimersByTimeAsync(0);
  const next = await open({ storage, database: createFakeDatabase(database.stores) });
  await next.store.films.read('A');
  expect(await next.store.films.ordered(), 'Stop was pressed').toEqual(notBegun());
  expect(resultsOf((await next.store.films.film('B')) ?? EMPTY_WORK)).toEqual(resultsOf(newer));
});

test('[D8.2][D18.4] a tab that lost the work without knowing it writes no film of a series when it closes', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  void page.store.films.save([{ ...B, fileName: 'older.srt' }]);
  const other = await open();
  await keep(other, { ...A, fileName: 'changed.srt' });
  await other.store.films.write(SERIES, [{ ...B, fileName: 'newer.srt' }]);
  page.store.films.order(notBegun('B'), false);
  void page.store.leave();
  await vi.advanceTimersByTimeAsync(1_000);
  expect((await other.store.films.film('B'))?.fileName).toBe('newer.srt');
  expect(await other.store.films.ordered()).toEqual(notBegun());
});

/** Loads the page again. A database transaction that has not ended by then never does: the browser drops those of a closing page. `end`: ends some. */
async function reload({ store }: Awaited<ReturnType<typeof open>>, end = () => {}) {
  void store.leave();
  end();
  await vi.advanceTimersByTimeAsync(0);
  database = createFakeDatabase(database.stores);
  return open();
}
const never = () => new Promise(() => {});
const SECOND = batchesOf([['', '{"21":"Tchau B"}']]);
const ANSWERED: Work = { ...B, batches: [...B.batches.slice(0, 1), ...SECOND, ...B.batches.slice(2)] };

test('[D18.7] a page that closes stores which films are still to begin also while the database stores something else, which the browser drops then', async () => {
  const page = await open();
  await keep(page, A);
  database.slowness = never;
  void page.store.films.write(SERIES, [B]);
  page.store.films.order(notBegun('B', 'C'), false);
  page.store.films.order(notBegun('B'), false);
  const second = await reload(page);
  await second.store.films.read('A');
  expect(await second.store.films.ordered()).toEqual(notBegun('B'));
  expect(storage.getItem('unsavedSeries'), 'the database has it now').toBeNull();

  database.slowness = never;
  second.store.films.order(notBegun(), false);
  const third = await reload(second);
  await third.store.films.read('A');
  expect(await third.store.films.ordered(), 'Stop was pressed').toEqual(notBegun());
});

const UNDONE = { ...B, past: [] };
test.each<[string, readonly Work[], boolean]>([
  ['before it is written', [ANSWERED], false],
  ['while an earlier state is written', [{ ...B, marks: {} }, ANSWERED], false],
  ['after Undo took back a change that is being written', [{ ...ANSWERED, translated: 'x', marks: {} }, UNDONE], false],
  ['after Undo took back a change that is written as the page goes', [{ ...ANSWERED, marks: {} }, UNDONE], true],
])('[D18.4][D18.7] a closing page stores a film that is not open %s', async (_, states, isEnding) => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  let end = () => {};
  database.slowness = () => {
    database.slowness = never;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  for (const state of states) {
    await vi.advanceTimersByTimeAsync(300);
    void page.store.films.save([state]);
  }
  const next = await reload(page, isEnding ? end : undefined);
  const [stored = B] = states.slice(-1);
  const rows = withReached(SERIES.rows, stored);
  expect(await next.store.films.read('A'), 'the list knows it, too').toEqual({ ...SERIES, rows });
  expect(await next.store.films.film('B')).toEqual(stored);
  expect(storage.getItem('unsavedSeries')).toBeNull();
});

test('[D18.4] what a page that was only hidden stored in local storage never replaces a newer film, and is removed once the database has it', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  void page.store.films.save([ANSWERED]);
  page.store.films.order(notBegun('B'), false);
  void page.store.leave();
  const hidden = storage.getItem('unsavedSeries') ?? '';
  expect(hidden).toContain('Tchau B');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(storage.getItem('unsavedSeries')).toBeNull();
  const newer = { ...B, translated: 'newer' };
  await page.store.films.write(null, [newer]);
  page.store.films.order(notBegun(), false);
  await vi.advanceTimersByTimeAsync(1_000);
  // Local storage reaches the disk later than the database.
  storage.texts.set('unsavedSeries', hidden);
  const { store } = await open();
  await store.films.read('A');
  expect([await store.films.film('B'), await store.films.ordered()]).toEqual([newer, notBegun()]);
});

test('[D18.4][D18.7] a page that closes gives everything to the database if local storage has no room', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  storage.fault = (key) => (key === 'unsavedSeries' ? new DOMException('full', 'QuotaExceededError') : undefined);
  page.store.films.order(notBegun('B'), false);
  void page.store.films.save([ANSWERED]);
  void page.store.leave();
  await vi.advanceTimersByTimeAsync(1_000);
  const { store } = await open();
  await store.films.read('A');
  expect([await store.films.film('B'), await store.films.ordered()]).toEqual([ANSWERED, notBegun('B')]);
});

test('[D18.7] what is still to be sent again of a film is stored with it; an earlier version stored only films that had not begun', async () => {
  const page = await open();
  await keep(page, A);
  const films = [{ id: 'A', again: 'failed' } as const, { id: 'B', again: [0, 44] }, ...notBegun('C').films];
  page.store.films.order({ films, areAll: true, newest: 'stop' }, false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await (await open()).store.films.ordered()).toEqual({ films, areAll: true, newest: 'stop' });
  database.stores.get('works')?.set('ordered', { at: 1, films: ['B'] });
  expect(await (await open()).store.films.ordered()).toEqual(notBegun('B'));
});

test('[D18.7] what was pressed before the page has read what is still to be sent removes nothing of it, also if the page is closed at once', async () => {
  const stored = { ...notBegun('B'), areAll: true };
  for (const isClosed of [false, true]) {
    const page = await open();
    await keep(page, A);
    page.store.films.order({ ...stored, newest: 'stop' }, false);
    await vi.advanceTimersByTimeAsync(1_000);
    page.store.films.order({ newest: 'resume' }, false);
    if (isClosed) void page.store.leave();
    const next = isClosed ? await open({ storage, database }) : page;
    await next.store.films.read('A');
    expect(await next.store.films.ordered()).toEqual({ ...stored, newest: 'resume' });
  }
});

test('[D18.7] reads the Stop that an earlier version has stored', async () => {
  database.stores.set('works', new Map([['ordered', { at: 1, films: [], areStopped: true }]]));
  expect(await (await open()).store.films.ordered()).toEqual({ ...NO_ORDERS, newest: 'stop' });
});

test('[D18.7] a film leaves what is still to be sent only once it is stored as it was begun, the open film also while another one is being opened', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(null, [B]);
  page.store.films.order(notBegun('A', 'B', 'C'), false);
  await vi.advanceTimersByTimeAsync(1_000);
  const [newA, newB] = [
    { ...A, translated: 'newer A' },
    { ...B, translated: 'newer B' },
  ];
  const seen: unknown[] = [];
  database.fault = () => {
    const stores = createFakeDatabase(structuredClone(database.stores)).stores;
    const { films = [] } = (stores.get('works')?.get('ordered') ?? {}) as { films?: readonly { id: string }[] };
    const isStored = (text: string) => JSON.stringify([...stores].map(([, of]) => [...of])).includes(text);
    const ids = films.map(({ id }) => id);
    seen.push([isStored('newer A') || ids.includes('A'), isStored('newer B') || ids.includes('B')]);
  };
  const release = page.store.films.hold('other');
  page.store.save(newA);
  void page.store.films.save([newB]);
  page.store.films.order(notBegun('C'), true);
  await vi.advanceTimersByTimeAsync(1_000);
  release(true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(seen.length).toBeGreaterThan(2);
  for (const one of seen) expect(one).toEqual([true, true]);
  database.fault = undefined;
  expect(await (await open()).store.films.ordered()).toEqual(notBegun('C'));
});

test('[D18.4] reads no damaged or foreign text of local storage as a film, and a film that was removed since stays removed', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  void page.store.films.save([ANSWERED]);
  void page.store.leave();
  const left = storage.getItem('unsavedSeries') ?? '';
  await vi.advanceTimersByTimeAsync(1_000);
  for (const text of ['x', '{"ordered":null,"films":[{"id":"B","after":0,"at":9e15,"puts":"x"}]}']) {
    storage.texts.set('unsavedSeries', text);
    const { store } = await open();
    await store.films.read('A');
    expect(await store.films.film('B')).toEqual(ANSWERED);
  }
  const last = await open();
  await last.store.films.write({ ...SERIES, rows: [rowOf(A)] }, [], ['B']);
  storage.texts.set('unsavedSeries', left);
  const { store } = await open();
  await store.films.read('A');
  expect(await store.films.film('B')).toBeUndefined();
});

test('[D18.4][D18.7] a page that closes stores the newest answers and a Stop also if the clock of the computer was set back since the visit before', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  page.store.films.order(notBegun('B'), false);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.setSystemTime(Date.now() - 3_600_000);
  const second = await open();
  await second.store.films.read('A');
  const known = (await second.store.films.film('B')) ?? EMPTY_WORK;
  expect(await second.store.films.ordered()).toEqual(notBegun('B'));
  database.slowness = never;
  void second.store.films.save([{ ...known, batches: ANSWERED.batches }]);
  second.store.films.order(notBegun(), false);
  const third = await reload(second);
  await third.store.films.read('A');
  expect([await third.store.films.film('B'), await third.store.films.ordered()]).toEqual([ANSWERED, notBegun()]);
});

test('[D18.7] Stop holds after a reload also if the database has refused to store it', async () => {
  const page = await open();
  await keep(page, A);
  await page.store.films.write(SERIES, [B]);
  page.store.films.order(notBegun('B'), false);
  await vi.advanceTimersByTimeAsync(1_000);
  database.fault = () => new DOMException('full', 'QuotaExceededError');
  page.store.films.order(notBegun(), false);
  await vi.advanceTimersByTimeAsync(1_000);
  const next = await reload(page);
  await next.store.films.read('A');
  expect(await next.store.films.ordered()).toEqual(notBegun());
});

test('[D18.7] a page that closes also stores the Stop of a film that is stored for the first time with batches at that moment', async () => {
  const page = await open();
  await keep(page, A);
  const C = { ...filmOf('C', 60), paused: null };
  await page.store.films.write(SERIES, [B, { ...C, phrases: [], batches: [] }]);
  let end = () => {};
  database.slowness = () => {
    database.slowness = never;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  void page.store.films.write(null, [C]);
  await vi.advanceTimersByTimeAsync(300);
  page.store.films.order(notBegun('B'), false);
  void page.store.films.save([{ ...C, paused: { reason: 'person' } }]);
  const second = await reload(page, () => end());
  await second.store.films.read('A');
  expect(await second.store.films.film('C')).toEqual({ ...C, paused: { reason: 'person' } });
  expect(await second.store.films.ordered()).toEqual(notBegun('B'));
});
