import type { Session } from '../../session/session.ts';
import { focusSoon } from '../kit/focus-soon.ts';
import { batchButtonId } from './batch-ids.ts';

/** Back to the whole film; the focus goes to the item of the batch that was open. False: none was. */
export function closeBatch({ store, closeBatch: close }: Pick<Session, 'store' | 'closeBatch'>): boolean {
  const { shownBatch } = store.getState();
  if (shownBatch === null) return false;
  close();
  focusSoon(batchButtonId(shownBatch));
  return true;
}
