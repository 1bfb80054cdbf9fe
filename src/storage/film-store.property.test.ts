import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeDatabase, type FakeDatabase } from '../../test/fake-database.ts';
import { createFakeStorage, type FakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { NO_PROGRESS, resultsOf } from '../engine/batch.ts';
import { EMPTY_WORK, type SessionEvent, type Work } from '../film/film.ts';
import { sessionReducer } from '../film/reducer.ts';
import { withoutFuture } from '../film/steps.ts';
import { redone, undone } from '../film/undo.ts';
import type { StoreName } from './database.ts';
import { filmTexts } from './film-codec.ts';
import { createFilmStore, type FilmStore } from './film-store.ts';
import type { StorageProblem } from './stored-value.ts';

/** So many batches need two records of lines. */
const BATCHES = 21;

type Step =
  | 'film'
  | 'translate'
  | 'batch'
  | 'edit'
  | 'assemble'
  | 'show'
  | 'pause'
  | 'restart'
  | 'again'
  | 'undo'
  | 'redo';
const anyStep = fc.constantFrom<Step>(
  ...(['film', 'translate', 'translate', 'batch', 'batch', 'batch', 'batch'] as const),
  ...(['edit', 'assemble', 'show', 'pause', 'restart', 'again', 'undo', 'undo', 'redo'] as const),
);

const phrasesOf = (film: number) =>
  Array.from({ length: BATCHES * 20 - 7 }, (_, index) => ({
    number: index + 1,
    time: 'a --> b',
    text: `film ${film} phrase ${index}`,
  }));

/** The state after a step. Every text names the step that wrote it, so that a mixture of two states is visible. */
function after(step: Step, before: Work, serial: number): Work {
  if (step === 'undo') return undone(before);
  if (step === 'redo') return redone(before);
  return eventsOf(step, before, serial).reduce((state, event) => sessionReducer(state, event), before);
}

function eventsOf(step: Exclude<Step, 'undo' | 'redo'>, state: Work, serial: number): readonly SessionEvent[] {
  const batches = state.batches.length;
  const index = (serial * 17) % Math.max(1, batches);
  if (step === 'film')
    return [
      { type: 'session-restarted' },
      { type: 'source-opened', text: `source ${serial}`, notices: [], inUse: undefined },
    ];
  if (step === 'restart') return [{ type: 'session-restarted' }];
  if (step === 'pause')
    return [{ type: 'run-paused', pause: { reason: 'failure', kind: 'quota', message: `message ${serial}` } }];
  if (step === 'translate')
    return state.sourceText === '' || batches > 0
      ? []
      : [{ type: 'source-parsed', phrases: phrasesOf(serial), notices: [{ kind: 'renumbered' }], firstOnly: false }];
  if (batches === 0) return [];
  if (step === 'assemble') return [{ type: 'result-written', text: `translated ${serial}` }];
  if (step === 'show') return [{ type: 'batch-shown', index }];
  if (step === 'again')
    return [
      {
        ...{ type: 'batches-queued', indexes: [index], asWhole: false, inHalves: false },
        ...{ withConfirmed: true, withEdited: true },
      },
    ];
  if (step === 'edit') return [{ type: 'output-edited', index, output: `edit ${serial}` }];
  const usage = { input: serial, output: 1, reasoning: 0 };
  const error = serial % 3 === 0 ? `error ${serial}` : '';
  return [
    { type: 'tokens-used', index, usage },
    {
      ...{ type: 'batch-finished', index, result: [error, `output ${serial}`], retry: null },
      ...{ failure: error === '' ? null : 'differences', progress: NO_PROGRESS, corrected: false, namesTaken: [] },
    },
  ];
}

/** The stored texts of the film. */
const filmOf = (work: Work): string => JSON.stringify(filmTexts({ ...work, shownBatch: null }));
/** The present film and those that Undo or Redo bring back. */
const filmsOf = (work: Work): readonly string[] => [
  filmOf(work),
  ...withoutFuture(work).past.flatMap(({ film }) => (film ? [filmOf({ ...EMPTY_WORK, ...film.facts })] : [])),
];

interface World {
  readonly storage: FakeStorage;
  readonly database: FakeDatabase;
}

function open({ storage, database }: World) {
  const problems: (StorageProblem | null)[] = [];
  const store = createFilmStore({
    storage,
    database,
    readOld: async () => undefined,
    onProblem: (problem) => problems.push(problem),
    // Timers do not run in this test, except the short ones that a start waits for.
    after(ms, callback) {
      if (ms <= 300 && ms !== 200) queueMicrotask(callback);
      return () => {};
    },
  });
  return { store, problems };
}

const copyOf = ({ storage, database }: World): World => ({
  storage: createFakeStorage(storage.texts),
  database: createFakeDatabase(database.stores),
});
const sizeOf = ({ texts }: FakeStorage): number => [...texts.values()].reduce((sum, text) => sum + text.length, 0);

/** The work that a page finds if it opens the stored texts now. */
const found = (world: World): Promise<Work> => open(copyOf(world)).store.load();

const anySaves = fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 });
const ENDS = ['saved', 'leaves', 'leaves in a save', 'dies in a save', 'dies before the save'] as const;
interface Visit {
  readonly saves: readonly (readonly Step[])[];
  readonly end: (typeof ENDS)[number];
  /** The number of the write before which the page is closed. */
  readonly at: number;
  readonly database?: Fault;
  readonly storage?: Fault;
  /** True: the database cannot be opened. */
  readonly isMissing: boolean;
}
const anyFault = fc.record({ from: fc.nat(60), count: fc.constantFrom(1, 3, 1000) });
const anyVisit: fc.Arbitrary<Visit> = fc.record(
  {
    saves: anySaves,
    end: fc.constantFrom(...ENDS),
    at: fc.nat(40),
    database: anyFault,
    storage: anyFault,
    isMissing: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  },
  { requiredKeys: ['saves', 'end', 'at', 'isMissing'] },
);

