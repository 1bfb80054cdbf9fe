import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchesOf, factsOf } from '../../test/batches.ts';
import {
  CLOSED_STORAGE,
  createFakeFallback,
  createFakeStorage,
  limitTo,
  QUOTA_ERRORS,
} from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { type Clock, nextTask } from '../clock/clock.ts';
import { NO_PROGRESS, resultsOf } from '../engine/batch.ts';
import type { SessionEvent } from '../film/film.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { sessionReducer } from '../film/reducer.ts';
import { createCrashCopy } from './crash-copy.ts';
import { createFilmStorage } from './film-storage.ts';
import { readSettings } from './settings-texts.ts';
import { SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import type { FallbackStore, Places } from './work-stores.ts';

type Step = 'film' | 'translate' | 'batch' | 'edit' | 'assemble' | 'show' | 'pause' | 'restart';
const anyStep = fc.constantFrom<Step>(
  ...(['film', 'translate', 'translate', 'batch', 'batch', 'batch'] as const),
  ...(['edit', 'assemble', 'show', 'pause', 'restart'] as const),
);
/** The steps between one save and the next, for each save. */
const anySaves = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 });

/** Plays the steps through the reducer. Every text names the step that made it, so that a mix of two saves shows. */
function play(saves: readonly (readonly Step[])[]): readonly Work[] {
  let state = EMPTY_WORK;
  let film = 0;
  let serial = 0;
  return saves.map((steps) => {
    for (const step of steps) {
      serial++;
      if (step === 'film') film = serial;
      for (const event of eventsOf(step, state, film, serial)) state = sessionReducer(state, event);
    }
    // Undo steps are stored elsewhere.
    return { ...state, undo: null };
  });
}

function eventsOf(step: Step, state: Work, film: number, serial: number): readonly SessionEvent[] {
  const batches = resultsOf(state).length;
  const index = serial % Math.max(1, batches);
  switch (step) {
    case 'film':
      return [{ type: 'session-restarted' }, { type: 'source-opened', text: `source ${film}`, notices: [] }];
    case 'translate':
      if (state.sourceText === '' || batches > 0) return [];
      return [{ type: 'source-parsed', phrases: phrasesOf(film), notices: [{ kind: 'renumbered' }] }];
    case 'batch': {
      if (batches === 0) return [];
      const usage = { input: serial, output: 1, reasoning: 0 };
      return [
        { type: 'tokens-used', index, usage },
        {
          type: 'batch-finished',
          index,
          result: [serial % 3 === 0 ? `error ${serial}` : '', `film ${film} output ${serial}`],
          failure: serial % 3 === 0 ? 'differences' : null,
          progress: NO_PROGRESS,
          corrected: false,
          namesTaken: [],
          retry: null,
        },
      ];
    }
    case 'edit':
      return [{ type: 'output-edited', index, output: `film ${film} edit ${serial}` }];
    case 'assemble':
      return batches === 0 ? [] : [{ type: 'result-written', text: `film ${film} translated ${serial}` }];
    case 'show':
      return batches === 0 ? [] : [{ type: 'batch-shown', index }];
    case 'pause':
      return [{ type: 'run-paused', pause: { reason: 'failure', kind: 'quota', message: `message ${serial}` } }];
    case 'restart':
      return [{ type: 'session-restarted' }];
  }
}

/** As many phrases for every film, so that only their texts tell the films apart. */
const phrasesOf = (film: number) =>
  Array.from({ length: 45 }, (_, index) => ({
    number: index + 1,
    time: 'a --> b',
    text: `film ${film} phrase ${index}`,
  }));

const quiet = { onProblem: () => {} };
const load = (storage: TextStorage, idb?: FallbackStore) =>
  createFilmStorage({ storage: createFakeStorage(textsOf(storage)), ...quiet, ...(idb && { idb }) }).load();
const textsOf = (storage: TextStorage) => ('texts' in storage ? (storage.texts as Map<string, string>) : []);

