import * as v from 'valibot';
import { type Clock, createTimerClock, withTimeout } from '../clock/clock.ts';
import { countSchema, detailsToStore, filmStepSchema, partStepSchema } from '../film/accepted-facts.ts';
import { EMPTY_WORK, type Undo, type Work } from '../film/film.ts';
import { bringsBackFilm, rememberAll } from '../film/undo.ts';
import { parseJson } from '../lib/json.ts';
import { modelName } from '../providers/models.ts';
import { filmTexts, formatAhead, parseFilm, SESSION_KEYS, type SessionKey } from './film-codec.ts';
import { asideKeys, onceEach, quarantine, type StorageProblem } from './stored-value.ts';
import {
  createWorkWriter,
  type FallbackStore,
  isOfNewerVersion,
  type LoadOptions,
  loadNewest,
  PATIENCE_MS,
  type Places,
  readStored,
  type WorkWriterOptions,
} from './work-stores.ts';

interface SessionStorageOptions extends Places, Pick<SavingOptions, 'onSaved'> {
  /** See createCrashCopy(); without it a browser that crashes may lose the last minutes of what local storage was given. */
  readonly restore?: LoadOptions['restore'];
  /** Where undo steps are kept; without it they last until the page is closed. */
  readonly undoStore?: FallbackStore;
  /** Called at each change of what is not stored as usual; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls `callback` once after `delayMs`; the returned function cancels. Missing: timers that browsers throttle in hidden pages. */
  readonly after?: Clock['after'];
  /** Another tab has saved since. Resolves with true if the tabs know who holds the run; otherwise the problem is reported. */
  readonly onOvertaken?: () => Promise<boolean>;
}

/** A session's state in local storage, or as a whole in IndexedDB where that has no room or refuses; of both the higher revision is loaded. */
export function createFilmStorage(options: SessionStorageOptions) {
  const { storage, idb, restore, undoStore, onProblem, onOvertaken, after = createTimerClock().after } = options;
  const report = onceEach(onProblem);
  const steps = createUndoSteps(undoStore);
  /** The work that this tab holds and may write. */
  let saving: Saving | undefined;
  /** Another object after each loss of the work: a loading that began earlier ends without effect. */
  let loadGeneration = {};

  function drop(): object {
    saving?.end();
    saving = undefined;
    loadGeneration = {};
    return loadGeneration;
  }

  /** Called when another tab has saved since. */
  async function handleOvertaken(): Promise<void> {
    drop();
    if (onOvertaken === undefined || !(await onOvertaken())) report({ kind: 'other-tab' });
  }

  return {
    /**
     * The newest stored state, as far as it is usable; never rejects. Must be called before the first save, and again after
     * another tab has saved. Waits a moment for `announcedRevision`, which another tab has announced. `stolen`: the former
     * holder may wake; what that tab writes later then counts as older.
     */
    async load(announcedRevision = 0, stolen = false): Promise<Work> {
      const loading = drop();
      const loadingSteps = steps.load();
      const newest = await loadNewest({ storage, idb, restore, after, announcedRevision, stolen });
      const { state: work, broken } = parseFilm(newest.found);
      const state = { ...work, undo: await loadingSteps };
      if (loading !== loadGeneration) return state;
      if (isOfNewerVersion(newest)) report({ kind: 'newer-version' });
      else {
        saving = createSaving({
          ...options,
          after,
          report,
          steps,
          newest,
          state,
          onOvertaken: () => void handleOvertaken(),
        });
        await saving.repair(broken);
      }
      return state;
    },
    /** What is stored, as it is: for a page that does not have the work, or is too old to read it. */
    readStored: () => readStored(options),
    /** Stores the newest state within 250 ms. Ignored in a tab that does not have the work. */
    save: (state: Work): void => saving?.save(state),
    /** Writes unwritten changes now, for a page that is hidden or closes. Resolves when the work is kept, wherever possible. */
    flush: async (): Promise<void> => saving?.flush(),
    /** flush() for a page that may be going: nothing that can be written at once waits. */
    leave: async (): Promise<void> => saving?.leave(),
    /** flush() that waits for a slow database, before another tab continues from what is stored. False: not stored. */
    handOver: async (): Promise<boolean> => saving?.handOver() ?? true,
    /** Another tab has the work: discards unwritten changes, and saves nothing until `load`. */
    discardUnwritten(): void {
      drop();
      report(null);
    },
    /** Writes the state again after another tab has overwritten it, though this tab has the work. False: the stored work is newer. */
    restoreOverwritten: (): boolean => saving?.restoreOverwritten() ?? true,
  };
}

export type SessionPersistence = ReturnType<typeof createFilmStorage>;

interface SavingOptions extends Omit<WorkWriterOptions, 'onKept' | 'isOver'> {
  /** What was loaded. */
  readonly state: Work;
  readonly steps: UndoSteps;
  /** Calls `callback` once after `delayMs`; the returned function cancels. */
  readonly after: Clock['after'];
  /** Called after each save with its revision: other tabs notice local storage late, and IndexedDB not at all. */
  readonly onSaved?: (revision: number) => void;
}

