import { type Clock, createTimerClock, withTimeout } from '../clock/clock.ts';
import type { Work } from '../film/film.ts';
import { formatAhead, parseFilm, type SessionKey } from './film-codec.ts';
import { asideKeys, onceEach, quarantine, type StorageProblem } from './stored-value.ts';
import { createUndoSteps, type UndoSteps } from './undo-steps.ts';
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
  /** Called with the name of a film that was put away and is stored nowhere, '' where it has none; null: there is no such film any more. */
  readonly onUnkeptFilm?: (name: string | null) => void;
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
  const steps = createUndoSteps(undoStore, options.onUnkeptFilm, after);
  /** The work that this tab holds and may write. */
  let saving: Saving | undefined;
  /** Another object after each loss of the work: a loading that began earlier ends without effect. */
  let loadGeneration = {};

  function drop(): object {
    saving?.end();
    saving = undefined;
    steps.end();
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
    /** The undo steps of the last load() where they came after it had ended; null: there are none. Never rejects. */
    lateSteps: steps.late,
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
    const { undo } = latest;
    const isWritable = steps.isKept(undo) || undo?.command === 'change-lines';
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
