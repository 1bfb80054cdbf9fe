import { useEffect, useState } from 'react';
import { hasBatches } from '../../../engine/state/run-selectors.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';

/** What a run's turns are called; the empty page does without it. */
const loadAnnounce = loadOnce(
  async () => (await import(/* webpackChunkName: "second-load" */ './announce.ts')).announce,
);

/** A chunk that is missing is told where the run needs it. */
const nothing = () => {};

/** Announces a run's begin, pauses and end to screen readers, politely and once. */
export function Announcer() {
  const { session } = useServices();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        if (!hasBatches(after)) return;
        void loadAnnounce().then((announce) => {
          const news = announce(before, after);
          if (news !== undefined) setWords(news);
        }, nothing);
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