/** At most four writes a second (specification: within a quarter of a second). */
const SAVE_AFTER_MS = 250;
/** How long handOver() waits for a slow database; tabs/one-tab.ts waits longer. */
const HAND_OVER_PATIENCE_MS = 8_000;

type Saving = ReturnType<typeof createSaving>;

/** The work from its loading until this tab loses it: writes it now and then, undo steps first. */
function createSaving({ state: loaded, steps, after, ...options }: SavingOptions) {
  let isOver = false;
  let latest = loaded;
  /** What is not written yet. */
  let waiting: Work | undefined;
  /** What is stored. */
  let stored = loaded;
  /** See formatAhead(). */
  let formattedPhrases: Work['phrases'] | undefined;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;
  const writer = createWorkWriter({
    ...options,
    onKept(state, revision, isNew) {
      stored = state;
      if (isNew) options.onSaved?.(revision);
    },
    isOver: () => isOver,
  });

  function save(state: Work): void {
    if (isOver) return;
    if (state.phrases !== formattedPhrases) void formatAhead(state);
    formattedPhrases = state.phrases;
    latest = state;
    waiting = state;
    if (!steps.isKept(state.undo)) void flush();
    else cancelTimer ??= after(SAVE_AFTER_MS, () => void flush());
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    // Local storage is written synchronously, since a closing page may not run later; unless an undo step must be kept first.
    if (waiting && steps.isKept(waiting.undo) && writer.writeHere(waiting)) waiting = undefined;
    if (waiting) writing ??= writeWaiting();
    return writing ?? Promise.resolve();
  }

  /** For a page that may be going: lines are written at once though their undo step, which then may be missing after a reload, is not yet. */
  function leave(): Promise<void> {
    const isWritable = steps.isKept(latest.undo) || (latest.undo !== null && 'lines' in latest.undo);
    if (stored !== latest && isWritable && !isOver) writer.writeHere(latest, true);
    // By a tab that slept: what it wrote a moment ago nobody may have looked at yet.
    if (!isOver && writer.isOverwritten()) waiting ??= latest;
    return flush();
  }

  async function writeWaiting(): Promise<void> {
    while (waiting) {
      const state: Work = waiting;
      waiting = undefined;
      const storedBefore = stored;
      await steps.add(state.undo);
      // What was stored meanwhile is newer.
      if (!isOver && stored === storedBefore) await writer.write(state, () => waiting ?? state);
      if (!isOver) await steps.settle(state.undo);
    }
    writing = undefined;
  }

  return {
    save,
    flush,
    leave,
    /** Broken texts are moved to other keys before the repaired state is written; what neither place has is written, too. */
    async repair(broken: ReadonlySet<SessionKey>): Promise<void> {
      const { storage, idb, newest } = options;
      const { found, inDatabase } = newest;
      const texts = [...broken].map((key) => [key, found.read(key) ?? ''] as const);
      if (texts.length === 0 && !found.incompleteWrite && !newest.isDue) return;
      const aside = texts.map(([key, text]) => [asideKeys(key)[0] ?? key, text] as const);
      if (inDatabase && idb) await withTimeout(PATIENCE_MS, idb.setMany(aside), undefined);
      else if (storage) for (const [key, text] of texts) quarantine(storage, key, text);
      save(loaded);
    },
    async handOver(): Promise<boolean> {
      await withTimeout(HAND_OVER_PATIENCE_MS, flush(), undefined);
      return isOver || (waiting === undefined && writer.isKept());
    },
    restoreOverwritten(): boolean {
      if (!writer.isAhead()) return false;
      waiting ??= latest;
      void flush();
      return true;
    },
    end(): void {
      isOver = true;
      waiting = undefined;
      cancelTimer?.();
    },
  };
}

/** Limits for a database that never answers; loading gets longer, since steps that are not read are not offered. */
const STEPS_PATIENCE_MS = 800;
const STEPS_LOAD_PATIENCE_MS = 2_000;
/** Holds the number of steps; the oldest has place 0. */
const COUNT_KEY = 'undo';
/** Holds the places of the steps that bring a film back. */
const FILMS_KEY = 'undo:films';
/** The newest steps that are read; of older ones those that bring a film back: the work of hours must not be lost below many small steps. */
const MOST_STEPS_READ = 200;
const headKey = (place: number): string => `undo:${place}`;
const filmKeys = (place: number): readonly string[] => SESSION_KEYS.map((key) => `undo:${place}:${key}`);

/**
 * Undo steps in IndexedDB, since local storage has no room for a second film. Steps and work are written in such an order that
 * discarded work is always in one of the two, whenever the tab closes. `store` undefined: steps last until then.
 */
