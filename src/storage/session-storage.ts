import type { Clock } from '../clock/clock.ts';
import { createTimerClock } from '../clock/timer-clock.ts';
import type { SessionState } from '../session/session-state.ts';
import { createFallbackSession } from './fallback-session.ts';
import type { FallbackStore } from './fallback-store.ts';
import { loadNewest } from './load-newest.ts';
import { createLocalSession } from './local-session.ts';
import { parseSession } from './parse-session.ts';
import type { SessionPersistence } from './session-persistence.ts';
import { createSessionTexts } from './session-texts.ts';
import { createSessionView } from './session-view.ts';
import { createSessionWriter } from './session-writer.ts';
import type { StorageProblem } from './storage-problem.ts';
import type { TextStorage } from './stored-value.ts';

export interface SessionStorageOptions {
  /** null: there is none, or access to it throws. */
  readonly storage: TextStorage | null;
  /** For work that the storage does not take. Without it such work is in memory alone. */
  readonly idb?: FallbackStore;
  /** Hears each change: what is not stored as usual, or null when all is well again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls back once after `delayMs`; the function given back cancels. In a hidden page timers of its own are too slow. */
  readonly after?: Clock['after'];
  /** After each save, with its revision: other tabs hear of it late, or in IndexedDB nothing by themselves. */
  readonly onSaved?: (revision: number) => void;
  /** Another tab has saved since. Fulfilled with true where the tabs know who holds the run; otherwise it is a problem to tell. */
  readonly onOvertaken?: () => Promise<boolean>;
}

/** At most four writes a second (specified: within a quarter of a second). */
const SAVE_AFTER_MS = 250;

/**
 * Follows a session's state into local storage. What does not fit there, or is refused, goes into IndexedDB as a whole.
 * Both carry a revision, and the newer is loaded.
 */
export function createSessionStorage(options: SessionStorageOptions): SessionPersistence {
  const { storage, idb, after = createTimerClock().after, onOvertaken } = options;
  const local = storage === null ? undefined : createLocalSession(storage);
  const fallback = idb && createFallbackSession(idb);
  const texts = createSessionTexts();
  const writer = createSessionWriter({ ...options, local, fallback, report, onOvertaken: () => void stop() });
  let view = createSessionView(storage, idb);
  let mayWrite = false;
  /** As loaded, or saved since. */
  let latest: SessionState | undefined;
  let waiting: SessionState | undefined;
  let cancelTimer: (() => void) | undefined;
  let reported = 'null';

  function report(problem: StorageProblem | null): void {
    const text = JSON.stringify(problem);
    if (text === reported) return;
    reported = text;
    options.onProblem(problem);
  }

  function forget(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    waiting = undefined;
    latest = undefined;
    mayWrite = false;
    writer.end();
    // What was read to be shown is read anew when this tab follows again.
    view = createSessionView(storage, idb);
  }

  async function load(announcedRevision = 0, stolen = false): Promise<SessionState> {
    forget();
    const newest = await loadNewest({ local, fallback, after, announcedRevision, stolen });
    const { found, inFallback } = newest;
    mayWrite = !newest.here.newerVersion && !newest.there.newerVersion;
    if (mayWrite) writer.begin(newest);
    else report({ kind: 'newer-version' });
    const { state, broken } = parseSession(found);
    latest = state;
    // What is broken is set aside, and written anew.
    if (mayWrite && (broken.size > 0 || found.torn)) {
      if (inFallback) await fallback?.setAside(broken);
      else local?.setAside(broken);
      save(state);
    }
    return state;
  }

  function save(state: SessionState): void {
    if (!mayWrite || state.role === 'follower') return;
    texts.prepareSoon(state);
    waiting = state;
    latest = state;
    cancelTimer ??= after(SAVE_AFTER_MS, () => {
      if (texts.isReady()) void flush();
      else cancelTimer = after(SAVE_AFTER_MS, () => void flush());
    });
  }

  function flush(): Promise<void> {
    cancelTimer?.();
    cancelTimer = undefined;
    const state = waiting;
    waiting = undefined;
    return state !== undefined && mayWrite ? writer.write(texts.of(state)) : writer.written();
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
      const seen = await view.look();
      if (seen.newerVersion) report({ kind: 'newer-version' });
      return seen;
    },
    async handOver() {
      await flush();
      return latest === undefined || writer.isKept();
    },
    drop() {
      forget();
      report(null);
    },
    defend() {
      if (latest === undefined || !mayWrite) return true;
      if (!writer.distrust()) return false;
      waiting ??= latest;
      void flush();
      return true;
    },
  };
}
