import { useEffect, useSyncExternalStore } from 'react';
import { useSession } from '../../state/use-session.ts';
import { pageTitle } from './page-title.ts';

function subscribeVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

export function usePageTitle(): void {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const title = useSession((state) => pageTitle(state, hidden));
  useEffect(() => {
    document.title = title;
  }, [title]);
}
