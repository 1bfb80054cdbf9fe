import { useEffect, useState } from 'react';
import { isPending } from '../../../session/session-selectors.ts';
import { useServices } from '../../state/services.tsx';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { announcement } from './announcement.ts';
import { notify } from './notify.ts';

/** Tells assistive technology of the run's turns, politely and once. */
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
