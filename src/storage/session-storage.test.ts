import { beforeEach, describe, expect, test, vi } from 'vitest';
import { batchesOf } from '../../test/batches.ts';
import { eventually } from '../../test/eventually.ts';
import {
  CLOSED_STORAGE,
  createFakeFallback,
  createFakeStorage,
  limitTo,
  QUOTA_ERRORS,
} from '../../test/fake-storage.ts';
import { NEW_BATCH, resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { NO_NOTES } from '../notes/notes.ts';
import { createFilmStorage, type SessionPersistence } from './film-storage.ts';
import type { StorageProblem, TextStorage } from './stored-value.ts';
import type { createIndexedDbStore, FallbackStore } from './work-stores.ts';

const phrasesOf = (count: number, film = 'film') =>
  Array.from({ length: count }, (_, index) => ({
    number: index + 1,
    time: '00:00:01,000 --> 00:00:02,500',
    text: `Реплика ${index + 1}\nиз "${film}"`,
  }));

const FULL_STATE: Work = {
  ...EMPTY_WORK,
  sourceText: '"Quoted"',
  phrases: phrasesOf(45),
  batches: batchesOf(
    [['', '{"1":"Oi"}'], ['Subtitle at key 21 is empty.', ''], undefined],
    [
      {
        usage: { input: 10, output: 20, reasoning: 5 },
        correction: { answer: '{}', errors: ['x'], worked: true },
        filled: [1],
      },
      {
        failure: 'differences',
        retry: { at: 1_700_000_000_000, tries: 2, since: 1_600_000_000_000 },
        secondChance: 'planned',
        inParts: true,
        progress: { texts: { 21: 'Oi' }, givenUp: { numbers: [22], error: 'x', failure: 'refused' } },
      },
      {
        byHand: true,
        progress: { atMost: 3, fruitless: 1, correcting: { numbers: [41], answer: '{}', errors: ['x'] } },
      },
    ],
  ),
  shownBatch: 1,
  translated: '1\n00:00 --> 00:01\nOi',
  ownResult: { since: 'a stamp', now: null },
  error: 'null',
  notes: {
    ...NO_NOTES,
    about: 'A comedy',
    terms: [{ source: 'муха', translation: 'mosca', note: '' }],
    tellsSpeakers: false,
  },
  lastNotes: { film: 'Film 1', notes: { ...NO_NOTES, about: 'The first one' } },
  notices: [{ kind: 'renumbered' }, { kind: 'blank-lines-missing', count: 2 }, { kind: 'encoding', name: 'KOI8-R' }],
  paused: { reason: 'failure', kind: 'quota', message: 'insufficient_quota' },
  pace: null,
};

let storage: ReturnType<typeof createFakeStorage>;
let idb: ReturnType<typeof createFakeFallback>;
beforeEach(() => {
  storage = createFakeStorage();
  idb = createFakeFallback();
});

interface Opened {
  readonly persistence: SessionPersistence;
  readonly keep: (state: Work) => Promise<void>;
  readonly state: Work;
  readonly problems: (StorageProblem | null)[];
}

async function open(storage: TextStorage | null, idb?: ReturnType<typeof createIndexedDbStore>): Promise<Opened> {
  const problems: (StorageProblem | null)[] = [];
  const onProblem = (problem: StorageProblem | null) => problems.push(problem);
  const persistence = createFilmStorage({ storage, onProblem, ...(idb && { idb }) });
  async function keep(state: Work) {
    persistence.save(state);
    await persistence.flush();
  }
  return { persistence, keep, state: await persistence.load(), problems };
}

async function saved(storage: TextStorage | null, state: Work, idb?: ReturnType<typeof createIndexedDbStore>) {
  const opened = await open(storage, idb);
  await opened.keep(state);
  return opened;
}

describe('round trip', () => {
  test('an empty storage gives the empty session', async () => {
    expect(await open(createFakeStorage())).toMatchObject({ state: EMPTY_WORK, problems: [] });
  });

  test('[S3.5] every fact comes back', async () => {
    await saved(storage, FULL_STATE);
    expect(await open(storage)).toMatchObject({ state: FULL_STATE, problems: [] });
  });

  test('[S3.5] the keys stand as specified', async () => {
    await saved(storage, FULL_STATE);
    const texts = Object.fromEntries(storage.texts);
    expect(texts).toMatchObject({
      numBatches: '3',
      batchShown: '1',
      batchErr: 'Subtitle at key 21 is empty.',
      batchOutput: '',
      translated: FULL_STATE.translated,
      schemaVersion: '1',
    });
    expect(JSON.parse(texts.phrases ?? '')).toEqual(FULL_STATE.phrases);
    expect(JSON.parse(texts.batchDataResults ?? '')).toEqual([...resultsOf(FULL_STATE).slice(0, 2), null]);
    expect(texts.batchInput).toContain('21\n00:00:01,000 --> 00:00:02,500\nРеплика 21\nиз "film"\n\n22\n');
  });

  test('[S3.2] what is in progress, when it began, the pace and an offline pause are not kept', async () => {
    await saved(storage, {
      ...FULL_STATE,
      batches: batchesOf([null, null, undefined], [{ byHand: true }]),
      paused: { reason: 'offline' },
      pace: { nextAt: 5, limit: { kind: 'none' } },
    });
    expect((await open(storage)).state).toMatchObject({
      batches: batchesOf([undefined, undefined, undefined], [{ byHand: true }]),
      paused: null,
      pace: null,
    });
  });

  test('reads what the specified product stores: no keys of ours, texts as JSON', async () => {
    const { phrases } = FULL_STATE;
    const results = resultsOf(FULL_STATE);
    const storage = createFakeStorage([
      ['uploadedFile', JSON.stringify('1\n…')],
      ['phrases', JSON.stringify(phrases)],
      ['numBatches', '3'],
      ['batchDataResults', JSON.stringify(results)],
      ['err', '""'],
      ['batchShown', 'undefined'],
    ]);
    const { state } = await open(storage);
    expect(state).toMatchObject({
      sourceText: '1\n…',
      phrases,
      batches: batchesOf(results),
      error: '',
      shownBatch: null,
      paused: null,
    });
  });
});

describe('coalescing', () => {
  beforeEach(() => void vi.useFakeTimers());

  test('[S3.8] writes the newest state after a quarter of a second, and no key that has not changed', async () => {
    const { persistence } = await open(storage);
    persistence.save(FULL_STATE);
    vi.advanceTimersByTime(250);
    storage.written.length = 0;
    for (let edit = 1; edit <= 5; edit++) {
      persistence.save({ ...FULL_STATE, translated: `edit ${edit}` });
      vi.advanceTimersByTime(40);
    }
    expect(storage.written).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(storage.written).toEqual(['sessionRevision', 'translated', 'sessionRevision']);
    expect(storage.texts.get('translated')).toBe('edit 5');
  });

  test('a state that differs in nothing stored writes nothing', async () => {
    const { persistence } = await open(storage);
    persistence.save(FULL_STATE);
    vi.advanceTimersByTime(250);
    storage.written.length = 0;
    persistence.save({ ...FULL_STATE, batches: [...FULL_STATE.batches], pace: { nextAt: 9, limit: { kind: 'none' } } });
    vi.advanceTimersByTime(1000);
    expect(storage.written).toEqual([]);
  });

  test('flush writes at once, and only once', async () => {
    const { persistence } = await open(storage);
    persistence.save(FULL_STATE);
    void persistence.flush();
    expect(storage.texts.get('err')).toBe('"null"');
    const count = storage.written.length;
    vi.advanceTimersByTime(1000);
    expect(storage.written).toHaveLength(count);
  });

  test('waits by the timer it is given', async () => {
    const after = vi.fn((_delayMs: number, _callback: () => void) => () => {});
    const persistence = createFilmStorage({ storage, onProblem: () => {}, after });
    await persistence.load();
    persistence.save(FULL_STATE);
    expect(after).toHaveBeenCalledExactlyOnceWith(250, expect.any(Function));
    after.mock.calls[0]?.[1]();
    expect(storage.texts.has('phrases')).toBe(true);
  });
});

describe('a storage that fails', () => {
  test.each(QUOTA_ERRORS)('full (%s): the work goes into IndexedDB, and is loaded from there', async (error) => {
    await saved(storage, { ...EMPTY_WORK, sourceText: 'older' }, idb);
    const before = new Map(storage.texts);
    storage.fault = (key) => (key === 'batchDataResults' ? error : undefined);
    const { problems } = await saved(storage, FULL_STATE, idb);
    expect(problems).toEqual([{ kind: 'full', keptIn: 'indexed-db' }]);
    expect(storage.texts).toEqual(before);
    const reopened = await open(storage, idb);
    expect(reopened).toMatchObject({ state: FULL_STATE, problems: [{ kind: 'full', keptIn: 'indexed-db' }] });
  });

  test('goes back to local storage when the session has become smaller, and forgets the copy', async () => {
    limitTo(storage, 3000);
    const { keep, problems } = await saved(storage, FULL_STATE, idb);
    expect(idb.texts.size).toBeGreaterThan(0);
    await keep({ ...EMPTY_WORK, sourceText: 'small' });
    expect(problems).toEqual([{ kind: 'full', keptIn: 'indexed-db' }, null]);
    expect((await open(storage, idb)).state.sourceText).toBe('small');
    await eventually(() => expect(idb.texts.size).toBe(0));
  });

  test('a session as it was before the fall-back is newer than what is in IndexedDB', async () => {
    limitTo(storage, 3000);
    const small = { ...EMPTY_WORK, sourceText: 'small' };
    const { keep } = await saved(storage, small, idb);
    for (const state of [FULL_STATE, small]) {
      await keep(state);
    }
    idb.texts.set('sessionRevision', '2');
    expect((await open(storage, idb)).state).toEqual(small);
  });

  test('[D8.2] neither place: in memory, said at once; kept again as soon as it can be', async () => {
    storage.fault = () => QUOTA_ERRORS[0];
    const { persistence, keep, problems } = await open(storage, idb);
    idb.fails = true;
    await keep(FULL_STATE);
    expect(problems).toEqual([{ kind: 'full', keptIn: 'memory' }]);
    expect(await persistence.handOver(), 'it is not given away').toBe(false);
    idb.fails = false;
    await keep({ ...FULL_STATE, error: 'later' });
    expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'indexed-db' });
    expect((await open(storage, idb)).state).toEqual({ ...FULL_STATE, error: 'later' });
  });

  test('an IndexedDB that never answers holds up neither loading nor the notice for more than a second', async () => {
    vi.useFakeTimers();
    const never = () => new Promise<never>(() => {});
    const problems: (StorageProblem | null)[] = [];
    const idb = { getMany: never, setMany: never, clear: never };
    const persistence = createFilmStorage({ storage: null, idb, onProblem: (problem) => problems.push(problem) });
    const loading = persistence.load();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await loading).toEqual(EMPTY_WORK);
    expect(problems).toEqual([{ kind: 'unavailable', keptIn: 'memory' }]);
  });

  test('no local storage, or one that throws at any access: IndexedDB', async () => {
    for (const storage of [null, CLOSED_STORAGE]) {
      const idb = createFakeFallback();
      const { problems } = await saved(storage, FULL_STATE, idb);
      expect(problems).toEqual([{ kind: 'unavailable', keptIn: 'indexed-db' }]);
      expect((await open(storage, idb)).state).toEqual(FULL_STATE);
    }
  });
});

