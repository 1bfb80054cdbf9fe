import { useMemo } from 'react';
import { Button } from '../../kit/button.tsx';
import { focusWhenShown } from '../../kit/focus-when-shown.ts';
import { useServices } from '../../state/services.tsx';
import { countToReview, shownBy } from './line-facts.ts';
import { lineWords } from './line-words.ts';
import { lineKey, useLinesStore } from './lines-view.ts';
import { useJudged } from './use-judged.ts';
import { useReviewState } from './use-review-state.ts';

/** The code of the lines may still be on its way. */
const LONGEST_WAIT_FRAMES = 600;

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
      variant="plain"
      onClick={() => {
        const shown = shownBy(state, judged, 'to-review', '');
        const [first = 0] = shown ?? [];
        store.setState({ show: 'to-review', kind: '', shown, active: lineKey(first) });
        page.setState({ view: 'lines' });
        focusWhenShown(lineKey(first), LONGEST_WAIT_FRAMES);
      }}
    >
      Review {lineWords(count)}
    </Button>
  );
}
