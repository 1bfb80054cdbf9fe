import type { Clock } from '../clock/clock.ts';
import { createTimerClock } from '../clock/timer-clock.ts';
import { within } from '../clock/within.ts';
import { atRest } from '../session/at-rest.ts';
import type { SessionState } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createFollowedWork, newsBetween, type StoredView, type WorkAt, type WorkNews } from './followed-work.ts';
import { formatAhead, parseSession, type SessionKey } from './session-texts.ts';
import { loadNewest, type NewestWork, type Places, setAsideThere } from './stored-work.ts';
import { createUndoSteps } from './undo-steps.ts';
import { createWorkWriter } from './work-writer.ts';
import { onceEach, type StorageProblem, setAside } from './write-all.ts';

export interface SessionStorageOptions extends Places {
  /** Where undo steps are kept; without it they last until the page is closed. */
  readonly undoStore?: FallbackStore;
  /** Called at each change of what is not stored as usual; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls `callback` once after `delayMs`; the returned function cancels. Missing: timers that browsers throttle in hidden pages. */
  readonly after?: Clock['after'];
  /** Called after each save with its revision: other tabs notice local storage late, and IndexedDB not at all. */
  readonly onSaved?: (revision: number) => void;
  /** Called with the changes before `onSaved`, and for changes of which nothing is stored. */
  readonly onNews?: (news: WorkNews) => void;
  /** Another tab has saved since. Resolves with true if the tabs know who holds the run; otherwise the problem is reported. */
  readonly onOvertaken?: () => Promise<boolean>;
}

export interface SessionPersistence {
  /**
   * The newest stored state, as far as it is usable; never rejects. Must be called before the first save, and again after
   * another tab has saved. Waits a moment for `announcedRevision`, which another tab has announced. `stolen`: the former
   * holder may wake; what that tab writes later then counts as older.
   */
  load(announcedRevision?: number, stolen?: boolean): Promise<SessionState>;
  /** For a follower: the stored work without undo steps; repairs nothing. */
  readStored(): Promise<StoredView>;
  /** For a follower: the state after the holder's news; undefined when the news do not follow on what was read. */
  applyNews(news: unknown): SessionState | undefined;
  /** For a follower that has read: what goes on here and is not stored; undefined when this tab is not the holder. */
  newsBeyondStored(): WorkNews | undefined;
  /** Stores the newest state within 250 ms. A follower's calls are ignored: the holder stores the work. */
  save(state: SessionState): void;
  /** Writes unwritten changes now, for a page that is hidden or closes. Resolves when the work is kept, wherever possible. */
  flush(): Promise<void>;
  /** flush() that waits for a slow database, before another tab continues from what is stored. False: not stored. */
  handOver(): Promise<boolean>;
  /** Another tab holds the run: discards unwritten changes, and saves nothing until `load`. */
  discardUnwritten(): void;
  /** Writes the state again after another tab has overwritten it, though this tab holds the run. False: the stored work is newer. */
  restoreOverwritten(): boolean;
}

/** At most four writes a second (specification: within a quarter of a second). */
const SAVE_AFTER_MS = 250;
/** How long handOver() waits for a slow database; tabs/asking.ts waits longer. */
const HAND_OVER_PATIENCE_MS = 8_000;

/**
 * Keeps a session's state in local storage, or, when local storage has no room or refuses, as a whole in IndexedDB. Both
 * carry a revision; the work with the higher one is loaded.
 */
export function createSessionStorage(options: SessionStorageOptions): SessionPersistence {
  const { storage, idb, undoStore, onProblem, onOvertaken, after = createTimerClock().after } = options;
  const report = onceEach(onProblem);
  const steps = createUndoSteps(undoStore);
  const writer = createWorkWriter({
    storage,
    idb,
    report,
    onKept: announce,
    onOvertaken: () => void handleOvertaken(),
  });
  let followed = createFollowedWork(options);
  /** Incremented when this tab loses the work: an async step that started in an earlier generation ends without effect. */
  let generation = 0;
  let mayWrite = false;
  /** `latest`: loaded or saved last; `waiting`: not written yet; `announced`: what other tabs know; `formattedPhrases`: see formatAhead. */
  let latest: SessionState | undefined;
  let waiting: SessionState | undefined;
  let announced: WorkAt | undefined;
  let formattedPhrases: SessionState['phrases'] | undefined;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;

  function announce(state: SessionState, revision: number, isNew: boolean): void {
    const now = { state, revision };
    if (announced) options.onNews?.(newsBetween(announced, now));
    announced = now;
    if (isNew) options.onSaved?.(revision);
  }

  function forget(): void {
    generation++;
    cancelTimer?.();
    cancelTimer = undefined;
    waiting = undefined;
    latest = undefined;
    announced = undefined;
    writing = undefined;
    mayWrite = false;
    writer.end();
    // A tab that follows again must read anew.
    followed = createFollowedWork(options);
  }

  async function load(announcedRevision = 0, stolen = false): Promise<SessionState> {
    forget();
    const startedIn = generation;
    const loadingUndo = steps.load();
    const newest = await loadNewest({ storage, idb, after, announcedRevision, stolen });
    const undo = await loadingUndo;
    const { state: work, broken } = parseSession(newest.found);
    const state = { ...work, undo };
    if (startedIn !== generation) return state;
    mayWrite = !newest.local.newerVersion && !newest.database.newerVersion;
    if (mayWrite) await begin(state, newest, broken);
    else report({ kind: 'newer-version' });
    return state;
  }

  async function begin(state: SessionState, newest: NewestWork, broken: Iterable<SessionKey>): Promise<void> {
    const { found, inDatabase, revision } = newest;
    latest = state;
    announced = { state, revision };
    writer.begin(newest);
    const texts = [...broken].flatMap((key) => [[key, found.read(key) ?? ''] as const]);
    if (texts.length === 0 && !found.torn) return;
    // Broken texts are moved to other keys before the repaired state is written.
    if (inDatabase && idb) await setAsideThere(idb, texts);
    else if (storage) for (const [key, text] of texts) setAside(storage, key, text);
    save(state);
  }

  function save(state: SessionState): void {
    if (!mayWrite || state.role === 'follower') return;
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

  async function writeWaiting(): Promise<void> {
    const startedIn = generation;
    while (waiting) {
      const state: SessionState = waiting;
      waiting = undefined;
      await steps.add(state.undo);
      if (startedIn === generation) await writer.write(state, () => waiting ?? state);
      if (startedIn === generation) await steps.settle(state.undo);
      if (startedIn !== generation) return;
    }
    writing = undefined;
  }

  /** Called when another tab has saved since. */
  async function handleOvertaken(): Promise<void> {
    forget();
    if (onOvertaken === undefined || !(await onOvertaken())) report({ kind: 'other-tab' });
  }

  return {
    load,
    save,
    flush,
    async readStored() {
      const seen = await followed.readStored();
      if (seen.newerVersion) report({ kind: 'newer-version' });
      return seen;
    },
    applyNews: (news) => followed.applyNews(news),
    newsBeyondStored: () => announced && newsBetween({ ...announced, state: atRest(announced.state) }, announced),
    async handOver() {
      await within(HAND_OVER_PATIENCE_MS, flush(), undefined);
      return latest === undefined || (waiting === undefined && writer.isKept());
    },
    discardUnwritten() {
      forget();
      report(null);
    },
    restoreOverwritten() {
      if (latest === undefined || !mayWrite) return true;
      if (!writer.isAhead()) return false;
      waiting ??= latest;
      void flush();
      return true;
    },
  };
}
