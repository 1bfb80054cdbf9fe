import { useEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { isHolder, progress } from '../../../engine/run-state.ts';
import { LanguageQuestion } from '../../panels/languages/language-question.tsx';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-film.ts';
import { ShortcutSheet } from '../shortcuts/shortcut-sheet.tsx';
import { Announcer } from './announcer.tsx';
import { pageTitle } from './page-title.ts';
import { usePaste } from './use-paste.ts';

/** What a page does without that nobody has touched and that has no film. Its own component, so that a step of a run draws it alone. */
export function Watches() {
  usePageTitle();
  useLeaveGuard();
  usePaste();
  return (
    <>
      <Announcer />
      <ShortcutSheet />
      <LanguageQuestion />
    </>
  );
}

function usePageTitle(): void {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const title = useSession((state) => pageTitle(state, hidden));
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function subscribeVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Makes the browser ask before it closes the page while this tab's requests, which cost money, are in flight. */
function useLeaveGuard(): void {
  // The session itself, since the shown state may be a moment old.
  const inFlight = useStore(useServices().session.store, (state) => isHolder(state) && progress(state).loading > 0);
  useEffect(() => {
    if (!inFlight) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [inFlight]);
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();