describe('a film that is large', () => {
  const large = { ...EMPTY_WORK, sourceText: 'ы'.repeat(1_600_000) };

  test('is kept in IndexedDB from the beginning, and nothing is wrong; a small one goes back', async () => {
    const { keep, problems } = await saved(storage, large, idb);
    expect(storage.texts.has('uploadedFile')).toBe(false);
    const again = await open(storage, idb);
    expect(again.state).toEqual(large);
    expect([...problems, ...again.problems]).toEqual([]);
    await keep({ ...large, sourceText: 'small' });
    expect(storage.texts.get('uploadedFile')).toBe('small');
    expect((await open(storage, idb)).state.sourceText).toBe('small');
  });

  test('[S3.8] has its last changes in local storage as the page goes, which no database stores in time', async () => {
    let goes = false;
    const dying = {
      ...idb,
      setMany: (...given) => (goes ? new Promise(() => {}) : idb.setMany(...given)),
    } satisfies FallbackStore;
    const first = await saved(storage, large, dying);
    // As it was saved by this page, and as it was found by the page after it.
    for (const { persistence } of [first, await open(storage, dying)]) {
      goes = true;
      persistence.save({ ...large, error: 'typed last' });
      void persistence.leave();
      expect((await open(storage, idb)).state.error).toBe('typed last');
      storage.texts.clear();
    }
  });

  test('as it was a moment ago comes over nothing that was stored since', async () => {
    const { persistence } = await open(storage, idb);
    persistence.save(large);
    void persistence.leave();
    persistence.save({ ...large, sourceText: 'small' });
    await persistence.handOver();
    expect((await open(storage, idb)).state.sourceText).toBe('small');
  });

  test('is stored whole again after its database was cleared under the open page', async () => {
    const { keep, problems } = await saved(storage, large, idb);
    const again = await open(storage, idb);
    for (const write of [keep, again.keep]) {
      idb.texts.clear();
      storage.texts.clear();
      await write({ ...large, error: 'x' });
      expect((await open(storage, idb)).state).toEqual({ ...large, error: 'x' });
    }
    expect([...problems, ...again.problems]).toEqual([]);
  });

  test('goes back to IndexedDB with the next change, should the page stay', async () => {
    const { persistence, keep, problems } = await saved(storage, large, idb);
    persistence.save({ ...large, error: 'hidden' });
    await persistence.leave();
    await keep({ ...large, error: 'shown again' });
    expect(idb.texts.get('err')).toBe('shown again');
    expect((await open(storage, idb)).state.error).toBe('shown again');
    expect(problems).toEqual([]);
  });

  test.each([
    ['of 1,200,000 Latin letters', 'é'.repeat(1_200_000), true],
    ['of 700,000 Cyrillic letters, which take two bytes each', 'ы'.repeat(700_000), false],
  ])('a text %s', async (_, sourceText, isLocal) => {
    await saved(storage, { ...EMPTY_WORK, sourceText }, idb);
    expect(storage.texts.has('uploadedFile')).toBe(isLocal);
  });

  test('is kept in local storage where there is no IndexedDB', async () => {
    const { problems } = await saved(storage, large);
    expect(storage.texts.get('uploadedFile')).toBe(large.sourceText);
    expect(problems).toEqual([]);
  });

  test('[D8.2] is given away only once a slow IndexedDB has it', async () => {
    vi.useFakeTimers();
    const idb = createSlowFallback(7_000);
    const { persistence } = await open(storage, idb);
    persistence.save(large);
    const handedOver = persistence.handOver();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await handedOver).toBe(true);
    expect((await open(storage, idb)).state).toEqual(large);
  });

  test.each([
    { delayMs: 2_000, place: 'stays in an IndexedDB that is slow', isLocal: false },
    { delayMs: 60_000, place: 'is kept in local storage when IndexedDB says nothing', isLocal: true },
  ])('$place', async ({ delayMs, isLocal }) => {
    vi.useFakeTimers();
    const { persistence, problems } = await open(storage, createSlowFallback(delayMs));
    persistence.save(large);
    void persistence.flush();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(storage.texts.has('uploadedFile')).toBe(isLocal);
    expect(problems).toEqual([]);
  });
});

