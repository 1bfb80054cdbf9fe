import type { SessionState, Undo } from '../session/session-state.ts';
import type { SessionPersistence } from './session-persistence.ts';
import type { UndoPersistence } from './undo-storage.ts';

/**
 * The work and what can be taken back of it, kept in such an order that nothing is ever in neither. `look` is without what
 * can be taken back, which only the holder needs.
 */
export type WorkPersistence = SessionPersistence;

/**
 * Thrown-away work is kept as an undo step before the session without it is saved, and what was taken back is saved
 * before its step is forgotten: a tab that dies in between loses nothing.
 */
export function createWorkStorage(session: SessionPersistence, undo: UndoPersistence): WorkPersistence {
  let keptUndo: Undo | null = null;
  let steps = Promise.resolve();
  let underWay = 0;
  let newest: SessionState | undefined;
  /** Another number since this tab has lost the run: steps of before are left out. */
  let turn = 0;

  function inOrder(step: () => Promise<void>): void {
    const begun = turn;
    underWay++;
    steps = steps
      .then(() => (begun === turn ? step() : undefined))
      .finally(() => {
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

  async function flush(): Promise<void> {
    const written = session.flush();
    await steps;
    await Promise.all([written, session.flush()]);
  }

  return {
    async load(announcedRevision, stolen) {
      await steps;
      const [state, loaded] = await Promise.all([session.load(announcedRevision, stolen), undo.load()]);
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
    flush,
    async handOver() {
      await flush();
      return session.handOver();
    },
    drop() {
      turn++;
      newest = undefined;
      session.drop();
    },
    defend: session.defend,
  };
}
