import type { FocusEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useServices } from '../../state/services.tsx';
import { nextRow } from './next-row.ts';
import { canReachRow } from './use-current-row.ts';

/**
 * The list is one Tab stop; arrow keys move between its rows. The handlers are for the scrolling element; each row in it has its
 * index as `data-row`. `setCurrent` draws a row wherever it is.
 */
export function useRowKeys(columns: number, setCurrent: (index: number) => void) {
  const { session } = useServices();

  return {
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const index = rowOf(target);
      if (index !== undefined) setCurrent(index);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const list = event.currentTarget;
      const state = session.store.getState();
      const linesInSight = Math.floor(list.clientHeight / row.offsetHeight) || 1;
      const layout = { rows: state.results.length, columns, linesInSight };
      const next = nextRow(event.key, Number(row.dataset.row), layout, (index) => canReachRow(state, index));
      if (next === undefined) return;
      event.preventDefault();
      flushSync(() => setCurrent(next));
      list.querySelector<HTMLElement>(`[data-row="${next}"] button:not([disabled])`)?.focus();
    },
  };
}

function rowOf(element: Element): number | undefined {
  const index = element.closest<HTMLElement>('[data-row]')?.dataset.row;
  return index === undefined ? undefined : Number(index);
}
