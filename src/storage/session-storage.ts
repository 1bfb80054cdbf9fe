import type { Clock } from '../clock/clock.ts';
import { createTimerClock } from '../clock/clock.ts';
import type { SessionState } from '../session/session-state.ts';
import type { FallbackStore } from './fallback-store.ts';
import { createFollowedWork, type WorkNews } from './followed-work.ts';
import { createHeldWork, type HeldWork, type HeldWorkOptions } from './held-work.ts';
import { parseSession } from './session-texts.ts';
import { createUndoSteps } from './undo-steps.ts';
import { isOfNewerVersion, loadNewest, type Places } from './work-places.ts';
import { onceEach, type StorageProblem } from './write-all.ts';

export interface SessionStorageOptions extends Places, Pick<HeldWorkOptions, 'onSaved' | 'onNews'> {
  /** Where undo steps are kept; without it they last until the page is closed. */
  readonly undoStore?: FallbackStore;
  /** Called at each change of what is not stored as usual; null: everything is stored again. */
  readonly onProblem: (problem: StorageProblem | null) => void;
  /** Calls `callback` once after `delayMs`; the returned function cancels. Missing: timers that browsers throttle in hidden pages. */
  readonly after?: Clock['after'];
  /** Another tab has saved since. Resolves with true if the tabs know who holds the run; otherwise the problem is reported. */
  readonly onOvertaken?: () => Promise<boolean>;
}

/**
 * Keeps a session's state in local storage, or, when local storage has no room or refuses, as a whole in IndexedDB. Both
 * carry a revision; the work with the higher one is loaded.
 */
export function createSessionStorage(options: SessionStorageOptions) {
  const { storage, idb, undoStore, onProblem, onOvertaken, after = createTimerClock().after } = options;
  const report = onceEach(onProblem);
  const steps = createUndoSteps(undoStore);
  let followed = createFollowedWork(options);
  /** The work that this tab holds and may write. */
  let held: HeldWork | undefined;
  /** Another object after each loss of the work: a loading that began earlier ends without effect. */
  let tenure = {};

  function drop(): object {
    held?.end();
    held = undefined;
    // A tab that follows again must read anew.
    followed = createFollowedWork(options);
    tenure = {};
    return tenure;
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
    async load(announcedRevision = 0, stolen = false): Promise<SessionState> {
      const loading = drop();
      const loadingSteps = steps.load();
      const newest = await loadNewest({ storage, idb, after, announcedRevision, stolen });
      const { state: work, broken } = parseSession(newest.found);
      const state = { ...work, undo: await loadingSteps };
      if (loading !== tenure) return state;
      if (isOfNewerVersion(newest)) report({ kind: 'newer-version' });
      else {
        held = createHeldWork({
          ...options,
          after,
          report,
          steps,
          newest,
          state,
          onOvertaken: () => void handleOvertaken(),
        });
        await held.repair(broken);
      }
      return state;
    },
    /** For a follower: the stored work without undo steps; repairs nothing. */
    async readStored() {
      const seen = await followed.readStored();
      if (seen.newerVersion) report({ kind: 'newer-version' });
      return seen;
    },
    /** For a follower: the state after the holder's news; undefined when the news do not follow on what was read. */
    applyNews: (news: unknown): SessionState | undefined => followed.applyNews(news),
    /** For a follower that has read: what goes on here and is not stored; undefined when this tab is not the holder. */
    newsBeyondStored: (): WorkNews | undefined => held?.newsBeyondStored(),
    /** Stores the newest state within 250 ms. A follower's calls are ignored: the holder stores the work. */
    save: (state: SessionState): void => held?.save(state),
    /** Writes unwritten changes now, for a page that is hidden or closes. Resolves when the work is kept, wherever possible. */
    flush: async (): Promise<void> => held?.flush(),
    /** flush() for a page that may be going: nothing that can be written at once waits. */
    leave: async (): Promise<void> => held?.leave(),
    /** flush() that waits for a slow database, before another tab continues from what is stored. False: not stored. */
    handOver: async (): Promise<boolean> => held?.handOver() ?? true,
    /** Another tab holds the run: discards unwritten changes, and saves nothing until `load`. */
    discardUnwritten(): void {
      drop();
      report(null);
    },
    /** Writes the state again after another tab has overwritten it, though this tab holds the run. False: the stored work is newer. */
    restoreOverwritten: (): boolean => held?.restoreOverwritten() ?? true,
  };
}

export type SessionPersistence = ReturnType<typeof createSessionStorage>;
