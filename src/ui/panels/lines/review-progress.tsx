import { useDeferredValue, useMemo } from 'react';
import { emptiedLines } from '../../../session/lines/emptied-lines.ts';
import { canDownload } from '../../../session/session-selectors.ts';
import { useSession } from '../../state/use-film.ts';
import { emptiedWords } from '../../words/undo-words.ts';
import { countConfirmed } from './line-facts.ts';
import { countText } from './line-words.ts';
import styles from './lines.module.css';
import { useReviewState } from './use-review-state.ts';

/**
 * Beside Download: how far the review is, once there is one; it keeps nobody from anything. `always`: among the lines. What does keep
 * the film from being whole is a line that was emptied by hand.
 */
export function ReviewProgress({ always = false }: { always?: boolean }) {
  const isWhole = useSession(canDownload);
  const state = useDeferredValue(useReviewState());
  const confirmed = useMemo(() => (isWhole ? countConfirmed(state) : 0), [isWhole, state]);
  const emptied = useMemo(() => (isWhole ? '' : emptiedWords(emptiedLines(state))), [isWhole, state]);
  const all = state.phrases.length;
  if (emptied !== '') return <p className={styles.count}>{emptied}</p>;
  if (!isWhole || (confirmed === 0 && !always)) return null;
  return (
    <p id="review-progress" role="status" className={styles.count}>
      {confirmed === all
        ? `All ${countText(all)} lines are confirmed`
        : `${countText(confirmed)} of ${countText(all)} lines are confirmed, ${countText(all - confirmed)} not reviewed.`}
    </p>
  );
}
