import type { Clock } from '../clock/clock.ts';
import { createTimerClock } from '../clock/timer-clock.ts';
import { within } from '../clock/within.ts';
import type { SessionState } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createFollowedWork, newsBetween, type StoredView, type WorkAt, type WorkNews } from './followed-work.ts';
import { atRest, formatAhead, parseSession, type SessionKey } from './session-texts.ts';
import { loadNewest, type NewestWork, type Places, setAsideThere } from './stored-work.ts';
import { createUndoSteps } from './undo-steps.ts';
import { createWorkWriter } from './work-writer.ts';
import { onceEach, type StorageProblem, setAside } from './write-all.ts';

export interface SessionStorageOptions extends Places {
  /** For what can be taken back; without it that lasts as long as the page. */
  readonly undoStore?: FallbackStore;
  /** Hears each change: what is not stored as usual, or null when all is well again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls back once after `delayMs`; the function given back cancels. In a hidden page timers of its own are too slow. */
  readonly after?: Clock['after'];
  /** After each save, with its revision: other tabs hear of it late, or in IndexedDB nothing by themselves. */
  readonly onSaved?: (revision: number) => void;
  /** What other tabs show, before `onSaved` and where nothing that is stored has changed. */
  readonly onNews?: (news: WorkNews) => void;
  /** Another tab has saved since. Fulfilled with true where the tabs know who holds the run; otherwise it is a problem to tell. */
  readonly onOvertaken?: () => Promise<boolean>;
}

export interface SessionPersistence {
  /**
   * The newest state that is stored, as far as it can be used; never rejects. Nothing is saved before it, and after
   * another tab has saved it is to be called again. Waits a little for a revision that another tab has announced.
   * `stolen`: the run was taken from a tab that may yet wake; what that one writes then counts for nothing.
   */
  load(announcedRevision?: number, stolen?: boolean): Promise<SessionState>;
  /** What is stored, without what can be taken back, and without mending anything: for a tab that does not hold the run. */
  look(): Promise<StoredView>;
  /** The same from what the holder tells; undefined: the news do not follow on what was read. */
  hear(news: unknown): SessionState | undefined;
  /** For a tab that has looked: what goes on here and is not stored; undefined: this tab does not hold the run. */
  newsBeyondStored(): WorkNews | undefined;
  /** Keeps the state within a quarter of a second, with all changes until then. A follower's state is its holder's to keep. */
  save(state: SessionState): void;
  /** Writes what waits at once: for a page that is hidden or goes away. Fulfilled when it is kept as well as can be. */
  flush(): Promise<void>;
  /** The same before another tab goes on from it: a slow database is waited for. False: it could not be kept. */
  handOver(): Promise<boolean>;
  /** Another tab holds the run: what waits is forgotten, and nothing is saved until `load`. */
  drop(): void;
  /** Another tab has written, though this one holds the run: writes the state again where that differs. False: that is newer. */
  defend(): boolean;
}

/** At most four writes a second (specified: within a quarter of a second). */
const SAVE_AFTER_MS = 250;
/** For a slow database, when another tab is to go on from what it holds (tabs/asking.ts waits longer). */
const HAND_OVER_PATIENCE_MS = 8_000;

/**
 * Follows a session's state into local storage. What does not fit there, or is refused, goes into IndexedDB as a whole.
 * Both carry a revision, and the newer is loaded.
 */