interface Fault {
  /** The first write that fails, and how many writes fail. */
  readonly from: number;
  readonly count: number;
}

/** Makes writes fail in both places. Returns what was stored before each write of local storage since `beginSave`. */
function plant({ storage, database }: World, visit: Visit) {
  let puts = 0;
  let sets = 0;
  let stored: World[] = [];
  const isIn = (at: number, fault: Fault | undefined) =>
    fault !== undefined && at >= fault.from && at < fault.from + fault.count;
  database.fault = () => (isIn(puts++, visit.database) ? new Error('disk full') : undefined);
  // A full storage can still take its earlier content, so a write can be undone.
  let peak = sizeOf(storage);
  storage.fault = (key, text) => {
    stored.push(copyOf({ storage, database }));
    const size = sizeOf(storage) - (storage.getItem(key)?.length ?? 0) + text.length;
    const isFailing = isIn(sets++, visit.storage) && (visit.storage?.count === 1 || size > peak);
    if (!isFailing) peak = Math.max(peak, size);
    return isFailing ? QUOTA_ERRORS[0] : undefined;
  };
  return {
    beginSave() {
      peak = sizeOf(storage);
      stored = [copyOf({ storage, database })];
    },
    /** Local storage alone cannot be written in one step. If it replaces the database, the page is closed before its first write. */
    stored: (at: number) => stored[visit.isMissing || visit.database ? 0 : at % stored.length],
  };
}

/** True if the page says that the work is stored in some place. */
const isKept = (problem: StorageProblem | null | undefined): boolean =>
  !problem || ('keptIn' in problem && problem.keptIn === 'indexed-db');

