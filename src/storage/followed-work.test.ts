import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeFallback, createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_SESSION, type SessionState } from '../film/film.ts';
import { createSessionStorage } from './film-storage.ts';
import type { WorkNews } from './followed-work.ts';
import type { FallbackStore } from './work-stores.ts';

const RUNNING: SessionState = {
  ...EMPTY_SESSION,
  sourceText: 'x',
  phrases: samplePhrases(100),
  results: [['', 'a'], null, null, ['failed', 'b'], undefined],
  details: [
    { usage: { input: 1, output: 2, reasoning: 0 } },
    { startedAt: 1_000 },
    { startedAt: 2_000, byHand: true },
    {},
    {},
  ],
  notices: [{ kind: 'renumbered' }],
  spent: [
    {
      model: { endpoint: 'openai', id: 'gpt-4o' },
      price: { input: 2.5, output: 10 },
      reported: { input: 1, output: 2 },
      expected: { input: 3, output: 4 },
      unreported: { input: 5, output: 6 },
    },
  ],
  pace: { nextAt: 5_000, limit: { kind: 'per-minute', requests: 60 } },
};

let storage: FakeStorage;
let idb: ReturnType<typeof createFakeFallback>;
beforeEach(() => {
  storage = createFakeStorage();
  idb = createFakeFallback();
});

/** A holder, and followers that hear its news or, when news do not follow on what they show, read what is stored. */
async function openTabs({ full = false, store = idb }: { full?: boolean; store?: FallbackStore } = {}) {
  if (full) storage.fault = () => QUOTA_ERRORS[0];
  const told: WorkNews[] = [];
  const onNews = (news: WorkNews) => void told.push(structuredClone(news));
  const holder = createSessionStorage({ storage, idb: store, onProblem: () => {}, onNews });
  await holder.load();
  function openFollower() {
    const follower = createSessionStorage({ storage, idb: store, onProblem: () => {} });
    let shown: SessionState | undefined;
    const applyNews = (news: unknown) => {
      shown = follower.applyNews(news) ?? shown;
    };
    return {
      applyNews,
      async catchUp() {
        const seen = await follower.readStored();
        shown = seen.state ?? shown;
        if (seen.state) applyNews(structuredClone(holder.newsBeyondStored()));
        if (!shown) throw new Error('Nothing is shown.');
        return { ...seen, state: shown };
      },
      readStored: () => follower.readStored(),
    };
  }
  const follower = openFollower();
  /** As tabs do: hear the news first, then read what is stored. */
  const follow = async () => {
    for (const news of told.splice(0)) follower.applyNews(news);
    return (await follower.catchUp()).state;
  };
  await follow();
  return {
    holder,
    told,
    openFollower,
    follow,
    readStored: follower.readStored,
    /** What the follower shows after the holder has saved `state`. */
    async show(state: SessionState) {
      holder.save(state);
      await holder.flush();
      return follow();
    },
  };
}

describe.each([false, true])('what another tab stores, in the database: %s', (full) => {
  test('shows what is in progress, since when, and what the run waits for', async () => {
    const { show } = await openTabs({ full });
    expect(await show(RUNNING)).toEqual(RUNNING);
    const offline: SessionState = { ...RUNNING, paused: { reason: 'offline' }, pace: null };
    expect(await show(offline)).toEqual(offline);
    const outage = { reason: 'outage', kind: 'server', message: 'no answer', tries: 1, nextTryAt: 7 } as const;
    const tried: SessionState = { ...offline, paused: outage, error: 'no answer' };
    expect(await show(tried)).toEqual(tried);
    expect(await show(RUNNING)).toEqual(RUNNING);
  });

  test('a tab that is opened later shows the same', async () => {
    const { show, openFollower } = await openTabs({ full });
    await show(RUNNING);
    const later = { ...RUNNING, results: RUNNING.results.with(1, ['', 'new']), details: RUNNING.details.with(1, {}) };
    await show(later);
    expect((await openFollower().catchUp()).state).toEqual(later);
  });

  test('gives the same objects for all that has not changed', async () => {
    const { show, readStored } = await openTabs({ full });
    const before = await show(RUNNING);
    expect((await readStored()).state).toBeUndefined();
    const results = RUNNING.results.with(1, ['', 'new']);
    const details = RUNNING.details.with(1, { inParts: true });
    const after = await show({ ...RUNNING, results, details });
    expect(after.results[1]).toEqual(['', 'new']);
    expect(after.phrases).toBe(before.phrases);
    expect(after.notices).toBe(before.notices);
    for (const index of [0, 3]) {
      expect(after.results[index]).toBe(before.results[index]);
      expect(after.details[index]).toBe(before.details[index]);
    }
    const edited = await show({ ...RUNNING, results, details, error: 'an error' });
    expect(edited.results).toBe(after.results);
  });

  test('is as a fresh look sees it, whatever was shown before', async () => {
    const { show, openFollower } = await openTabs({ full });
    const states: SessionState[] = [
      RUNNING,
      { ...RUNNING, results: RUNNING.results.with(4, ['', 'c']), translated: 'text', error: 'x' },
      EMPTY_SESSION,
      { ...RUNNING, phrases: samplePhrases(30), results: [null, ['', 'd']], details: [{ startedAt: 7 }, {}] },
      {
        ...RUNNING,
        notices: [],
        details: RUNNING.details.map(() => ({})),
        results: RUNNING.results.map(() => ['', 'e']),
      },
    ];
    for (const state of states) {
      const seen = await show(state);
      expect(seen).toEqual(state);
      expect((await openFollower().catchUp()).state).toEqual(state);
    }
  });

  test('news that come before what they follow on can be read are not lost', async () => {
    const { holder, told, openFollower } = await openTabs({ full });
    holder.save({ ...RUNNING, error: 'older' });
    await holder.flush();
    const copy = createFakeStorage(storage.texts);
    const copyOfIdb = createFakeFallback();
    for (const [key, text] of idb.texts) copyOfIdb.texts.set(key, text);
    const late = createSessionStorage({ storage: copy, idb: copyOfIdb, onProblem: () => {} });
    told.length = 0;
    holder.save({ ...RUNNING, error: 'newer' });
    await holder.flush();
    for (const news of told) expect(late.applyNews(news)).toBeUndefined();
    expect((await late.readStored()).state?.error).toBe('newer');
    expect((await openFollower().catchUp()).state.error).toBe('newer');
  });

  test('a tab that has missed news reads what is stored', async () => {
    const { show, told, holder } = await openTabs({ full });
    await show(RUNNING);
    holder.save({ ...RUNNING, error: 'missed' });
    await holder.flush();
    told.length = 0;
    expect(await show({ ...RUNNING, error: 'missed', translated: 'text' })).toMatchObject({
      error: 'missed',
      translated: 'text',
    });
  });
});

