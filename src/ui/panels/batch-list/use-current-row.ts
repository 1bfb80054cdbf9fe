import { useState } from 'react';
import { isHolder } from '../../../engine/state/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isFailed } from '../../../translation/batch.ts';
import { useSession } from '../../state/use-session.ts';

/** A row can take the focus when its batch can be opened or, in the holder's tab, stopped. */
export const canReachRow = (state: Pick<SessionState, 'results' | 'role'>, index: number): boolean =>
  isHolder(state) ? state.results[index] !== undefined : state.results[index] != null;

/**
 * The one row of the batch list that Tab stops at: the row that was focused or opened last, or before that the first failed,
 * finished or started one. undefined while no row can take the focus. The second value is to be called when a row gets the focus.
 */
export function useCurrentRow(): readonly [number | undefined, (index: number) => void] {
  const shown = useSession(({ shownBatch }) => shownBatch);
  const [opened, setOpened] = useState(shown);
  const [lastUsed, setLastUsed] = useState(shown);
  if (opened !== shown) {
    setOpened(shown);
    if (shown !== null) setLastUsed(shown);
  }
  const row = useSession((state) => (lastUsed !== null && canReachRow(state, lastUsed) ? lastUsed : firstRow(state)));
  return [row, setLastUsed];
}

/** The first failed batch, else the first finished one, else the first in progress. */
function firstRow(state: SessionState): number | undefined {
  const { results } = state;
  const places = [results.findIndex(isFailed), results.findIndex((slot) => slot != null), results.indexOf(null)];
  return places.find((index) => index >= 0 && canReachRow(state, index));
}
