import { canReview } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { focusSoon } from '../../kit/focus-soon.ts';
import { TextBox } from '../../kit/text-box.tsx';
import { BATCHES_HEADING_ID } from '../../state/batch-ids.ts';
import { useServices } from '../../state/services.tsx';
import { useReadOnlyReason } from '../../state/use-read-only-reason.ts';
import { useSession } from '../../state/use-session.ts';
import { explainFailure } from '../../words/explain-failure.ts';
import { BATCH_HINT_ID } from './batch-actions.tsx';
import styles from './batch-panel.module.css';

/** What is wrong with the open batch, what it means, and the ways out besides editing and Retry. */
export function BatchErrors({ index }: { index: number }) {
  const error = useSession((state) => state.results[index]?.[0] ?? '');
  const failure = useSession((state) => state.details[index]?.failure ?? 'differences');
  return (
    <section aria-labelledby="batch-errors-heading">
      <h3 id="batch-errors-heading" className={styles.heading}>
        Errors
      </h3>
      {error !== '' && <p className={styles.explanation}>{explainFailure(failure, 'Retry')}</p>}
      <TextBox name="Batch errors" text={error} />
      {error !== '' && <WaysOut index={index} />}
    </section>
  );
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