test('of a large film the newest state is kept, also where local storage must take it from a slow database', async () => {
  vi.useFakeTimers();
  const idb = createSlowFallback(4_000);
  const { persistence } = await open(storage, idb);
  for (const translated of ['older', 'newest']) {
    const batches = batchesOf([['', '{}']]);
    const phrases = phrasesOf(1, 'ы'.repeat(1_600_000));
    persistence.save({ ...EMPTY_WORK, phrases, batches, translated });
    void persistence.flush();
    await vi.advanceTimersByTimeAsync(300);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await open(storage, idb)).state.translated).toBe('newest');
});

/** IndexedDB whose writes take `delayMs`. */
function createSlowFallback(delayMs: number): FallbackStore {
  const idb = createFakeFallback();
  return {
    ...idb,
    async setMany(...given) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return idb.setMany(...given);
    },
  };
}

test('a database that is slow is told of when it has kept the work all the same', async () => {
  vi.useFakeTimers();
  limitTo(storage, 0);
  const { persistence, problems } = await open(storage, createSlowFallback(2_000));
  persistence.save(FULL_STATE);
  void persistence.flush();
  await vi.advanceTimersByTimeAsync(900);
  expect(problems).toEqual([{ kind: 'full', keptIn: 'memory' }]);
  await vi.advanceTimersByTimeAsync(1_200);
  expect(problems.at(-1)).toEqual({ kind: 'full', keptIn: 'indexed-db' });
});