/** Plays one visit of the page after another, and checks what is found after each. */
async function live(visits: readonly Visit[]): Promise<void> {
  let world: World = { storage: createFakeStorage([['schemaVersion', '1']]), database: createFakeDatabase() };
  let serial = 0;
  /** The states since the last one that is certainly stored, with that one first. */
  let history: Work[] = [EMPTY_WORK];
  /** Work that only the database had while it was missing. */
  let hidden: readonly Work[] | undefined;
  /** Local storage may have had no room, or an incomplete write. */
  let isUnsure = false;

  /** True if the stored work is only in the database, which is missing. */
  const isHidden = (state: Work, visit: Visit): boolean =>
    visit.isMissing &&
    isUnsure &&
    (filmOf(state) === filmOf(EMPTY_WORK) || !history.map(filmOf).includes(filmOf(state)));
  function expectHidden(state: Work): void {
    const known = hidden?.map(filmOf);
    if (known && hidden?.every(({ sourceText }) => sourceText !== ''))
      expect(filmsOf(state).some((film) => known.includes(film))).toBe(true);
  }
  const expectFound = (state: Work) => expect([...history, ...(hidden ?? [])].map(filmOf)).toContain(filmOf(state));
  function begin(state: Work, visit: Visit): void {
    if (isHidden(state, visit)) hidden ??= history;
    else if (!hidden) expectFound(state);
    if (visit.isMissing) return;
    expectHidden(state);
    hidden = undefined;
  }
  function step(state: Work, steps: readonly Step[]): Work {
    const next = steps.reduce((before, each) => after(each, before, ++serial), state);
    history.push(next);
    return next;
  }

  async function save(state: Work, before: Work, { store, problems }: ReturnType<typeof open>): Promise<Work> {
    store.save(state);
    await store.flush();
    if (state !== before && isKept(problems.at(-1))) history = [state];
    return state;
  }

  /** Makes the last changes of a visit that ends without a complete save. */
  function change(state: Work, { saves, end }: Visit, store: FilmStore): void {
    const last = step(state, saves.at(-1) ?? []);
    if (end !== 'dies before the save') store.save(last);
    if (end !== 'leaves in a save') return;
    void store.flush();
    store.save(step(last, ['batch']));
  }
  function leave(store: FilmStore, { written }: FakeStorage): void {
    const before = written.length;
    void store.leave();
    if (written.slice(before).includes('unsaved')) history = history.slice(-1);
  }

  for (const visit of visits) {
    const { storage, database } = world;
    database.fails = visit.isMissing;
    const page = open(world);
    const { store } = page;
    let state = await store.load();
    begin(state, visit);
    isUnsure ||= visit.storage !== undefined || visit.end === 'dies in a save';
    // Without the database, its content is still unknown.
    history = visit.isMissing ? [...history, state] : [state];
    const faults = plant(world, visit);
    await store.flush();
    for (const steps of visit.end === 'saved' ? visit.saves : visit.saves.slice(0, -1)) {
      faults.beginSave();
      state = await save(step(state, steps), state, page);
      expectFound(await found(world));
    }
    if (visit.end !== 'saved') {
      faults.beginSave();
      change(state, visit, store);
    }
    if (visit.end.startsWith('leaves')) leave(store, storage);
    // The page is closed. The storage has what was stored then, or before a write of the last save.
    world = await goAway(world, visit, page.store, faults.stored);
  }
  const last = await found(world);
  expectFound(last);
  expectHidden(last);
}

/** Closes the page and returns what is stored then. */
async function goAway(
  world: World,
  { end, at }: Visit,
  store: FilmStore,
  stored: (at: number) => World | undefined,
): Promise<World> {
  const last = copyOf(world);
  world.database.fault = end === 'dies in a save' ? undefined : () => new Error('gone');
  await store.flush();
  store.discardUnwritten();
  return copyOf(end === 'dies in a save' ? (stored(at) ?? last) : last);
}

/** The page closes while another film is copied to local storage in tasks. Then the database is missing. */
const LEAVES_WHILE_COPYING: readonly Visit[] = [
  { saves: [['film']], end: 'saved', at: 0, isMissing: false },
  { saves: [['film']], end: 'leaves in a save', at: 0, isMissing: false },
  { saves: [['film']], end: 'saved', at: 0, isMissing: true },
];

// Each end gets its own test, so that chance does not leave one out.
test.each(ENDS)(
  'loses nothing that was stored when pages are closed and storage is full or missing (last visit: %s)',
  async (end) => {
    const anyVisits = fc
      .tuple(fc.array(anyVisit, { maxLength: 3 }), anyVisit)
      .map(([before, last]) => [...before, { ...last, end }]);
    await fc.assert(fc.asyncProperty(anyVisits, live), { numRuns: fuzzRuns(12), examples: [[LEAVES_WHILE_COPYING]] });
  },
);

/** A visit whose film is finished and stored. */
async function stored(): Promise<World & { readonly work: Work }> {
  const world = { storage: createFakeStorage([['schemaVersion', '1']]), database: createFakeDatabase() };
  const { store } = open(world);
  let work = await store.load();
  for (const step of ['film', 'translate'] as const) work = after(step, work, 1);
  for (let serial = 1; serial <= BATCHES; serial++) work = after('batch', work, serial);
  for (const step of ['again', 'assemble'] as const) work = after(step, work, 202);
  if (work.past.length === 0) throw new Error('There is no undo step to damage.');
  store.save(work);
  await store.flush();
  return { ...world, work };
}

