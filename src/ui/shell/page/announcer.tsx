import { useEffect, useState } from 'react';
import { hasBatches, isPending } from '../../../engine/run-selectors.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import { notify } from '../../kit/notify.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { useServices } from '../../state/services.tsx';

/** What a run's turns are called; the empty page does without it. */
const loadAnnouncement = loadOnce(
  async () => (await import(/* webpackChunkName: "second-load" */ './announcement.ts')).announcement,
);

/** A chunk that is missing is told where the run needs it. */
const nothing = () => {};

/** Tells assistive technology of the run's turns, politely and once. */
export function Announcer() {
  const { session } = useServices();
  const [words, setWords] = useState('');
  useEffect(
    () =>
      session.store.subscribe((after, before) => {
        if (!hasBatches(after)) return;
        void loadAnnouncement().then((announcement) => {
          const news = announcement(before, after);
          if (news === undefined) return;
          setWords(news);
          if (document.hidden && !isPending(after)) notify(news);
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