test('work that has become small is handed over from local storage, though the database still says nothing', async () => {
  vi.useFakeTimers();
  limitTo(storage, 3000);
  const { persistence } = await open(storage, createSlowFallback(60_000));
  persistence.save(FULL_STATE);
  void persistence.flush();
  await vi.advanceTimersByTimeAsync(1_000);
  persistence.save({ ...EMPTY_WORK, sourceText: 'small' });
  const handedOver = persistence.handOver();
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await handedOver).toBe(true);
  expect(storage.texts.get('uploadedFile')).toBe('small');
});

describe('other writers', () => {
  test('a newer version: shown, left untouched, nothing is written', async () => {
    await saved(storage, FULL_STATE);
    storage.texts.set('schemaVersion', '2');
    storage.texts.set('batchShown', '{"of":"a newer kind"}');
    const before = new Map(storage.texts);
    const { state, problems } = await saved(storage, EMPTY_WORK);
    expect(state).toEqual({ ...FULL_STATE, shownBatch: null });
    expect(problems).toEqual([{ kind: 'newer-version' }]);
    expect(storage.texts).toEqual(before);
  });

  test('another tab has saved since: nothing is written over it until it is loaded', async () => {
    const first = await saved(storage, FULL_STATE);
    await saved(storage, { ...FULL_STATE, translated: 'theirs' });
    await first.keep({ ...FULL_STATE, translated: 'ours' });
    expect(first.problems).toEqual([{ kind: 'other-tab' }]);
    expect(storage.texts.get('translated')).toBe('theirs');
    expect((await first.persistence.load()).translated).toBe('theirs');
    await first.keep({ ...FULL_STATE, translated: 'ours' });
    expect(first.problems.at(-1)).toBeNull();
    expect((await open(storage)).state.translated).toBe('ours');
  });

  test('[D8.2] older work that another tab has written over this tab’s is written over as the page goes', async () => {
    const { persistence, keep } = await saved(storage, { ...FULL_STATE, translated: 'first' });
    await keep({ ...FULL_STATE, translated: 'second' });
    storage.texts.set('sessionRevision', '1');
    storage.texts.set('translated', 'late');
    void persistence.leave();
    expect(storage.texts.get('translated')).toBe('second');
    expect((await open(storage)).state.translated).toBe('second');
  });

  test('a storage cleared under the open page is filled again with the whole session', async () => {
    const { keep } = await saved(storage, FULL_STATE);
    storage.texts.clear();
    await keep({ ...FULL_STATE, error: 'x' });
    expect((await open(storage)).state).toEqual({ ...FULL_STATE, error: 'x' });
  });
});

