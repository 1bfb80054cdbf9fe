import { useCallback } from 'react';
import type { BatchRow } from '../../state/batch-rows.ts';
import { useServices } from '../../state/services.tsx';
import { useToldInTurn } from '../../state/use-followed.ts';

export function useBatchRow(index: number): BatchRow {
  const { rows } = useServices();
  const subscribe = useCallback((onChange: () => void) => rows.subscribe(index, onChange), [rows, index]);
  const read = useCallback(() => rows.get(index), [rows, index]);
  return useToldInTurn(subscribe, read);
}
