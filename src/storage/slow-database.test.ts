import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeFallback, createFakeStorage } from '../../test/fake-storage.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { createFilmStorage } from './film-storage.ts';
import type { StorageProblem } from './stored-value.ts';
import type { FallbackStore } from './work-stores.ts';

beforeEach(() => void vi.useFakeTimers());

const FILM: Work = { ...EMPTY_WORK, sourceText: 'ы'.repeat(1_600_000) };
/** So often was the film saved. */
const SAVES = 5;

const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const rejects = () => Promise.reject(new DOMException('Failed to read large IndexedDB value', 'DataError'));

/** Both places, after a page that has saved a film in the database. */
async function createPlaces() {
  const storage = createFakeStorage();
  const idb = createFakeFallback();
  function openPage(getMany: FallbackStore['getMany'] = idb.getMany, setMany: FallbackStore['setMany'] = idb.setMany) {
    const problems: (StorageProblem | null)[] = [];
    const onProblem = (problem: StorageProblem | null) => void problems.push(problem);
    const persistence = createFilmStorage({ storage, idb: { ...idb, getMany, setMany }, onProblem });
    return {
      problems,
      async load(announcedRevision = 0, stolen = false) {
        const loading = persistence.load(announcedRevision, stolen);
        await vi.advanceTimersByTimeAsync(20_000);
        return loading;
      },
      async save(state: Work) {
        persistence.save(state);
        const flushing = persistence.flush();
        await vi.advanceTimersByTimeAsync(20_000);
        await flushing;
      },
    };
  }
  const first = openPage();
  await first.load();
  for (let save = 1; save <= SAVES; save++) await first.save({ ...FILM, error: `${save}` });
  expect(idb.texts.get('uploadedFile')).toBe(FILM.sourceText);
  return { storage, idb, openPage, first, reload: async () => (await openPage().load()).sourceText };
}

type Read = FallbackStore['getMany'];
const FAULTS: readonly { readonly fault: string; readonly failing: (read: Read) => Read }[] = [
  { fault: 'takes too long', failing: (read) => async (keys) => waitMs(1_200).then(() => read(keys)) },
  { fault: 'never comes', failing: () => () => new Promise<never>(() => {}) },
  { fault: 'is refused', failing: () => rejects },
];

describe.each(FAULTS)('a film in the database whose reading $fault', ({ failing }) => {
  /** A small entry is read as ever. */
  const failingForFilm =
    (read: Read): Read =>
    (keys) =>
      keys.length > 1 ? failing(read)(keys) : read(keys);

  test('is there again at the next reload, though the page has saved what it shows', async () => {
    const { idb, openPage, reload } = await createPlaces();
    const page = openPage(failingForFilm(idb.getMany));
    await page.save(await page.load());
    expect(await reload()).toBe(FILM.sourceText);
  });

  test('is there again after its run was taken from a tab that does not answer', async () => {
    const { idb, openPage, reload } = await createPlaces();
    const page = openPage(failing(idb.getMany));
    await page.save(await page.load(0, true));
    expect(await reload()).toBe(FILM.sourceText);
  });
});

describe('a film that the database gives after a second', () => {
  const slow =
    (read: Read): Read =>
    async (keys) =>
      waitMs(1_000).then(() => read(keys));

  test.each([false, true])(
    'is shown, though another tab has announced more; its run was stolen: %s',
    async (stolen) => {
      const { idb, openPage, reload } = await createPlaces();
      const page = openPage(slow(idb.getMany));
      const state = await page.load(SAVES + 1, stolen);
      expect(state.sourceText).toBe(FILM.sourceText);
      await page.save(state);
      expect(await reload()).toBe(FILM.sourceText);
    },
  );
});

test('a film stays shown when its tab, taken for frozen, saves meanwhile and the database cannot be read again', async () => {
  const { idb, openPage, reload } = await createPlaces();
  let hasSaved = false;
  const page = openPage(
    (keys) => (hasSaved ? rejects() : idb.getMany(keys)),
    async (...given) => {
      if (!hasSaved) await idb.setMany([['sessionRevision', `${SAVES + 1}`]]);
      hasSaved = true;
      return idb.setMany(...given);
    },
  );
  const state = await page.load(0, true);
  expect(state.sourceText).toBe(FILM.sourceText);
  await page.save({ ...state, error: 'not read anew' });
  expect(page.problems.at(-1)).toEqual({ kind: 'other-tab' });
  expect(await reload()).toBe(FILM.sourceText);
});

test.each(['lower', 'higher'])(
  'work of a newer version in the database, at a %s revision, is left alone',
  async (revision) => {
    const { storage, idb, openPage, first } = await createPlaces();
    for (const sourceText of ['small', 'smaller']) await first.save({ ...EMPTY_WORK, sourceText });
    await idb.setMany([
      ['schemaVersion', '2'],
      ['sessionRevision', revision === 'lower' ? '1' : '99'],
      ['uploadedFile', 'of a newer version'],
    ]);
    const before = [new Map(storage.texts), new Map(idb.texts)];
    for (const stolen of [false, true]) {
      const page = openPage();
      await page.save({ ...(await page.load(0, stolen)), sourceText: 'edited' });
      expect(page.problems).toEqual([{ kind: 'newer-version' }]);
      expect([storage.texts, idb.texts]).toEqual(before);
    }
  },
);

test('work that another tab moves to local storage while this tab reads is not missed', async () => {
  for (const atMs of [0, 5, 10, 15, 20, 25]) {
    const { idb, openPage, first } = await createPlaces();
    setTimeout(() => void first.save({ ...EMPTY_WORK, sourceText: 'shorter' }), atMs);
    const page = openPage(async (keys) => waitMs(10).then(() => idb.getMany(keys)));
    const { sourceText } = await page.load();
    expect([FILM.sourceText, 'shorter'].includes(sourceText), `moved after ${atMs} ms`).toBe(true);
  }
});