describe('a copy of local storage to which another tab’s writes come late', () => {
  beforeEach(() => void vi.useFakeTimers());

  /** The holder has saved "newest" after "older". `taker` still sees "older"; `arrive` brings the newer keys one by one. */
  async function stale() {
    const holders = createFakeStorage();
    const announced: number[] = [];
    const holder = createFilmStorage({ storage: holders, onProblem: () => {}, onSaved: (at) => announced.push(at) });
    await holder.load();
    const keep = async (translated: string) => {
      holder.save({ ...FULL_STATE, translated });
      await holder.flush();
    };
    await keep('older');
    const copy = createFakeStorage(holders.texts);
    const before = holders.written.length;
    await keep('newest');
    const late = ['sessionRevision', ...holders.written.slice(before + 1)];
    const problems: (StorageProblem | null)[] = [];
    const taker = createFilmStorage({ storage: copy, onProblem: (problem) => problems.push(problem) });
    return {
      ...{ copy, taker, problems, announced },
      arrive(count = late.length) {
        for (const [at, key] of late.splice(0, count).entries()) {
          const torn = at === 0 && late.length > 0;
          copy.texts.set(key, torn ? '' : (holders.texts.get(key) ?? ''));
        }
      },
    };
  }

  test('each save is announced with its revision, a save of nothing new is not', async () => {
    const announced: number[] = [];
    const options = { storage: createFakeStorage(), onProblem: () => {}, onSaved: (at: number) => announced.push(at) };
    const persistence = createFilmStorage(options);
    await persistence.load();
    for (const error of ['a', 'a', 'b']) {
      persistence.save({ ...EMPTY_WORK, error });
      await persistence.flush();
    }
    expect(announced).toEqual([1, 2]);
  });

  test('is read once the announced revision is there, not before and not in the middle of it', async () => {
    const { taker, announced, arrive, copy, problems } = await stale();
    expect(announced).toEqual([1, 2]);
    const loading = taker.load(announced.at(-1));
    const loaded = vi.fn();
    void loading.then(loaded);
    await vi.advanceTimersByTimeAsync(200);
    arrive(1);
    expect(copy.texts.get('sessionRevision')).toBe('');
    await vi.advanceTimersByTimeAsync(200);
    expect(loaded).not.toHaveBeenCalled();
    arrive();
    await vi.advanceTimersByTimeAsync(20);
    expect((await loading).translated).toBe('newest');
    // The taker, now the holder, saves on top of the newest revision.
    taker.save({ ...FULL_STATE, translated: 'after that' });
    await taker.flush();
    expect(copy.texts.get('sessionRevision')).toBe('3');
    expect(problems).toEqual([]);
  });

  test('is read after 0.7 s where the announced revision does not come', async () => {
    const { taker } = await stale();
    const loaded = vi.fn();
    void taker.load(2).then(({ translated }) => loaded(translated));
    await vi.advanceTimersByTimeAsync(699);
    expect(loaded).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(loaded).toHaveBeenCalledWith('older');
  });

  test('is read at once where it has what was announced, or nothing was', async () => {
    const { taker } = await stale();
    expect((await taker.load(1)).translated).toBe('older');
    expect((await taker.load()).translated).toBe('older');
  });

  test('is not waited for where IndexedDB has what was announced', async () => {
    storage.fault = () => QUOTA_ERRORS[0];
    const announced: number[] = [];
    const holder = createFilmStorage({ storage, idb, onProblem: () => {}, onSaved: (at) => announced.push(at) });
    await holder.load();
    for (const startedAt of [1, 2, 3]) {
      // A batch's start time is not stored: only the first of these saves changes what is stored.
      holder.save({
        ...FULL_STATE,
        batches: [{ ...NEW_BATCH, state: 'loading', startedAt }, ...FULL_STATE.batches.slice(1)],
      });
      await holder.flush();
    }
    const taker = createFilmStorage({ storage, idb, onProblem: () => {} });
    expect((await taker.load(announced.at(-1))).sourceText).toBe(FULL_STATE.sourceText);
  });
});