export function createUndoSteps(store: FallbackStore | undefined) {
  let newest: Undo | null = null;
  let isWriting = false;
  /** The stored steps, oldest first; undefined: unknown. */
  let kept: readonly Undo[] | undefined;

  async function write(undo: Undo | null): Promise<void> {
    const steps = stepsOf(undo);
    const before = kept;
    kept = undefined;
    const entries = steps.flatMap((step, place) => (before?.[place] === step ? [] : entriesOf(step, place)));
    if (steps.length === 0) await store?.clear();
    else {
      const films = steps.flatMap((step, place) => (bringsBackFilm(step) ? [place] : []));
      await store?.setMany([...entries, [FILMS_KEY, JSON.stringify(films)], [COUNT_KEY, String(steps.length)]]);
    }
    kept = steps;
  }

  async function save(undo: Undo | null): Promise<void> {
    isWriting = true;
    // Best effort: a step that cannot be undone after a reload is not reported.
    if (undo !== newest) await withTimeout(STEPS_PATIENCE_MS, write(undo), undefined);
    newest = undo;
    isWriting = false;
  }

  return {
    /** Never rejects, and takes at most 2 s. An unusable step is left out with all older ones. */
    async load(): Promise<Undo | null> {
      newest = store ? await withTimeout(STEPS_LOAD_PATIENCE_MS, readSteps(store), null) : null;
      // Places have changed if unusable steps were left out, so that all steps must be written again.
      kept = undefined;
      return newest;
    },
    /** Whether these steps are stored, with no write pending. */
    isKept: (undo: Undo | null): boolean => undo === newest && !isWriting,
    /** Before the work of `undo` is written: adds new steps, and keeps the one that this work undoes. After 0.8 s at most; never rejects. */
    async add(undo: Undo | null): Promise<void> {
      if (undo === null || undo === newest?.previous) return;
      await save(newest === null || undo === newest || undo.previous === newest ? undo : { ...newest, previous: undo });
    },
    /** To be called after the work is written: stores exactly these steps. Resolves as add(). */
    settle: save,
  };
}

export type UndoSteps = ReturnType<typeof createUndoSteps>;

const placesSchema = v.fallback(v.array(countSchema), []);

async function readSteps(store: FallbackStore): Promise<Undo | null> {
  const [countText, filmsText] = await store.getMany([COUNT_KEY, FILMS_KEY]);
  const count = v.safeParse(countSchema, Number(countText ?? 0));
  if (!count.success) return null;
  const first = Math.max(0, count.output - MOST_STEPS_READ);
  const films = v.parse(placesSchema, parseJson(String(filmsText)));
  const places = [
    ...films.filter((place) => place < first),
    ...Array.from({ length: count.output - first }, (_, index) => first + index),
  ];
  const heads = await store.getMany(places.map(headKey));
  let undo: Undo | null = null;
  for (const [index, place] of places.entries()) {
    undo = await parseStep(parseJson(String(heads[index])), () => store.getMany(filmKeys(place)), undo);
  }
  return undo;
}

/** null: unusable. */
async function parseStep(
  head: unknown,
  readFilm: () => Promise<readonly unknown[]>,
  previous: Undo | null,
): Promise<Undo | null> {
  const part = v.safeParse(partStepSchema, head);
  if (part.success) return { ...part.output, previous };
  const step = v.safeParse(filmStepSchema, head);
  const film = await readFilm();
  if (!step.success || film.some((text) => typeof text !== 'string')) return null;
  const texts = new Map(SESSION_KEYS.map((key, index) => [key, String(film[index])]));
  const { state, broken } = parseFilm({ read: (key) => texts.get(key) ?? null, incompleteWrite: false });
  return broken.size > 0 ? null : { ...rememberAll({ ...state, undo: previous }, step.output.command), ...step.output };
}

/** A step's own facts, and the film that it discarded under the names of the stored keys. */
function entriesOf({ previous: _, ...step }: Undo, place: number): readonly (readonly [key: string, text: string])[] {
  if ('index' in step) return [[headKey(place), JSON.stringify({ ...step, details: detailsToStore(step.details) })]];
  if ('batches' in step) {
    const batches = step.batches.map((batch) => ({ ...batch, details: detailsToStore(batch.details) }));
    return [[headKey(place), JSON.stringify({ ...step, batches })]];
  }
  if (!('before' in step)) return [[headKey(place), JSON.stringify(step)]];
  const { before, madeWith, ...head } = step;
  const named = madeWith && { madeWith: { ...madeWith, model: modelName(madeWith.model) } };
  const texts = Object.values(filmTexts({ ...EMPTY_WORK, ...before }));
  return [
    [headKey(place), JSON.stringify({ ...head, ...named })],
    ...filmKeys(place).map((key, index) => [key, texts[index] ?? ''] as const),
  ];
}

/** Oldest first. */
function stepsOf(undo: Undo | null): readonly Undo[] {
  const steps: Undo[] = [];
  for (let current = undo; current !== null; current = current.previous) steps.push(current);
  return steps.reverse();
}
