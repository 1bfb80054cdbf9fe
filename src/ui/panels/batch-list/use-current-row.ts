import { useState } from 'react';
import { isHolder } from '../../../engine/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isFailed } from '../../../translation/batch.ts';
import { useSession } from '../../state/use-session.ts';

/** A row can take the focus once its batch can be opened, or stopped, which a tab that follows cannot do. */
export const canReachRow = (state: Pick<SessionState, 'results' | 'role'>, index: number): boolean =>
  isHolder(state) ? state.results[index] !== undefined : state.results[index] != null;

/**
 * The one row of the batch list that Tab stops at: the row that was focused or opened last; before there is one, the first row that
 * asks for something. Undefined while no row can take the focus. The second value tells that the focus is in a row.
 */
export function useCurrentRow(): readonly [number | undefined, (index: number) => void] {
  const shown = useSession(({ shownBatch }) => shownBatch);
  const [opened, setOpened] = useState(shown);
  const [wanted, setWanted] = useState(shown);
  if (opened !== shown) {
    setOpened(shown);
    if (shown !== null) setWanted(shown);
  }
  const row = useSession((state) => (wanted !== null && canReachRow(state, wanted) ? wanted : firstRow(state)));
  return [row, setWanted];
}

/** The first failed batch, else the first finished one, else the first in progress. */
function firstRow(state: SessionState): number | undefined {
  const { results } = state;
  const places = [results.findIndex(isFailed), results.findIndex((slot) => slot != null), results.indexOf(null)];
  return places.find((index) => index >= 0 && canReachRow(state, index));
}
