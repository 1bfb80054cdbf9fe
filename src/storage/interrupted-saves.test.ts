import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CLOSED_STORAGE, createFakeFallback, createFakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { nextTask } from '../clock/clock.ts';
import type { SessionEvent } from '../film/film.ts';
import { EMPTY_WORK, type Work } from '../film/film.ts';
import { sessionReducer } from '../film/reducer.ts';
import { createFilmStorage } from './film-storage.ts';
import { SCHEMA_VERSION_KEY, type TextStorage } from './stored-value.ts';
import type { FallbackStore } from './work-stores.ts';

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
  const batches = state.results.length;
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
        },
      ];
    }
    case 'edit':
      return [{ type: 'output-edited', index, output: `film ${film} edit ${serial}` }];
    case 'assemble':
      return batches === 0 ? [] : [{ type: 'result-assembled', text: `film ${film} translated ${serial}` }];
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
  /** Saves all, and gives what local storage was at each of its changes. */
  async function saveAll(states: readonly Work[], copy: FallbackStore) {
    const storage = createFakeStorage();
    const persistence = createFilmStorage({ storage, copy, ...quiet });
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
        const [first, second] = [0, 1].map(() => createFilmStorage({ storage, copy, ...quiet }));
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
    expect(await createFilmStorage({ storage, copy, ...quiet }).load()).toEqual(states.at(-1));
  });

  test('also where nothing of local storage can be read, and then the database holds it', async () => {
    const [copy, idb] = [createFakeFallback(), createFakeFallback()];
    const states = play([['film'], ['translate'], ['batch']]);
    await saveAll(states, copy);
    const persistence = createFilmStorage({ storage: CLOSED_STORAGE, idb, copy, ...quiet });
    expect(await persistence.load()).toEqual(states.at(-1));
    await persistence.flush();
    expect(await load(createFakeStorage(), idb)).toEqual(states.at(-1));
  });

  test('local storage that a person has emptied stays empty, also once it has settings, and nothing of the film stays in the copy', async () => {
    const copy = createFakeFallback();
    await saveAll(play([['film'], ['translate']]), copy);
    const persistence = createFilmStorage({ storage: createFakeStorage(), copy, ...quiet });
    expect(await persistence.load()).toEqual(EMPTY_WORK);
    await persistence.flush();
    await nextTask();
    expect([...copy.texts.values()].join()).not.toMatch('film');
    const storage = createFakeStorage([[SCHEMA_VERSION_KEY, '1']]);
    expect(await createFilmStorage({ storage, copy, ...quiet }).load()).toEqual(EMPTY_WORK);
  });

  test('what is begun while the copy cannot be read is not overwritten by it once it can', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...more] = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { onDisk } = await saveAll([film, ...more], copy);
    const storage = createFakeStorage(onDisk.find((texts) => texts.get('sessionRevision') === '1'));
    copy.fails = true;
    const persistence = createFilmStorage({ storage, copy, ...quiet });
    expect(await persistence.load()).toEqual(film);
    copy.fails = false;
    persistence.save({ ...film, sourceText: 'newer' });
    await persistence.flush();
    await nextTask();
    expect((await createFilmStorage({ storage, copy, ...quiet }).load()).sourceText).toBe('newer');
  });

  test('nor does the copy of before come back over what is begun then', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...more] = play([['film'], ['translate'], ['batch'], ['batch']]);
    await saveAll([film, ...more], copy);
    const { storage } = await saveAll([film], copy);
    expect(await createFilmStorage({ storage, copy, ...quiet }).load()).toEqual(film);
  });

  test('what another tab has saved since is not copied over', async () => {
    const copy = createFakeFallback();
    const [film = EMPTY_WORK, ...later] = play([['film'], ['translate'], ['batch'], ['batch']]);
    const { storage } = await saveAll([film], copy);
    const open = async (texts: Map<string, string>) => {
      const persistence = createFilmStorage({ storage: createFakeStorage(texts), copy, ...quiet });
      await persistence.load();
      return async (state: Work) => {
        persistence.save(state);
        await persistence.flush();
        await nextTask();
      };
    };
    const before = new Map(storage.texts);
    const [asleep, awake] = [await open(before), await open(before)];
    for (const state of later) await awake(state);
    await asleep({ ...film, translated: 'older' });
    const texts = createFakeStorage(before);
    expect(await createFilmStorage({ storage: texts, copy, ...quiet }).load()).toEqual(later.at(-1));
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
    const save = async (persistence: ReturnType<typeof createFilmStorage>, state: Work) => {
      persistence.save(state);
      await persistence.flush();
      await nextTask();
    };
    const first = createFilmStorage({ storage, copy: { ...copy, setMany }, ...quiet });
    await first.load();
    await save(first, translated);
    const second = createFilmStorage({ storage, copy, ...quiet });
    await second.load();
    for (const goOn of late) goOn();
    await nextTask();
    await save(second, done);
    expect(await createFilmStorage({ storage: createFakeStorage(before), copy, ...quiet }).load()).toEqual(done);
  });

  test('a copy that cannot be read or written keeps nothing from being stored', async () => {
    const copy = Object.assign(createFakeFallback(), { fails: true });
    const states = play([['film'], ['translate'], ['batch']]);
    const { storage } = await saveAll(states, copy);
    expect(await load(storage)).toEqual(states.at(-1));
  });
});

/** Everything that was loaded comes from one saved state, except parts that were left out. */
function expectNoMixture(loaded: Work, states: readonly Work[]): void {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  const film = (state: Work) => [state.phrases, state.results];
  const candidates = states.filter(
    (state) =>
      state.sourceText === loaded.sourceText &&
      (loaded.phrases.length === 0 || same(film(state), film(loaded))) &&
      (loaded.translated === '' || state.translated === loaded.translated) &&
      (loaded.error === '' || state.error === loaded.error) &&
      (loaded.details.every((details) => same(details, {})) || same(state.details, loaded.details)),
  );
  expect(candidates, JSON.stringify(loaded)).not.toEqual([]);
  if (loaded.phrases.length === 0) expect([loaded.results, loaded.translated]).toEqual([[], '']);
}
