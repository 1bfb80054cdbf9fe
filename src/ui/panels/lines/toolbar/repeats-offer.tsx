import { Button } from '../../../kit/button.tsx';
import { useServices } from '../../../state/services.tsx';
import { countText } from '../line-words.ts';
import styles from '../lines.module.css';
import { useLinesStore, useLinesView } from '../lines-view.ts';

const MOST_NAMED = 5;

/** "Also 45, 210, 388": the same edit where the same original had the same translation. Offered, never done by itself. */
export function RepeatsOffer() {
  const { session } = useServices();
  const store = useLinesStore();
  const repeats = useLinesView((view) => view.repeats);
  if (repeats === null) return null;
  const { numbers, text } = repeats;
  const named = numbers.slice(0, MOST_NAMED).join(', ');
  return (
    <span role="status" className={styles.selection}>
      Also {named}
      {numbers.length > MOST_NAMED && ' …'}
      <Button
        look="plain"
        onClick={() => {
          session.changeLines(numbers.map((number) => ({ number, text })));
          store.setState({ repeats: null });
        }}
      >
        Change {countText(numbers.length)}
      </Button>
      <Button look="plain" onClick={() => store.setState({ repeats: null })}>
        Leave them
      </Button>
    </span>
  );
}
