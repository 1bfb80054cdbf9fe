import type { ReactNode } from 'react';
import type { BatchStatus } from '../../../../engine/run-state.ts';
import { isOwn, linesOfBatch, marksOf } from '../../../../film/lines.ts';
import { batchAt } from '../../../../translation/batch.ts';
import { PlainButton, VisuallyHidden } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus.ts';
import { openBatch } from '../../../state/open-batch.tsx';
import { useServices, useSession } from '../../../state/services.tsx';
import { BATCH_STATUS_WORDS, batchStateWords } from '../../../words/batch-words.ts';
import { COLUMN_COUNT, problemWords } from '../line-words.ts';
import styles from '../lines.module.css';
import { batchKey, unreadableKey, useLinesStore } from '../lines-view.ts';

interface RowPlace {
  readonly rowIndex: number;
  /** Whether Tab stops at it. */
  readonly isActive: boolean;
}

interface BatchRowProps extends RowPlace {
  readonly batch: number;
  /** Numbers of its first and last line. */
  readonly first: number;
  readonly last: number;
  readonly status: BatchStatus;
  readonly problems: number;
  readonly confirmed: number;
}

/** The heading of a batch, "Batch 2 · 21–40 · OK · 3 problems", and commands for the whole batch. */
export function BatchRow(props: BatchRowProps) {
  const { batch, first, last, status, problems, confirmed, ...place } = props;
  const { session } = useServices();
  const store = useLinesStore();
  const standing = useSession(({ phrases, batches }) =>
    // After Restart the batches are gone a moment before this row.
    batches[batch]?.state === 'failed'
      ? batchStateWords(batchAt(phrases, batch).phrases, batches[batch])
      : BATCH_STATUS_WORDS[status],
  );
  const hasOwn = () => {
    const state = session.store.getState();
    return linesOfBatch(state, batch).some((line) => isOwn(marksOf(state, line)));
  };
  const isDone = status === 'ok' || status === 'failed';
  const words = [
    `Batch ${batch + 1}`,
    first === last ? `${first}` : `${first}–${last}`,
    standing,
    ...(problems > 0 ? [problemWords(problems)] : []),
    ...(confirmed > 0 ? [`${confirmed} confirmed`] : []),
  ];
  return (
    <WideRow
      {...place}
      id={batchKey(batch)}
      rowClassName={styles.batch}
      cellClassName={styles.batchCell}
      data-status={status}
    >
      <span className={styles.batchWords}>{words.join(' · ')}</span>
      {isDone && (
        <PlainButton
          tabIndex={-1}
          aria-label={`JSON of batch ${batch + 1}`}
          onClick={() => {
            store.setState({ leftFor: batch });
            openBatch(session, batch);
          }}
        >
          JSON
        </PlainButton>
      )}
      {isDone && (
        <PlainButton
          tabIndex={-1}
          aria-label={status === 'failed' ? `Retry batch ${batch + 1}` : undefined}
          onClick={() => {
            // Asks before it discards the person's own marks and texts.
            if (hasOwn()) return store.setState({ question: { kind: 'batch', batch } });
            session.translateAgain(batch);
            focusSoon(batchKey(batch));
          }}
        >
          {status === 'failed' ? (
            'Retry'
          ) : (
            <span>
              Translate <VisuallyHidden>batch {batch + 1} </VisuallyHidden>again
            </span>
          )}
        </PlainButton>
      )}
    </WideRow>
  );
}

/** Replaces the lines of an output that cannot be split into lines. */
export function UnreadableRow({ batch, ...place }: RowPlace & { batch: number }) {
  const { session } = useServices();
  return (
    <WideRow {...place} id={unreadableKey(batch)} rowClassName={styles.unreadable}>
      This reply cannot be read line by line.{' '}
      <PlainButton tabIndex={-1} onClick={() => openBatch(session, batch)}>
        Open JSON
      </PlainButton>
    </WideRow>
  );
}

interface WideRowProps extends RowPlace {
  readonly id: string;
  readonly rowClassName: string | undefined;
  readonly cellClassName?: string | undefined;
  readonly 'data-status'?: BatchStatus;
  readonly children: ReactNode;
}

/** A row with one cell across all columns. */
function WideRow({ rowIndex, isActive, rowClassName, cellClassName, children, ...row }: WideRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is drawn in part
    <div {...row} role="row" aria-rowindex={rowIndex} tabIndex={isActive ? 0 : -1} className={rowClassName}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" aria-colindex={1} aria-colspan={COLUMN_COUNT} className={cellClassName}>
        {children}
      </div>
    </div>
  );
}
