import { isPending } from '../../../engine/state/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { notify } from '../../kit/notice/notify.ts';
import { announcement } from './announcement.ts';

/** What to tell of a run's turn, which the system shows as well where the page is hidden; undefined: nothing of note happened. */
export function announce(before: SessionState, after: SessionState): string | undefined {
  const news = announcement(before, after);
  if (news !== undefined && document.hidden && !isPending(after)) notify(news);
  return news;
}
