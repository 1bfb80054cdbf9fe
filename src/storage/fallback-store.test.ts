import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { EMPTY_WORK } from '../film/film.ts';
import { createFilmStorage } from './film-storage.ts';
import { createIndexedDbStore } from './work-stores.ts';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('keeps texts over a visit, and forgets them', async () => {
  expect(await createIndexedDbStore().setMany([['a', '1']])).toBe(true);
  await createIndexedDbStore().setMany([['b', '2']]);
  expect(await createIndexedDbStore().getMany(['a', 'b', 'c'])).toEqual(['1', '2', undefined]);
  await createIndexedDbStore().clear();
  expect(await createIndexedDbStore().getMany(['a', 'b'])).toEqual([undefined, undefined]);
});

test('a guard that refuses keeps all entries out', async () => {
  const store = createIndexedDbStore();
  await store.setMany([['revision', '5']]);
  const guard = { key: 'revision', allows: (stored: unknown) => Number(stored) < 5 };
  expect(await store.setMany([['x', '1']], guard)).toBe(false);
  expect(await store.getMany(['x'])).toEqual([undefined]);
  expect(await store.setMany([['x', '1']], { ...guard, allows: (stored) => stored === '5' })).toBe(true);
  expect(await store.getMany(['x'])).toEqual(['1']);
});

test('without a database every call is rejected, at no other time', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const store = createIndexedDbStore();
  await expect(store.getMany(['a'])).rejects.toThrow();
  await expect(store.setMany([['a', '1']])).rejects.toThrow();
});

test('a tab that slept does not write its older state over a newer one, where local storage is full', async () => {
  const storage = createFakeStorage();
  storage.fault = () => QUOTA_ERRORS[0];
  const open = async () => {
    const problems: unknown[] = [];
    const saved = vi.fn();
    const idb = createIndexedDbStore();
    const options = { storage, idb, onSaved: saved, onProblem: (problem: unknown) => problems.push(problem) };
    const persistence = createFilmStorage(options);
    return { persistence, problems, saved, state: await persistence.load() };
  };
  const write = async ({ persistence }: Awaited<ReturnType<typeof open>>, sourceText: string) => {
    persistence.save({ ...EMPTY_WORK, sourceText });
    await persistence.flush();
  };
  const sleeper = await open();
  await write(sleeper, 'first');
  const holder = await open();
  await write(holder, 'newer');
  expect(holder.saved.mock.calls).toEqual([[2]]);
  await write(sleeper, 'older');
  expect(sleeper.problems.at(-1)).toEqual({ kind: 'other-tab' });
  expect((await open()).state.sourceText).toBe('newer');
  await sleeper.persistence.load();
  await write(sleeper, 'newest');
  expect((await open()).state.sourceText).toBe('newest');
});
