import type { SessionState, Undo } from '../session/session-state.ts';
import type { SessionPersistence, StoredView } from './session-persistence.ts';
import type { UndoPersistence } from './undo-storage.ts';

/** The work and what can be taken back of it, kept in such an order that nothing is ever in neither. */
export interface WorkPersistence {
  /** Both; mends what is broken: for the tab that holds the run. Never rejects. Waits a little for an announced revision. */
  load(announcedRevision?: number): Promise<SessionState>;
  /** What is stored, for a tab that does not hold the run; without what can be taken back, which only the holder needs. */
  look(): Promise<StoredView>;
  save(state: SessionState): void;
  /** Writes what waits at once. */
  flush(): Promise<void>;
}

/**
 * Thrown-away work is kept as an undo step before the session without it is saved, and what was taken back is saved
 * before its step is forgotten: a tab that dies in between loses nothing.
 */
export function createWorkStorage(session: SessionPersistence, undo: UndoPersistence): WorkPersistence {
  let keptUndo: Undo | null = null;
  let steps = Promise.resolve();
  let underWay = 0;
  let newest: SessionState | undefined;

  function inOrder(step: () => Promise<void>): void {
    underWay++;
    steps = steps.then(step).finally(() => {
      underWay--;
      if (underWay === 0 && newest) session.save(newest);
    });
  }

  function saveUndo(next: Undo | null, grown: boolean): void {
    keptUndo = next;
    if (grown) return inOrder(() => undo.save(next));
    inOrder(async () => {
      if (newest) session.save(newest);
      await session.flush();
      await undo.save(next);
    });
  }

  return {
    async load(announcedRevision) {
      await steps;
      const [state, loaded] = await Promise.all([session.load(announcedRevision), undo.load()]);
      keptUndo = loaded;
      newest = undefined;
      return { ...state, undo: loaded };
    },
    look: session.look,
    save(state) {
      if (state.role === 'follower') return;
      newest = state;
      if (state.undo !== keptUndo) saveUndo(state.undo, state.undo !== null && state.undo.previous === keptUndo);
      else if (underWay === 0) session.save(state);
    },
    async flush() {
      const written = session.flush();
      await steps;
      await Promise.all([written, session.flush()]);
    },
  };
}
