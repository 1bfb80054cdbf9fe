import { useMemo } from 'react';
import { Button } from '../../kit/button.tsx';
import { useServices } from '../../state/services.tsx';
import { countToReview } from './line-facts.ts';
import { lineWords } from './line-words.ts';
import { useLinesStore } from './lines-view.ts';
import { shownBy } from './shown-by.ts';
import { useJudged } from './use-judged.ts';
import { useReviewState } from './use-review-state.ts';

/** Once a run has ended: "Review 37 lines", which leads to them. */
export function ReviewHint() {
  const { page } = useServices();
  const store = useLinesStore();
  const state = useReviewState();
  const judged = useJudged();
  const count = useMemo(() => (judged.film ? countToReview(state, judged) : 0), [state, judged]);
  if (count === 0) return null;
  return (
    <Button
      look="plain"
      onClick={() => {
        store.setState({ show: 'to-review', kind: '', shown: shownBy(state, judged, 'to-review', '') });
        page.setState({ view: 'lines' });
      }}
    >
      Review {lineWords(count)}
    </Button>
  );
}
