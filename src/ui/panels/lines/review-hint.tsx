import { useEffect, useMemo } from 'react';
import { Button } from '../../kit/button.tsx';
import { focusWhenShown } from '../../kit/focus.ts';
import { useServices } from '../../state/services.tsx';
import { usePrimaryVariant } from '../../state/use-primary-variant.ts';
import { countToReview, shownBy } from './line-facts.ts';
import { countText } from './line-words.ts';
import { lineKey, useLinesStore } from './lines-view.ts';
import { useJudged } from './use-judged.ts';
import { useReviewState } from './use-review-state.ts';

/** The code of the lines may still be on its way. */
const LONGEST_WAIT_FRAMES = 600;

/** Once a run has ended, while lines have open problems: the main button, "Review 27 problems", which leads to the first of them. */
export function ReviewHint() {
  const { page } = useServices();
  const store = useLinesStore();
  const state = useReviewState();
  const judged = useJudged();
  const count = useMemo(() => (judged.film ? countToReview(state, judged) : 0), [state, judged]);
  const isJudged = judged.film !== undefined && [...state.results.keys()].every((batch) => judged.batches[batch]);
  const toReview = count > 0 || isJudged ? count : null;
  const variant = usePrimaryVariant('review');
  useEffect(() => page.setState({ toReview }), [page, toReview]);
  useEffect(() => () => page.setState({ toReview: null }), [page]);
  if (!toReview) return null;
  return (
    <Button
      variant={variant}
      onClick={() => {
        const shown = shownBy(state, judged, 'to-review', '');
        const [first = 0] = shown ?? [];
        store.setState({ show: 'to-review', kind: '', shown, active: lineKey(first) });
        page.setState({ view: 'lines' });
        focusWhenShown(lineKey(first), LONGEST_WAIT_FRAMES);
      }}
    >
      Review {countText(toReview)} {toReview === 1 ? 'problem' : 'problems'}
    </Button>
  );
}
