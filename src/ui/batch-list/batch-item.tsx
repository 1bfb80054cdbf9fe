import Check from 'lucide-react/icons/check';
import CircleStop from 'lucide-react/icons/circle-stop';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { memo } from 'react';
import { type BatchStatus, batchStatus } from '../../session/session-selectors.ts';
import { bringBatchIntoView } from '../shared/bring-batch-into-view.ts';
import { elapsedWords } from '../shared/duration-words.ts';
import { useServices } from '../shared/services.tsx';
import { useNow } from '../shared/use-now.ts';
import { VisuallyHidden } from '../shared/visually-hidden.tsx';
import { batchButtonId } from './batch-ids.ts';
import styles from './batch-item.module.css';
import { useBatchRow } from './use-batch-row.ts';

const ICONS = {
  waiting: <span className={styles.dot} />,
  // It stands still: dozens that turn cost half of the main thread's time. The passing seconds beside it say that it goes on.
  loading: <LoaderCircle aria-hidden className={styles.icon} />,
  ok: <Check aria-hidden className={styles.icon} />,
  failed: <X aria-hidden className={styles.icon} />,
} as const satisfies Record<BatchStatus, unknown>;

const WORDS = { waiting: 'waiting', loading: 'in progress', ok: 'OK', failed: 'failed' } as const;

/** Follows its own slot alone: one finished batch renders one item. */
export const BatchItem = memo(function BatchItem({ index }: { index: number }) {
  const { session } = useServices();
  const { slot, open, startedAt, holds } = useBatchRow(index);
  const status = batchStatus(slot);
  const error = status === 'failed' ? slot?.[0] : undefined;
  return (
    <li className={styles.item}>
      <button
        type="button"
        id={batchButtonId(index)}
        className={styles.batch}
        data-state={status}
        disabled={slot == null}
        aria-current={open || undefined}
        // A name must hold all words in sight: while time passes it comes from the content.
        aria-label={
          status === 'loading' ? undefined : `Batch ${index + 1}, ${WORDS[status]}${error ? `: ${error}` : ''}`
        }
        title={error}
        onClick={() => {
          session.showBatch(index);
          bringBatchIntoView();
        }}
      >
        {ICONS[status]}
        <span className={styles.name}>Batch {index + 1}</span>
        {status === 'loading' && (
          <>
            <VisuallyHidden>{WORDS.loading}</VisuallyHidden> <Elapsed startedAt={startedAt} />
          </>
        )}
      </button>
      {holds && status === 'loading' && (
        <button
          type="button"
          className={styles.rowAction}
          aria-label={`Stop batch ${index + 1}`}
          title="Stop this batch"
          onClick={() => session.stopBatch(index)}
        >
          <CircleStop aria-hidden className={styles.rowIcon} />
        </button>
      )}
      {holds && status === 'failed' && (
        <button
          type="button"
          className={styles.rowAction}
          aria-label={`Retry batch ${index + 1}`}
          title="Retry this batch"
          onClick={() => session.translateAgain(index)}
        >
          <RotateCw aria-hidden className={styles.rowIcon} />
        </button>
      )}
    </li>
  );
});

function Elapsed({ startedAt }: { startedAt: number | undefined }) {
  const now = useNow(startedAt !== undefined);
  if (startedAt === undefined) return null;
  return <span className={styles.elapsed}>{elapsedWords(now - startedAt)}</span>;
}
