import { canReview } from '../../../session/session-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { batchAt } from '../../../translation/batch.ts';
import { Button } from '../../kit/button.tsx';
import { TextBox } from '../../kit/fields/text-box.tsx';
import { focusSoon } from '../../kit/focus.ts';
import { BATCHES_HEADING_ID } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason, useSession } from '../../state/use-film.ts';
import { replyWords } from '../../words/batch-words.ts';
import { explainFailure } from '../../words/failures.ts';
import { BATCH_HINT_ID } from './batch-actions.tsx';
import styles from './batch-panel.module.css';

/** What is wrong with the open batch, what that means, and what to do besides editing and Retry. */
export function BatchErrors({ index }: { index: number }) {
  const error = useSession((state) => state.results[index]?.[0] ?? '');
  const explanation = useSession((state) => explain(state, index));
  return (
    <section aria-labelledby="batch-errors-heading">
      <h3 id="batch-errors-heading" className={styles.heading}>
        Errors
      </h3>
      {error !== '' && <p className={styles.explanation}>{explanation}</p>}
      <TextBox name="Batch errors" text={error} />
      {error !== '' && <WaysOut index={index} />}
    </section>
  );
}

/** The explanation: what is wrong, then what to do. */
function explain({ results, details, phrases }: SessionState, index: number): string {
  const { failure = 'differences', edited = false } = details[index] ?? {};
  const what =
    failure === 'differences' ? replyWords(batchAt(phrases, index).phrases, results[index]?.[1] ?? '', { edited }) : '';
  return [what, explainFailure(failure, 'Retry')].filter(Boolean).join(' ');
}

function WaysOut({ index }: { index: number }) {
  const { session } = useServices();
  const locked = !useSession(canReview);
  const readOnly = useReadOnlyReason() !== '';
  return (
    <div className={styles.waysOut}>
      <Button
        disabled={locked}
        aria-describedby={locked ? BATCH_HINT_ID : undefined}
        onClick={() => session.fillGaps(index)}
      >
        Fill gaps with the original
      </Button>
      <Button
        disabled={readOnly}
        aria-describedby={readOnly ? BATCH_HINT_ID : undefined}
        onClick={() => {
          session.translateInHalves(index);
          focusSoon(BATCHES_HEADING_ID);
        }}
      >
        Retry in halves
      </Button>
    </div>
  );
}
