import { memo } from 'react';
import type { BatchStatus } from '../../../../engine/state/run-selectors.ts';
import { linesOf, marksOf } from '../../../../session/lines/lines.ts';
import { isFailed } from '../../../../translation/batch.ts';
import { batchAt } from '../../../../translation/batch-at.ts';
import { Button } from '../../../kit/button.tsx';
import { focusSoon } from '../../../kit/focus-soon.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import { openBatch } from '../../../state/batch/open-batch.ts';
import { useServices } from '../../../state/services.tsx';
import { useSession } from '../../../state/use-session.ts';
import { batchStateWords } from '../../../words/batch-state-words.ts';
import { BATCH_STATUS_WORDS } from '../../../words/batch-status-words.ts';
import { problemWords } from '../line-words.ts';
import styles from '../lines.module.css';
import { batchKey, unreadableKey, useLinesStore } from '../lines-view.ts';

interface BatchRowProps {
  readonly batch: number;
  /** Numbers of its first and its last line. */
  readonly first: number;
  readonly last: number;
  readonly status: BatchStatus;
  readonly problems: number;
  readonly confirmed: number;
  readonly rowIndex: number;
  readonly isActive: boolean;
  readonly holds: boolean;
}

/** The heading of a batch: "Batch 2 · 21–40 · OK · 3 problems", and what can be done with the whole of it. */
export const BatchRow = memo(function BatchRow(props: BatchRowProps) {
  const { batch, first, last, status, problems, confirmed, rowIndex, isActive, holds } = props;
  const { session } = useServices();
  const store = useLinesStore();
  const standing = useSession(({ phrases, results, details }) =>
    // With Restart the batches are gone a moment before this row is.
    isFailed(results[batch])
      ? batchStateWords(batchAt(phrases, batch).phrases, results[batch], details[batch])
      : BATCH_STATUS_WORDS[status],
  );
  const hasOwn = () => {
    const state = session.store.getState();
    return linesOf(state, batch).some((line) => {
      const marks = marksOf(state, line);
      return marks.confirmed || marks.before !== undefined;
    });
  };
  const isDone = status === 'ok' || status === 'failed';
  const tabIndex = isActive ? 0 : -1;
  const words = [
    `Batch ${batch + 1}`,
    first === last ? `${first}` : `${first}–${last}`,
    standing,
    ...(problems > 0 ? [problemWords(problems)] : []),
    ...(confirmed > 0 ? [`${confirmed} confirmed`] : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is drawn in part
    <div
      role="row"
      id={batchKey(batch)}
      aria-rowindex={rowIndex}
      tabIndex={tabIndex}
      className={styles.batch}
      data-batch-row={batch}
      data-status={status}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" aria-colindex={1} aria-colspan={8} className={styles.batchCell}>
        <span className={styles.batchWords}>{words.join(' · ')}</span>
        {isDone && (
          <Button
            look="plain"
            tabIndex={-1}
            aria-label={`JSON of batch ${batch + 1}`}
            onClick={() => openBatch(session, batch)}
          >
            JSON
          </Button>
        )}
        {isDone && holds && (
          <Button
            look="plain"
            tabIndex={-1}
            aria-label={status === 'failed' ? `Retry batch ${batch + 1}` : undefined}
            onClick={() => {
              // What a person has said or written is not thrown away unasked.
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
          </Button>
        )}
      </div>
    </div>
  );
});

interface UnreadableRowProps {
  readonly batch: number;
  readonly rowIndex: number;
  readonly isActive: boolean;
}

/** In place of the lines that cannot be told apart. */
export function UnreadableRow({ batch, rowIndex, isActive }: UnreadableRowProps) {
  const { session } = useServices();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of a grid that is drawn in part
    <div
      role="row"
      id={unreadableKey(batch)}
      aria-rowindex={rowIndex}
      tabIndex={isActive ? 0 : -1}
      className={styles.unreadable}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" aria-colindex={1} aria-colspan={8}>
        This reply cannot be read line by line.{' '}
        <Button look="plain" tabIndex={-1} onClick={() => openBatch(session, batch)}>
          Open JSON
        </Button>
      </div>
    </div>
  );
}