test('news of another version of the page, or none, change nothing', async () => {
  const { show, openFollower, holder } = await openTabs();
  await show(RUNNING);
  const { applyNews, catchUp } = openFollower();
  const before = (await catchUp()).state;
  const news = { ...holder.newsBeyondStored(), changes: { error: { whole: 'of another version' } } };
  for (const other of [{ ...news, version: 2 }, null, 'news', { changes: 7 }]) applyNews(other);
  expect((await catchUp()).state).toBe(before);
});

test('work that becomes small while the database is still writing the large one is shown as it is now', async () => {
  vi.useFakeTimers();
  const slow: FallbackStore = {
    ...idb,
    async setMany(...given) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return idb.setMany(...given);
    },
  };
  const { holder, follow } = await openTabs({ store: slow });
  for (const sourceText of ['ы'.repeat(1_600_000), 'small']) {
    holder.save({ ...EMPTY_SESSION, sourceText });
    void holder.flush();
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await follow()).sourceText).toBe('small');
  expect((await holder.load()).sourceText).toBe('small');
  vi.useRealTimers();
});

test('[D8.1] who goes on with the work starts what was in progress anew', async () => {
  const { show, holder } = await openTabs();
  await show(RUNNING);
  expect(await holder.load()).toMatchObject({
    results: [['', 'a'], undefined, undefined, ['failed', 'b'], undefined],
    details: [RUNNING.details[0], {}, { byHand: true }, {}, {}],
    pace: null,
  });
});

test('of a database that has nothing newer the revision alone is read', async () => {
  const getMany = vi.fn(idb.getMany);
  const { show, readStored } = await openTabs({ full: true, store: { ...idb, getMany } });
  await show(RUNNING);
  getMany.mockClear();
  await show({ ...RUNNING, results: RUNNING.results.with(1, ['', 'new']) });
  await readStored();
  expect(new Set(getMany.mock.calls.flatMap(([keys]) => keys))).toEqual(new Set(['sessionRevision']));
});

test('what a version of the page has stored that tells no news is read', async () => {
  const { show, readStored } = await openTabs({ full: true });
  await show(RUNNING);
  await idb.setMany([
    ['uploadedFile', 'written by the older version'],
    ['sessionRevision', '77'],
  ]);
  expect((await readStored()).state?.sourceText).toBe('written by the older version');
});

describe('what cannot be shown', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('a database that does not answer leaves what is shown, and is looked at again', async () => {
    let answers = true;
    const getMany: FallbackStore['getMany'] = (keys) => (answers ? idb.getMany(keys) : new Promise(() => {}));
    const { show, readStored } = await openTabs({ full: true, store: { ...idb, getMany } });
    await show(RUNNING);
    answers = false;
    const looking = readStored();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await looking).toMatchObject({ state: undefined, complete: false });
  });

  test('what another tab is just writing is looked at again', async () => {
    const { show, readStored } = await openTabs();
    await show(RUNNING);
    storage.texts.set('sessionRevision', '');
    expect(await readStored()).toMatchObject({ state: undefined, complete: false });
  });

  test('what is older than what is shown is not', async () => {
    const { show, readStored } = await openTabs();
    await show(RUNNING);
    storage.texts.set('sessionRevision', '0');
    storage.texts.set('uploadedFile', 'older');
    expect(await readStored()).toMatchObject({ state: undefined, complete: true });
  });
});
