import { focusSoon } from '../../kit/focus-soon.ts';
import { BATCHES_HEADING_ID, batchButtonId } from './batch-ids.ts';

/** Focuses the batch's item in the list as it stands; where the items are folded, the list's heading. */
export function focusBatchItem(index: number): void {
  const id = batchButtonId(index);
  focusSoon(document.getElementById(id) ? id : BATCHES_HEADING_ID);
}
