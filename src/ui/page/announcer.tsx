import { useEffect, useState } from 'react';
import { useServices } from '../shared/services.tsx';
import { VisuallyHidden } from '../shared/visually-hidden.tsx';
import { announcement } from './announcement.ts';

/** Tells assistive technology of the run's turns, politely and once. */
export function Announcer() {
  const { session } = useServices();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        const news = announcement(before, after);
        if (news !== undefined) setWords(news);
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
