import type { SessionState } from '../session/session-state.ts';

/** What is stored, read without writing anything. */
export interface StoredView {
  readonly state: SessionState;
  /** Read while another tab was writing, or left so by one that died. */
  readonly torn: boolean;
  /** Nothing had to be left out. Otherwise `load` sets it aside before the work goes on. */
  readonly whole: boolean;
}

export interface SessionPersistence {
  /**
   * The newest state that is stored, as far as it can be used; never rejects. Nothing is saved before it, and after
   * another tab has saved it is to be called again. Waits a little for a revision that another tab has announced.
   */
  load(announcedRevision?: number): Promise<SessionState>;
  /** The same without mending anything: for a tab that does not hold the run, or does not know it yet. */
  look(): Promise<StoredView>;
  /** Keeps the state within a quarter of a second, with all changes until then. A follower's state is its holder's to keep. */
  save(state: SessionState): void;
  /** Writes what waits at once: for a page that is hidden or goes away. Fulfilled when it is kept as well as can be. */
  flush(): Promise<void>;
}
