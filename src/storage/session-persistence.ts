import type { SessionState } from '../session/session-state.ts';
import type { StoredView } from './session-view.ts';

export interface SessionPersistence {
  /**
   * The newest state that is stored, as far as it can be used; never rejects. Nothing is saved before it, and after
   * another tab has saved it is to be called again. Waits a little for a revision that another tab has announced.
   * `stolen`: the run was taken from a tab that may yet wake; what that one writes then counts for nothing.
   */
  load(announcedRevision?: number, stolen?: boolean): Promise<SessionState>;
  /** The same without mending anything, and with what is in progress: for a tab that does not hold the run. */
  look(): Promise<StoredView>;
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
