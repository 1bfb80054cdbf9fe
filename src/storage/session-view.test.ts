import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeFallback, createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { samplePhrases } from '../../test/srt-sample.ts';
import { EMPTY_SESSION, type SessionState } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createSessionStorage } from './session-storage.ts';
import { createSessionView } from './session-view.ts';

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
  pace: { nextAt: 5_000, limit: { kind: 'per-minute', requests: 60 } },
};

let storage: FakeStorage;
let idb: ReturnType<typeof createFakeFallback>;
beforeEach(() => {
  storage = createFakeStorage();
  idb = createFakeFallback();
});

/** The tab at work, and what another one sees of it. */
async function openTabs({ full = false, store = idb }: { full?: boolean; store?: FallbackStore } = {}) {
  if (full) storage.fault = () => QUOTA_ERRORS[0];
  const holder = createSessionStorage({ storage, idb: store, onProblem: () => {} });
  await holder.load();
  const view = createSessionView(storage, store);
  return {
    holder,
    look: view.look,
    /** What the other tab shows after this was saved. */
    async show(state: SessionState) {
      holder.save(state);
      await holder.flush();
      const { state: seen } = await view.look();
      if (!seen) throw new Error('Nothing is shown.');
      return seen;
    },
  };
}

describe.each([false, true])('what another tab stores, in the database: %s', (full) => {
  test('shows what is in progress, since when, and what the run waits for', async () => {
    const { show } = await openTabs({ full });
    expect(await show(RUNNING)).toEqual(RUNNING);
    const offline: SessionState = { ...RUNNING, paused: { reason: 'offline' }, pace: null };
    expect(await show(offline)).toEqual(offline);
  });

  test('stands still where the run stands still', async () => {
    const { show } = await openTabs({ full });
    await show(RUNNING);
    const results = RUNNING.results.map((slot) => slot ?? undefined);
    const details = RUNNING.details.map(({ startedAt: _, ...kept }) => kept);
    const paused: SessionState = { ...RUNNING, results, details, paused: { reason: 'person' } };
    expect(await show(paused)).toEqual({ ...paused, pace: null });
  });

  test('gives the same objects for all that has not changed', async () => {
    const { show, look } = await openTabs({ full });
    const before = await show(RUNNING);
    expect((await look()).state).toBe(before);
    const results = RUNNING.results.with(1, ['', 'new']);
    const after = await show({ ...RUNNING, results, details: RUNNING.details.with(1, { inParts: true }) });
    expect(after.results[1]).toEqual(['', 'new']);
    expect(after.phrases).toBe(before.phrases);
    expect(after.notices).toBe(before.notices);
    for (const index of [0, 3]) {
      expect(after.results[index]).toBe(before.results[index]);
      expect(after.details[index]).toBe(before.details[index]);
    }
    const edited = await show({ ...RUNNING, results, details: after.details, error: 'an error' });
    expect(edited.results).toBe(after.results);
  });

  test('is as a fresh look sees it, whatever was shown before', async () => {
    const { show } = await openTabs({ full });
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
      expect(seen).toEqual((await createSessionView(storage, idb).look()).state);
      expect(seen).toMatchObject({ results: state.results, phrases: state.phrases, error: state.error });
    }
  });
});

test('who goes on with the work starts what was in progress anew', async () => {
  const { show, holder } = await openTabs();
  await show(RUNNING);
  expect(await holder.load()).toMatchObject({
    results: [['', 'a'], undefined, undefined, ['failed', 'b'], undefined],
    details: [RUNNING.details[0], {}, { byHand: true }, {}, {}],
    pace: null,
  });
});

test('of the database only those keys are read that were written since', async () => {
  const getMany = vi.fn(idb.getMany);
  const { show } = await openTabs({ full: true, store: { ...idb, getMany } });
  await show(RUNNING);
  getMany.mockClear();
  await show({ ...RUNNING, results: RUNNING.results.with(1, ['', 'new']) });
  const read = getMany.mock.calls.flatMap(([keys]) => keys);
  expect(read).toContain('batchDataResults');
  for (const key of ['phrases', 'uploadedFile', 'translated']) expect(read).not.toContain(key);
});

test('a version of the page that does not say what it wrote is read in full', async () => {
  const { show, look } = await openTabs({ full: true });
  await show(RUNNING);
  await idb.setMany([
    ['uploadedFile', 'written by the older version'],
    ['sessionRevision', '77'],
  ]);
  expect((await look()).state?.sourceText).toBe('written by the older version');
});

describe('what cannot be shown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a database that does not answer leaves what is shown, and is looked at again', async () => {
    let answers = true;
    const getMany: FallbackStore['getMany'] = (keys) => (answers ? idb.getMany(keys) : new Promise(() => {}));
    const { show, look } = await openTabs({ full: true, store: { ...idb, getMany } });
    await show(RUNNING);
    answers = false;
    const looking = look();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await looking).toMatchObject({ state: undefined, complete: false });
  });

  test('what another tab is just writing is looked at again', async () => {
    const { show, look } = await openTabs();
    await show(RUNNING);
    storage.texts.set('sessionRevision', '');
    expect(await look()).toMatchObject({ state: undefined, complete: false });
  });

  test('what is older than what is shown is not', async () => {
    const { show, look } = await openTabs();
    await show(RUNNING);
    storage.texts.set('sessionRevision', '0');
    storage.texts.set('uploadedFile', 'older');
    expect(await look()).toMatchObject({ state: undefined, complete: true });
  });
});
