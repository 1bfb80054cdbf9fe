import { lineOf, marksOf } from '../../../../session/lines/lines.ts';
import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import type { ReviewState } from '../line-facts.ts';
import { countText } from '../line-words.ts';
import styles from '../lines.module.css';
import { useLinesStore, useLinesView } from '../lines-view.ts';
import { useReviewState } from '../use-review-state.ts';

const MOST_NAMED = 5;

/** "Also 45, 210, 388": the same edit where the same original had the same translation. Offered, never done by itself. */
export function RepeatsOffer() {
  const { session } = useServices();
  const store = useLinesStore();
  const repeats = useLinesView((view) => view.repeats);
  const state = useReviewState();
  if (repeats === null) return null;
  const { before, text } = repeats;
  const numbers = repeats.numbers.filter((number) => isStillSo(state, number, before));
  if (numbers.length === 0) return null;
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  return (
    <span role="status" className={styles.selection}>
      Also {named}
      {numbers.length > MOST_NAMED && ' …'}
      <Button
        variant="plain"
        onClick={() => {
          session.changeLines(numbers.map((number) => ({ number, text })));
          store.setState({ repeats: null });
        }}
      >
        Change {countText(numbers.length)}
      </Button>
      <Button variant="plain" onClick={() => store.setState({ repeats: null })}>
        Leave them
      </Button>
    </span>
  );
}

/** It has the translation of before, and nobody has confirmed that. */
function isStillSo(state: ReviewState, number: number, before: string): boolean {
  const line = lineOf(state, number);
  return line?.translation === before && !marksOf(state, line).confirmed;
}