test('the n-th write fails: what is loaded is a state that was saved whole', async () => {
  await fc.assert(
    fc.asyncProperty(anySaves, fc.nat(60), fc.constantFrom(...QUOTA_ERRORS), async (saves, failing, error) => {
      const storage = createFakeStorage();
      const persistence = createFilmStorage({ storage, ...quiet });
      let expected = await persistence.load();
      let writes = 0;
      let failed = false;
      storage.fault = () => {
        if (writes++ !== failing) return undefined;
        failed = true;
        return error;
      };
      for (const state of play(saves)) {
        failed = false;
        const before = storage.texts.get('sessionRevision');
        persistence.save(state);
        await persistence.flush();
        // After a failed write only a smaller session is tried again in local storage.
        if (!failed && storage.texts.get('sessionRevision') !== before) expected = state;
        expect(await load(storage)).toEqual(expected);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('with IndexedDB beside it nothing is lost, whichever writes fail', async () => {
  const anyFaults = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(anySaves, anyFaults, async (saves, faults) => {
      const storage = createFakeStorage();
      const idb = createFakeFallback();
      const persistence = createFilmStorage({ storage, idb, ...quiet });
      await persistence.load();
      let writes = 0;
      storage.fault = () => (faults[writes++ % faults.length] ? QUOTA_ERRORS[0] : undefined);
      for (const state of play(saves)) {
        persistence.save(state);
        await persistence.flush();
        expect(await load(storage, idb)).toEqual(state);
      }
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('the tab dies between any two writes, or nothing can be written any more: never a mixture', async () => {
  await fc.assert(
    fc.asyncProperty(anySaves, fc.nat(60), fc.boolean(), async (saves, last, dead) => {
      const storage = createFakeStorage();
      const persistence = createFilmStorage({ storage, ...quiet });
      const states = [await persistence.load(), ...play(saves)];
      let writes = 0;
      let atDeath: Map<string, string> | undefined;
      const note = () => {
        if (writes++ === last) atDeath = new Map(storage.texts);
      };
      const remove = storage.removeItem;
      storage.removeItem = (key) => {
        note();
        if (!dead || writes <= last) remove(key);
      };
      storage.fault = () => {
        note();
        return dead && writes > last ? new Error('gone') : undefined;
      };
      for (const state of states.slice(1)) {
        persistence.save(state);
        await persistence.flush();
      }
      if (dead || atDeath === undefined) expectNoMixture(await load(storage), states);
      if (atDeath) expectNoMixture(await load(createFakeStorage(atDeath)), states);
    }),
    { numRuns: fuzzRuns(200) },
  );
});

describe('the browser itself dies, and local storage is what it was some saves before', () => {
  const soon: Clock['after'] = (_, callback) => {
    queueMicrotask(callback);
    return () => {};
  };
  let now = Date.UTC(2026, 0);
  const copyOf = (storage: TextStorage | null, copy: FallbackStore, tabStorage: TextStorage | null = null) =>
    createCrashCopy({ storage, tabStorage }, copy, { after: soon, timeOfDay: () => (now += 1_000) });

  function open({ storage, copy, idb }: Places & { readonly copy: FallbackStore }) {
    const { storage: copied, restore } = copyOf(storage, copy);
    return createFilmStorage({ storage: copied, restore, idb, ...quiet });
  }

  /** Saves all, and gives what local storage was at each of its changes. */
  async function saveAll(states: readonly Work[], copy: FallbackStore) {
    const storage = createFakeStorage();
    const persistence = open({ storage, copy });
    await persistence.load();
    const onDisk: Map<string, string>[] = [];
    storage.fault = () => void onDisk.push(new Map(storage.texts));
    for (const state of states) {
      persistence.save(state);
      await persistence.flush();
      await nextTask();
    }
    return { storage, onDisk };
  }

  test('whatever of it had come to the disk, the work comes back as it was saved last, and is in local storage again', async () => {
    await fc.assert(
      fc.asyncProperty(anySaves, fc.nat(200), fc.boolean(), async (saves, at, isStolen) => {
        const copy = createFakeFallback();
        const states = play(saves);
        const { onDisk } = await saveAll(states, copy);
        const begun = onDisk.filter((texts) => texts.has('sessionRevision'));
        const storage = createFakeStorage(begun[at % begun.length]);
        // A save that was broken off would be waited for.
        const stolen = isStolen && storage.getItem('sessionRevision') !== '';
        // The first tab dies before it has stored anything.
        const [first, second] = [0, 1].map(() => open({ storage, copy }));
        expect(await first?.load(0, stolen)).toEqual(states.at(-1));
        expect(await second?.load()).toEqual(states.at(-1));
        await second?.flush();
        expect(await load(storage)).toEqual(states.at(-1));
      }),
      { numRuns: fuzzRuns(100) },
    );
  });

  test('also where it had come to the disk before the film was opened, with settings alone', async () => {
    const copy = createFakeFallback();
    const states = play([['film'], ['translate'], ['batch']]);
    await saveAll(states, copy);
    const storage = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
    expect(await open({ storage, copy }).load()).toEqual(states.at(-1));
  });

  test('also where nothing of local storage can be read, and then the database holds it', async () => {
    const [copy, idb] = [createFakeFallback(), createFakeFallback()];
    const states = play([['film'], ['translate'], ['batch']]);
    await saveAll(states, copy);
    const persistence = open({ storage: CLOSED_STORAGE, idb, copy });
    expect(await persistence.load()).toEqual(states.at(-1));
    await persistence.flush();
    expect(await load(createFakeStorage(), idb)).toEqual(states.at(-1));
  });

  test('local storage that a person has emptied stays empty, also once it has settings, and nothing of the film stays in the copy', async () => {
    const copy = createFakeFallback();
    await saveAll(play([['film'], ['translate']]), copy);
    const persistence = open({ storage: createFakeStorage(), copy });
    expect(await persistence.load()).toEqual(EMPTY_WORK);
    await persistence.flush();
    await nextTask();
    expect([...copy.texts.values()].join()).not.toMatch('film');
    const storage = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
    expect(await open({ storage, copy }).load()).toEqual(EMPTY_WORK);
  });

  test('what is begun while the copy cannot be read is not overwritten by it once it can', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...more] = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { onDisk } = await saveAll([film, ...more], copy);
    const storage = createFakeStorage(onDisk.find((texts) => texts.get('sessionRevision') === '1'));
    copy.fails = true;
    const persistence = open({ storage, copy });
    expect(await persistence.load()).toEqual(film);
    copy.fails = false;
    persistence.save({ ...film, sourceText: 'newer' });
    await persistence.flush();
    await nextTask();
    expect((await open({ storage, copy }).load()).sourceText).toBe('newer');
  });

  test('nor what is begun while it can be neither read nor written', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...more] = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { onDisk } = await saveAll([film, ...more], copy);
    const storage = createFakeStorage(onDisk.find((texts) => texts.get('sessionRevision') === '1'));
    copy.fails = true;
    const persistence = open({ storage, copy });
    await persistence.load();
    persistence.save({ ...film, sourceText: 'newer' });
    await persistence.flush();
    await nextTask();
    copy.fails = false;
    expect((await open({ storage, copy }).load()).sourceText).toBe('newer');
  });

  test('nor what is done then with a version of the page that was taken back, and makes no copy', async () => {
    const copy = createFakeFallback();
    const states = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { onDisk } = await saveAll(states, copy);
    const storage = createFakeStorage(onDisk.find((texts) => texts.get('sessionRevision') === '1'));
    const before = createFilmStorage({ storage, ...quiet });
    let last = await before.load();
    for (const sourceText of ['a', 'b', 'c', 'd', 'e']) {
      last = { ...EMPTY_WORK, sourceText };
      before.save(last);
      await before.flush();
    }
    const disk = new Map(storage.texts);
    for (const texts of [storage.texts, disk])
      expect(await open({ storage: createFakeStorage(texts), copy }).load()).toEqual(last);
    await nextTask();
    expect(copy.texts.get('uploadedFile')).toBe('e');
  });

  test('a save in whose midst the tab died leaves the state before it, whole', async () => {
    const copy = createFakeFallback();
    const states = play([['film', 'translate'], ['batch']]);
    const { storage } = await saveAll(states, copy);
    for (const name of ['sessionRevision', 'batchDataResults', 'sessionExtras']) storage.texts.set(name, '');
    expect(await open({ storage, copy }).load()).toEqual(states.at(-1));
  });

  test('nor does the copy of before come back over what is begun then', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...more] = play([['film'], ['translate'], ['batch'], ['batch']]);
    await saveAll([film, ...more], copy);
    const { storage } = await saveAll([film], copy);
    expect(await open({ storage, copy }).load()).toEqual(film);
  });

  test('what another tab has saved since is not copied over', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...later] = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { storage } = await saveAll([film], copy);
    const openTab = async (texts: Map<string, string>) => {
      const persistence = open({ storage: createFakeStorage(texts), copy });
      await persistence.load();
      return async (state: Work) => {
        persistence.save(state);
        await persistence.flush();
        await nextTask();
      };
    };
    const before = new Map(storage.texts);
    const [asleep, awake] = [await openTab(before), await openTab(before)];
    await asleep({ ...film, translated: 'last' });
    for (const state of later) await awake(state);
    await asleep({ ...film, translated: 'older' });
    const texts = createFakeStorage(before);
    expect(await open({ storage: texts, copy }).load()).toEqual(later.at(-1));
  });

  test('what is saved by a tab is copied, also where the tab before copies its last save late', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, translated = film, done = film] = play([['film'], ['translate'], ['batch']]);
    const { storage } = await saveAll([film], copy);
    const before = new Map(storage.texts);
    const late: (() => void)[] = [];
    const setMany: FallbackStore['setMany'] = async (...given) => {
      await new Promise<void>((resolve) => late.push(resolve));
      return copy.setMany(...given);
    };
    const save = async (persistence: ReturnType<typeof open>, state: Work) => {
      persistence.save(state);
      await persistence.flush();
      await nextTask();
    };
    const first = open({ storage, copy: { ...copy, setMany } });
    await first.load();
    await save(first, translated);
    const second = open({ storage, copy });
    await second.load();
    for (const goOn of late) goOn();
    await nextTask();
    await save(second, done);
    expect(await open({ storage: createFakeStorage(before), copy }).load()).toEqual(done);
  });

  test('a copy that cannot be read or written keeps nothing from being stored', async () => {
    const copy = Object.assign(createFakeFallback(), { fails: true });
    const states = play([['film'], ['translate'], ['batch']]);
    const { storage } = await saveAll(states, copy);
    expect(await load(storage)).toEqual(states.at(-1));
  });

  test('what a run is made with, and the line being typed, come back, too, also if only they have changed; no key is copied', async () => {
    const copy = createFakeFallback();
    const storage = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
    const { storage: copied, restore } = copyOf(storage, copy);
    await restore(false);
    const settings = { initPrompt: 'Into Polish', model: 'gpt-5.4', settingsExtras: '{"keepKeys":"session"}' };
    const texts = { ...settings, prices: '{"own":{},"stopAt":2}', lineDraft: '{}' };
    const kept = { openaiKey: 'sk-secret', 'broken:openaiKey': 'sk-secret' };
    for (const [name, text] of Object.entries({ ...kept, ...texts })) copied?.setItem(name, text);
    await nextTask();
    expect(Object.fromEntries(copy.texts)).toMatchObject(texts);
    for (const text of Object.values(kept)) expect([...copy.texts.values()]).not.toContain(text);
    const onDisk = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
    await copyOf(onDisk, copy).restore(false);
    expect(Object.fromEntries(onDisk.texts)).toMatchObject(texts);
  });

  test('[D5.4] a key that was forgotten stays forgotten; one that is kept stays, and is not copied', async () => {
    const copy = createFakeFallback();
    const before = [
      [SCHEMA_VERSION_KEY, '1'],
      ...['openaiKey', 'googleKey'].map((name) => [name, 'a-key'] as const),
    ] as const;
    const storage = createFakeStorage(before);
    const { storage: copied, restore } = copyOf(storage, copy);
    await restore(false);
    copied?.removeItem('openaiKey');
    await nextTask();
    const onDisk = createFakeStorage(before);
    await copyOf(onDisk, copy).restore(false);
    expect([...onDisk.texts.keys()]).not.toContain('openaiKey');
    expect(onDisk.texts.get('googleKey')).toBe('a-key');
    expect([...copy.texts.values()]).not.toContain('a-key');
  });

  test('[D5.4] nor does the key before come back where another one was given since: it is removed', async () => {
    const copy = createFakeFallback();
    const before = [
      [SCHEMA_VERSION_KEY, '1'],
      ['openaiKey', 'forgotten-key'],
    ] as const;
    const { storage: copied, restore } = copyOf(createFakeStorage(before), copy);
    await restore(false);
    copied?.removeItem('openaiKey');
    copied?.setItem('openaiKey', 'another-key');
    await nextTask();
    const onDisk = createFakeStorage(before);
    await copyOf(onDisk, copy).restore(false);
    expect([...onDisk.texts.keys()]).not.toContain('openaiKey');
    expect([...copy.texts.values()].join()).not.toMatch(/forgotten|another/);
  });

  test('[D5.4] nor does one that could not be read, and was kept aside', async () => {
    const copy = createFakeFallback();
    const before = [SCHEMA_VERSION_KEY, 'openaiKey', 'broken:openaiKey', 'broken:googleKey'].map(
      (name) => [name, name === SCHEMA_VERSION_KEY ? '1' : 'no key'] as const,
    );
    const { storage: copied, restore } = copyOf(createFakeStorage(before), copy);
    await restore(false);
    for (const name of ['openaiKey', 'broken:openaiKey']) copied?.removeItem(name);
    await nextTask();
    const onDisk = createFakeStorage(before);
    await copyOf(onDisk, copy).restore(false);
    expect([...onDisk.texts.keys()]).toEqual([SCHEMA_VERSION_KEY, 'broken:googleKey', 'copyCount']);
  });

  test('[D5.4] nor where local storage has no room for what the copy has', async () => {
    const copy = createFakeFallback();
    const before = [
      [SCHEMA_VERSION_KEY, '1'],
      ['openaiKey', 'forgotten-key'],
    ] as const;
    const { storage: copied, restore } = copyOf(createFakeStorage(before), copy);
    await restore(false);
    copied?.removeItem('openaiKey');
    copied?.setItem('initPrompt', 'Into Polish '.repeat(100));
    await nextTask();
    const onDisk = createFakeStorage(before);
    limitTo(onDisk, 500);
    await copyOf(onDisk, copy).restore(false);
    expect([...onDisk.texts]).toEqual([[SCHEMA_VERSION_KEY, '1']]);
  });

  test('an address that comes back gets no key of another one: not one of the disk, nor of a tab that the browser has brought back', async () => {
    const extras = (keepKeys: string, address: string) =>
      JSON.stringify({ keepKeys, calls: { addresses: { local: address }, thinking: 'least', halfPrice: false } });
    for (const keepKeys of ['stored', 'session']) {
      const copy = createFakeFallback();
      const before = [
        [SCHEMA_VERSION_KEY, '1'],
        ['settingsExtras', extras(keepKeys, 'http://a')],
      ] as const;
      const keyOfA = ['localKey', 'key-of-a'] as const;
      const [stored, inTab] = keepKeys === 'stored' ? [[...before, keyOfA], []] : [before, [keyOfA]];
      const { storage: copied, restore } = copyOf(createFakeStorage(stored), copy);
      await restore(false);
      copied?.setItem('settingsExtras', extras(keepKeys, 'http://b'));
      copied?.removeItem('localKey');
      await nextTask();
      const places = { storage: createFakeStorage(stored), tabStorage: createFakeStorage(inTab) };
      await copyOf(places.storage, copy, places.tabStorage).restore(false);
      const { settings } = readSettings(places, () => {});
      expect(settings).toMatchObject({ keepKeys, keys: { local: '' }, calls: { addresses: { local: 'http://b' } } });
      expect([...places.tabStorage.texts.values()]).toEqual([]);
    }
  });

  test('keys for this session stay in their tab where no other choice came back', async () => {
    const copy = createFakeFallback();
    const before = [
      [SCHEMA_VERSION_KEY, '1'],
      ['settingsExtras', '{"keepKeys":"session"}'],
    ] as const;
    const { storage: copied, restore } = copyOf(createFakeStorage(before), copy);
    await restore(false);
    copied?.setItem('initPrompt', 'Into Polish');
    await nextTask();
    const tabStorage = createFakeStorage([['openaiKey', 'a-key']]);
    await copyOf(createFakeStorage(before), copy, tabStorage).restore(false);
    expect(tabStorage.texts.get('openaiKey')).toBe('a-key');
  });

  test('what was cleared as the page went, too late for the copy, does not stay in it after the next visit has begun', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, cleared = film] = play([['film'], ['restart']]);
    const { storage } = await saveAll([film], copy);
    const setMany = () => Promise.reject(new Error('closing'));
    const going = open({ storage, copy: { ...copy, setMany } });
    await going.load();
    going.save(cleared);
    await going.flush();
    await nextTask();
    expect([...copy.texts.values()].join()).toMatch('source');
    const before = createFakeStorage(storage.texts);
    expect(await open({ storage, copy }).load()).toEqual(cleared);
    await nextTask();
    expect([...copy.texts.values()].join()).not.toMatch('source');
    expect(storage.texts.get('copyCount')).toBe(copy.texts.get('copyCount'));
    before.texts.set(SCHEMA_VERSION_KEY, '2');
    const untouched = new Map(before.texts);
    await open({ storage: before, copy: createFakeFallback() }).load();
    await nextTask();
    expect(before.texts).toEqual(untouched);
  });

  test('what a newer version has stored comes back into local storage, and the newer version finds all of it there again', async () => {
    const copy = createFakeFallback();
    await saveAll(play([['film'], ['translate']]), copy);
    copy.texts.set(SCHEMA_VERSION_KEY, '2');
    for (const _visit of [1, 2]) {
      const storage = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
      const problems: unknown[] = [];
      const { storage: copied, restore } = copyOf(storage, copy);
      await createFilmStorage({ storage: copied, restore, onProblem: (problem) => problems.push(problem) }).load();
      expect(problems).toEqual([{ kind: 'newer-version' }]);
      expect(storage.getItem('uploadedFile')).toBe('source 1');
      expect(storage.getItem('copyCount')).toBe(null);
    }
  });

  const anyVisit = fc.record({
    isRead: fc.boolean(),
    writing: fc.constantFrom('works', 'fails', 'hangs'),
    changes: fc.array(fc.constantFrom('work', 'prompt'), { maxLength: 5 }),
    /** So many of the last changes were not on the disk. */
    lost: fc.nat(5),
    isEmptied: fc.boolean(),
    isStolen: fc.boolean(),
  });
  type Visit = typeof anyVisit extends fc.Arbitrary<infer Each> ? Each : never;

  /** A visit that finds this in local storage. Each change has a higher number. Gives what the visit found, and what is on the disk after it. */
  async function visit(disk: Map<string, string>, copy: FallbackStore, how: Visit, serial: number) {
    const storage = createFakeStorage(disk);
    const fails = () => Promise.reject(new Error('no database'));
    const setMany = { works: copy.setMany, fails, hangs: () => new Promise<never>(() => {}) }[how.writing];
    const faulty = { ...copy, getMany: how.isRead ? copy.getMany : fails, setMany };
    const { storage: copied, restore } = copyOf(storage, faulty);
    const persistence = createFilmStorage({ storage: copied, restore, ...quiet });
    const { error } = await persistence.load(0, how.isStolen);
    const found = { work: Number(error), prompt: Number(storage.getItem('initPrompt')) };
    const held = [new Map(storage.texts)];
    for (const [at, change] of how.changes.entries()) {
      if (change === 'prompt') copied?.setItem('initPrompt', String(serial + at));
      else persistence.save({ ...EMPTY_WORK, error: String(serial + at) });
      await persistence.flush();
      await nextTask();
      held.unshift(new Map(storage.texts));
    }
    return { found, disk: new Map(held[Math.min(how.lost, held.length - 1)]) };
  }

  test('whenever the copy could not be read or written, and local storage was lost or emptied: nothing older comes over what it holds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyVisit, { minLength: 2, maxLength: 5 }), async (visits) => {
        const copy = createFakeFallback();
        let disk = new Map([[SCHEMA_VERSION_KEY, '1']]);
        for (const [at, how] of visits.entries()) {
          if (how.isEmptied) disk.clear();
          const before = { work: Number(disk.get('err') ?? 0), prompt: Number(disk.get('initPrompt') ?? 0) };
          const visited = await visit(disk, copy, how, at * 10 + 1);
          if (how.isEmptied) expect(visited.found).toEqual({ work: 0, prompt: 0 });
          expect(visited.found.work).toBeGreaterThanOrEqual(before.work);
          expect(visited.found.prompt).toBeGreaterThanOrEqual(before.prompt);
          disk = visited.disk;
        }
      }),
      { numRuns: fuzzRuns(100) },
    );
  });
});

/** Everything that was loaded comes from one saved state, except parts that were left out. */
function expectNoMixture(loaded: Work, states: readonly Work[]): void {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const film = (state: Work) => [state.phrases, resultsOf(state)];
  const candidates = states.filter(
    (state) =>
      state.sourceText === loaded.sourceText &&
      (loaded.phrases.length === 0 || same(film(state), film(loaded))) &&
      (loaded.translated === '' || state.translated === loaded.translated) &&
      (loaded.error === '' || state.error === loaded.error) &&
      (same(factsOf(state), factsOf(loaded)) ||
        same(factsOf(loaded), factsOf({ batches: batchesOf(resultsOf(loaded)) }))),
  );
  expect(candidates, JSON.stringify(loaded)).not.toEqual([]);
  if (loaded.phrases.length === 0) expect([resultsOf(loaded), loaded.translated]).toEqual([[], '']);
}
