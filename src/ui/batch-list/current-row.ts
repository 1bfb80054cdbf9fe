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

/** A row can take the focus once its batch is begun: by then it can be stopped or opened. */
export const canReachRow = ({ results }: Pick<SessionState, 'results'>, index: number): boolean =>
  results[index] !== undefined;

/** The row that was focused or opened last; before there is one, the first row that asks for something. */
export function createCurrentRow(store: Session['store']): CurrentRow {
  let wanted: number | null = store.getState().shownBatch;
  let known: { readonly results: readonly BatchSlot[]; readonly row: number | undefined } | undefined;

  return {
    row() {
      const state = store.getState();
      if (wanted !== null && canReachRow(state, wanted)) return wanted;
      if (known?.results !== state.results) known = { results: state.results, row: firstRow(state.results) };
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
function firstRow(results: readonly BatchSlot[]): number | undefined {
  return [isFailed, isFinished, isBegun].map((is) => results.findIndex(is)).find((found) => found >= 0);
}

const isFinished = (slot: BatchSlot): boolean => slot != null;
const isBegun = (slot: BatchSlot): boolean => slot !== undefined;