export function createSessionStorage(options: SessionStorageOptions): SessionPersistence {
  const { storage, idb, undoStore, onProblem, onOvertaken, after = createTimerClock().after } = options;
  const report = onceEach(onProblem);
  const steps = createUndoSteps(undoStore);
  const writer = createWorkWriter({ storage, idb, report, onKept: tell, onOvertaken: () => void stop() });
  let followed = createFollowedWork(options);
  /** Another number since this tab has lost the work: what was begun before counts for nothing. */
  let turn = 0;
  let mayWrite = false;
  /** As loaded, or saved since; what of it is to be written; what the other tabs know of; and what is put into words ahead of time. */
  let latest: SessionState | undefined;
  let waiting: SessionState | undefined;
  let told: WorkAt | undefined;
  let film: SessionState['phrases'] | undefined;
  let writing: Promise<void> | undefined;
  let cancelTimer: (() => void) | undefined;

  function tell(state: SessionState, revision: number, isNew: boolean): void {
    const now = { state, revision };
    if (told) options.onNews?.(newsBetween(told, now));
    told = now;
    if (isNew) options.onSaved?.(revision);
  }

  function forget(): void {
    turn++;
    cancelTimer?.();
    cancelTimer = undefined;
    waiting = undefined;
    latest = undefined;
    told = undefined;
    writing = undefined;
    mayWrite = false;
    writer.end();
    // What was read to be shown is read anew when this tab follows again.
    followed = createFollowedWork(options);
  }

  async function load(announcedRevision = 0, stolen = false): Promise<SessionState> {
    forget();
    const begun = turn;
    const loadingUndo = steps.load();
    const newest = await loadNewest({ storage, idb, after, announcedRevision, stolen });
    const undo = await loadingUndo;
    const { state: work, broken } = parseSession(newest.found);
    const state = { ...work, undo };
    if (begun !== turn) return state;
    mayWrite = !newest.here.newerVersion && !newest.there.newerVersion;
    if (mayWrite) await begin(state, newest, broken);
    else report({ kind: 'newer-version' });
    return state;
  }

  async function begin(state: SessionState, newest: NewestWork, broken: Iterable<SessionKey>): Promise<void> {
    const { found, inDatabase, revision } = newest;
    latest = state;
    told = { state, revision };
    writer.begin(newest);
    const texts = [...broken].flatMap((key) => [[key, found.read(key) ?? ''] as const]);
    if (texts.length === 0 && !found.torn) return;
    // What is broken is set aside, and written anew.
    if (inDatabase && idb) await setAsideThere(idb, texts);
    else if (storage) for (const [key, text] of texts) setAside(storage, key, text);
    save(state);
  }

  function save(state: SessionState): void {
    if (!mayWrite || state.role === 'follower') return;
    if (state.phrases !== film) void formatAhead(state);
    film = state.phrases;
    latest = state;
    waiting = state;
    if (!steps.isKept(state.undo)) void flush();
    else cancelTimer ??= after(SAVE_AFTER_MS, () => void flush());
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    // At once, for a page that goes away may do nothing later; unless a step is to be kept before it.
    if (waiting && steps.isKept(waiting.undo) && writer.writeHere(waiting)) waiting = undefined;
    if (waiting) writing ??= writeWaiting();
    return writing ?? Promise.resolve();
  }

  async function writeWaiting(): Promise<void> {
    const begun = turn;
    while (waiting) {
      const state: SessionState = waiting;
      waiting = undefined;
      await steps.add(state.undo);
      if (begun === turn) await writer.write(state, () => waiting ?? state);
      if (begun === turn) await steps.settle(state.undo);
      if (begun !== turn) return;
    }
    writing = undefined;
  }

  /** Another tab has saved since. */
  async function stop(): Promise<void> {
    forget();
    if (onOvertaken === undefined || !(await onOvertaken())) report({ kind: 'other-tab' });
  }

  return {
    load,
    save,
    flush,
    async look() {
      const seen = await followed.look();
      if (seen.newerVersion) report({ kind: 'newer-version' });
      return seen;
    },
    hear: (news) => followed.hear(news),
    newsBeyondStored: () => told && newsBetween({ ...told, state: atRest(told.state) }, told),
    async handOver() {
      await within(HAND_OVER_PATIENCE_MS, flush(), undefined);
      return latest === undefined || (waiting === undefined && writer.isKept());
    },
    drop() {
      forget();
      report(null);
    },
    defend() {
      if (latest === undefined || !mayWrite) return true;
      if (!writer.isAhead()) return false;
      waiting ??= latest;
      void flush();
      return true;
    },
  };
}
