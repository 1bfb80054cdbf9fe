import { isHolder } from '../../engine/run-selectors.ts';
import type { Session } from '../../session/session.ts';
import type { SessionState } from '../../session/session-state.ts';
import { type BatchSlot, isFailed } from '../../translation/batch.ts';

/** The one row of the batch list that Tab stops at. */
export interface CurrentRow {
  /** Its index; undefined while no row can take the focus. */
  row(): number | undefined;
  /** The focus is there. */
  set(index: number): void;
  /** After the session went from one state to the next. */
  follow(after: SessionState, before: SessionState): void;
}

/** A row can take the focus once its batch can be opened, or stopped, which a tab that follows cannot do. */
export const canReachRow = (state: Pick<SessionState, 'results' | 'role'>, index: number): boolean =>
  isHolder(state) ? state.results[index] !== undefined : state.results[index] != null;

/** The row that was focused or opened last; before there is one, the first row that asks for something. */
export function createCurrentRow(store: Session['store']): CurrentRow {
  let wanted: number | null = store.getState().shownBatch;
  let known: { readonly results: readonly BatchSlot[]; readonly row: number | undefined } | undefined;

  return {
    row() {
      const state = store.getState();
      if (wanted !== null && canReachRow(state, wanted)) return wanted;
      if (known?.results !== state.results) known = { results: state.results, row: firstRow(state) };
      return known.row;
    },
    set(index) {
      wanted = index;
    },
    follow(after, before) {
      if (after.results.length !== before.results.length) wanted = null;
      if (after.shownBatch !== before.shownBatch && after.shownBatch !== null) wanted = after.shownBatch;
    },
  };
}

/** The first failed batch, else the first finished one, else the first in progress. */
function firstRow(state: SessionState): number | undefined {
  const { results } = state;
  const places = [results.findIndex(isFailed), results.findIndex(isFinished), results.indexOf(null)];
  return places.find((index) => index >= 0 && canReachRow(state, index));
}

const isFinished = (slot: BatchSlot): boolean => slot != null;
