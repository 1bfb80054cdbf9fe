import { nextFailed } from '../../../session/session-selectors.ts';
import { Button } from '../../kit/button.tsx';
import { ChevronRight } from '../../kit/icons/first-icons.tsx';
import { ChevronLeft } from '../../kit/icons/later-icons.tsx';
import { openBatch } from '../../state/batch/open-batch.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './batch-panel.module.css';
import { neighbourBatch } from './neighbour-batch.ts';

/** To the finished batches before and after the open one, and to the next one that failed. */
export function BatchSteps({ index }: { index: number }) {
  const { session } = useServices();
  const previous = useSession((state) => neighbourBatch(state, index, -1));
  const next = useSession((state) => neighbourBatch(state, index, 1));
  const failed = useSession((state) => nextFailed(state, index));
  return (
    <div className={styles.steps}>
      {failed !== undefined && failed !== index && (
        <Button look="plain" onClick={() => openBatch(session, failed)}>
          Next failed
        </Button>
      )}
      <Button
        look="plain"
        icon={<ChevronLeft aria-hidden />}
        aria-label="Previous batch"
        title="Previous batch"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && openBatch(session, previous)}
      />
      <Button
        look="plain"
        icon={<ChevronRight aria-hidden />}
        aria-label="Next batch"
        title="Next batch"
        disabled={next === undefined}
        onClick={() => next !== undefined && openBatch(session, next)}
      />
    </div>
  );
}
