import type { Session } from '../../../session/session.ts';
import { focusSoon } from '../../kit/focus-soon.ts';
import { batchButtonId } from './batch-ids.ts';

/** Closes the open batch and focuses its item in the list. False: no batch was open. */
export function closeBatch({ store, closeBatch: close }: Pick<Session, 'store' | 'closeBatch'>): boolean {
  const { shownBatch } = store.getState();
  if (shownBatch === null) return false;
  close();
  focusSoon(batchButtonId(shownBatch));
  return true;
}
