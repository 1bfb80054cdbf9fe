import { focusSoon } from '../../kit/focus-soon.ts';
import type { Services } from '../services.tsx';
import { batchButtonId } from './batch-ids.ts';

/** Closes the open batch and focuses its item in the list, or the line that the batch was opened from. False: no batch was open. */
export function closeBatch({ session, page }: Pick<Services, 'session' | 'page'>): boolean {
  const { shownBatch } = session.store.getState();
  if (shownBatch === null) return false;
  session.closeBatch();
  if (page.getState().view === 'lines') page.setState({ goTo: { batch: shownBatch, isBack: true } });
  else focusSoon(batchButtonId(shownBatch));
  return true;
}