const RECORDS = [
  ...[
    ['works', 'head'],
    ['sources', 'text'],
    ['sources', 'phrases'],
    ['sources', 'translated'],
  ],
  ...[
    ['lines', 0],
    ['lines', 1],
    ['past', 0],
  ],
] as const;
const anyDamage = fc.constantFrom<(value: unknown) => unknown>(
  () => undefined,
  () => 5,
  () => ['{"results":[[1]]}'],
  (value) => (typeof value === 'string' && value.startsWith('{') ? value.slice(0, value.length / 2) : { owner: 1 }),
);

test.each(RECORDS)('restores the damaged record %s %s from local storage', async (store, key) => {
  await fc.assert(
    fc.asyncProperty(anyDamage, async (damaged) => {
      const { work, ...world } = await stored();
      const records = world.database.stores.get(store as StoreName);
      const value = damaged(records?.get(key));
      if (value === undefined) records?.delete(key);
      else records?.set(key, value);
      const { store: next } = open(world);
      const loaded = await next.load();
      expect(filmOf(loaded)).toBe(filmOf(work));
      await next.flush();
      // The repaired work is stored, and the damaged text is stored under another key.
      expect(filmOf(await found(world))).toBe(filmOf(work));
      const kept = [...(world.database.stores.get('works') ?? [])].filter(([name]) =>
        String(name).startsWith('broken:'),
      );
      if (value !== undefined) expect(kept.map(([, text]) => text)).toContainEqual(value);
    }),
    { numRuns: fuzzRuns(5) },
  );
});

test.each(RECORDS)(
  'keeps all other facts if the record %s %s is damaged and local storage has no copy',
  async (store, key) => {
    await fc.assert(
      fc.asyncProperty(anyDamage, async (damaged) => {
        const { work, database } = await stored();
        const records = database.stores.get(store as StoreName);
        const value = damaged(records?.get(key));
        if (value === undefined) records?.delete(key);
        else records?.set(key, value);
        const world = { storage: createFakeStorage([['schemaVersion', '1']]), database };
        const loaded = await open(world).store.load();
        if (key !== 'text') expect(loaded.sourceText).toBe(work.sourceText);
        if (key !== 'phrases') expect(loaded.phrases).toEqual(work.phrases);
        const isLost = (index: number) =>
          key === 'head' || key === 'phrases' || (store === 'lines' && key === Math.floor(index / 20));
        if (key !== 'phrases')
          expect(resultsOf(loaded)).toEqual(resultsOf(work).map((slot, index) => (isLost(index) ? undefined : slot)));
        if (store === 'lines') expect(loaded.paused).toEqual({ reason: 'person' });
      }),
      { numRuns: fuzzRuns(5) },
    );
  },
);

test('finds the last saved work if a crash of the browser brings an older local storage back', async () => {
  await fc.assert(
    fc.asyncProperty(anySaves, anySaves, fc.nat(200), async (first, second, at) => {
      const world = { storage: createFakeStorage([['schemaVersion', '1']]), database: createFakeDatabase() };
      const onDisk: Map<string, string>[] = [new Map(world.storage.texts)];
      world.storage.fault = () => void onDisk.push(new Map(world.storage.texts));
      let serial = 0;
      let state = EMPTY_WORK;
      for (const saves of [first, second]) {
        // The database is missing in some saves of the first visit, so local storage is newer then.
        const { store } = open(world);
        state = await store.load();
        for (const [index, steps] of saves.entries()) {
          world.database.fails = saves === first && index === 0;
          for (const step of steps) state = after(step, state, ++serial);
          store.save(state);
          await store.flush();
        }
        world.database.fails = false;
        store.save({ ...state, error: `last ${++serial}` });
        state = { ...state, error: `last ${serial}` };
        await store.flush();
      }
      const storage = createFakeStorage(onDisk[at % onDisk.length]);
      expect(filmOf(await found({ ...world, storage }))).toBe(filmOf(state));
    }),
    { numRuns: fuzzRuns(60) },
  );
});
