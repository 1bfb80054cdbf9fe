import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { isHolder } from '../../../engine/run-state.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { isFailed } from '../../../translation/batch.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { nextRow } from './next-row.ts';

/**
 * The list is one Tab stop; arrow keys move between its rows. `current` is the row that Tab stops at: the one that was focused or opened
 * last, or before that the first failed, finished or started one; undefined while no row can take the focus. It has to be drawn
 * wherever it is. The handlers are for the scrolling element; each row in it has its index as `data-row`.
 */
export function useRowFocus(columns: number) {
  const { session } = useServices();
  const shown = useSession(({ shownBatch }) => shownBatch);
  const [opened, setOpened] = useState(shown);
  const [lastUsed, setLastUsed] = useState(shown);
  if (opened !== shown) {
    setOpened(shown);
    if (shown !== null) setLastUsed(shown);
  }
  const current = useSession((state) =>
    lastUsed !== null && canReachRow(state, lastUsed) ? lastUsed : firstRow(state),
  );

  return {
    current,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = rowOf(target);
      if (row) setLastUsed(Number(row.dataset.row));
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const row = rowOf(event.target as HTMLElement);
      if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const list = event.currentTarget;
      const state = session.store.getState();
      const linesInSight = Math.floor(list.clientHeight / row.offsetHeight) || 1;
      const layout = { rows: state.results.length, columns, linesInSight };
      const next = nextRow(event.key, Number(row.dataset.row), layout, (index) => canReachRow(state, index));
      if (next === undefined) return;
      event.preventDefault();
      flushSync(() => setLastUsed(next));
      list.querySelector<HTMLElement>(`[data-row="${next}"] button:not([disabled])`)?.focus();
    },
  };
}

const rowOf = (element: Element) => element.closest<HTMLElement>('[data-row]');

/** A row can take the focus when its batch can be opened or, in the holder's tab, stopped. */
const canReachRow = (state: SessionState, index: number): boolean =>
  isHolder(state) ? state.results[index] !== undefined : state.results[index] != null;

/** The first failed batch, else the first finished one, else the first in progress. */
function firstRow(state: SessionState): number | undefined {
  const { results } = state;
  const places = [results.findIndex(isFailed), results.findIndex((slot) => slot != null), results.indexOf(null)];
  return places.find((index) => index >= 0 && canReachRow(state, index));
}
