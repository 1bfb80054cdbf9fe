import type { FocusEvent, KeyboardEvent } from 'react';
import { canReachRow } from '../../state/current-row.ts';
import { useServices } from '../../state/services.tsx';
import { nextRow } from './next-row.ts';

/**
 * The list is one Tab stop, its rows are walked through with the arrow keys. What the focus is in is the row that Tab comes back to.
 * For the element that holds the rows, each an `li` with its index as `data-row`.
 */
export function useRowKeys() {
  const { session, rows } = useServices();

  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const index = rowOf(target);
      if (index !== undefined) rows.setCurrent(index);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const row = (event.target as HTMLElement).closest('li');
      const from = rowOf(event.target as HTMLElement);
      if (!row || from === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const list = event.currentTarget;
      const state = session.store.getState();
      const layout = {
        rows: state.results.length,
        columns: Number(getComputedStyle(row).getPropertyValue('--columns')) || 1,
        linesInSight: Math.floor(list.clientHeight / row.offsetHeight) || 1,
      };
      const next = nextRow(event.key, from, layout, (index) => canReachRow(state, index));
      if (next === undefined) return;
      event.preventDefault();
      list.querySelector<HTMLElement>(`[data-row="${next}"] button:not([disabled])`)?.focus();
    },
  };
}

function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-row]')?.dataset.row;
  return index === undefined ? undefined : Number(index);
}
