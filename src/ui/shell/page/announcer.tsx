import { useEffect, useState } from 'react';
import { isPending } from '../../../engine/run-state.ts';
import { notify } from '../../kit/browser.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';
import { announcement } from './announcement.ts';

/** Announces a run's begin, pauses and end: to screen readers, politely and once; where the page is hidden, by the system as well. */
export function Announcer() {
  const { session } = useServices();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        const news = announcement(before, after);
        if (news === undefined) return;
        setWords(news);
        if (document.hidden && !isPending(after)) notify(news);
      }),
    [session],
  );
  return (
    <VisuallyHidden>
      <span role="status" aria-label="Progress">
        {words}
      </span>
    </VisuallyHidden>
  );
}
