import { memo } from 'react';
import { errorOf, type FilmBatch, isFinished } from '../../../engine/batch.ts';
import type { BatchStatus } from '../../../engine/run-state.ts';
import type { Phrase } from '../../../subtitles/document.ts';
import { batchAt, countBatches } from '../../../translation/batch.ts';
import { VisuallyHidden } from '../../kit/button.tsx';
import { Check, X } from '../../kit/icons.tsx';
import { useFocusHeir } from '../../kit/modal.ts';
import { CircleStop, LoaderCircle, RotateCw } from '../../kit/more-icons.tsx';
import { untranslatedWords } from '../../state/next-step.ts';
import { batchButtonId, openBatch } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import { BATCH_STATUS_WORDS, batchPlaceWords, failureInAWord } from '../../words/batch-words.ts';
import styles from './batch-item.module.css';

const ICONS = {
  waiting: <span className={styles.dot} />,
  // Not animated: dozens of spinning icons take half of the main thread's time. The counting seconds show progress.
  loading: <LoaderCircle className={styles.icon} />,
  ok: <Check className={styles.icon} />,
  failed: <X className={styles.icon} />,
} as const satisfies Record<BatchStatus, unknown>;

interface BatchItemProps {
  readonly index: number;
  /** How many batches the film has; the document holds only those near the visible ones. */
  readonly count: number;
  /** CSS length. */
  readonly top: string;
  readonly left: string;
  /** Whether Tab stops at this item. */
  readonly current: boolean;
  /** undefined: the film has been closed meanwhile. */
  readonly batch: FilmBatch | undefined;
  /** All phrases of the film. */
  readonly phrases: readonly Phrase[];
  /** For example "8 s"; undefined unless the batch is in progress. */
  readonly elapsed: string | undefined;
  readonly open: boolean;
  /** How many phrases a person filled with the original. */
  readonly untranslated: number;
}

/** Empty for a row of a closed film that React draws once more. */
const phrasesOf = (phrases: readonly Phrase[], index: number): readonly Phrase[] =>
  index < countBatches(phrases) ? batchAt(phrases, index).phrases : [];

/** With memo a finished batch redraws one item. */
export const BatchItem = memo(function BatchItem(props: BatchItemProps) {
  const { index, count, top, left, current, batch, phrases, elapsed, open, untranslated } = props;
  const { session, page, goTo } = useServices();
  const tabIndex = current ? 0 : -1;
  const status = batch?.state ?? 'waiting';
  const error = errorOf(batch);
  const ofBatch = phrasesOf(phrases, index);
  /** Why the batch failed, or how many of its lines are not translated; '' for nothing more. */
  const [more, moreStyle] =
    batch?.state === 'failed'
      ? [failureInAWord(ofBatch, batch), styles.more]
      : [untranslatedWords(untranslated), `${styles.more} ${styles.untranslated}`];
  return (
    <li
      className={styles.item}
      data-row={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-high={more === '' ? undefined : ''}
      style={{ top, insetInlineStart: left }}
    >
      <button
        type="button"
        id={batchButtonId(index)}
        className={styles.batch}
        data-state={status}
        disabled={!isFinished(batch)}
        tabIndex={tabIndex}
        aria-current={open || undefined}
        // While the batch is in progress its content, with the seconds, is the accessible name.
        aria-label={
          status === 'loading'
            ? undefined
            : `Batch ${index + 1}, ${BATCH_STATUS_WORDS[status]}${error ? `: ${error}` : ''}`
        }
        aria-describedby={status === 'ok' && more !== '' ? moreId(index) : factsId(index)}
        title={error || undefined}
        onClick={() => {
          if (page.getState().view === 'lines' && !open) void goTo.call({ batch: index });
          else openBatch(session, index);
        }}
      >
        {ICONS[status]}
        <span className={styles.name}>
          <VisuallyHidden>Batch </VisuallyHidden>
          {index + 1}
        </span>
        {status === 'loading' && (
          <>
            <VisuallyHidden>{BATCH_STATUS_WORDS.loading}</VisuallyHidden>{' '}
            {elapsed && <span className={styles.elapsed}>{elapsed}</span>}
          </>
        )}
      </button>
      {/* Beside the button, because an accessible name must contain all visible words, and the button's name is short. */}
      <span id={factsId(index)} aria-hidden className={styles.facts}>
        <span className={styles.place}>{batchPlaceWords(ofBatch)}</span>
        <More id={moreId(index)} words={more} className={moreStyle} />
      </span>
      {(status === 'loading' || status === 'failed') && <RowAction index={index} status={status} tabIndex={tabIndex} />}
    </li>
  );
});

/** The second line of a row; nothing where there is nothing to say. */
function More({ id, words, className }: { id: string; words: string; className: string | undefined }) {
  if (words === '') return null;
  return (
    <>
      <VisuallyHidden> · </VisuallyHidden>
      <span id={id} className={className}>
        {words}
      </span>
    </>
  );
}

const factsId = (index: number): string => `batch-facts-${index}`;
const moreId = (index: number): string => `batch-more-${index}`;

const ACTIONS = {
  loading: { name: 'Stop', icon: <CircleStop className={styles.rowIcon} /> },
  failed: { name: 'Retry', icon: <RotateCw className={styles.rowIcon} /> },
} as const;

/** Stop and Retry share one element, which keeps the focus when the word changes. When it disappears, its row gets the focus. */
function RowAction(props: { index: number; status: keyof typeof ACTIONS; tabIndex: number }) {
  const { index, status, tabIndex } = props;
  const { session } = useServices();
  const button = useFocusHeir<HTMLButtonElement>(batchButtonId(index));
  const { name, icon } = ACTIONS[status];

  return (
    <button
      ref={button}
      type="button"
      className={styles.rowAction}
      tabIndex={tabIndex}
      aria-label={`${name} batch ${index + 1}`}
      title={`${name} this batch`}
      onClick={() => (status === 'loading' ? session.stopBatch(index) : session.translateAgain(index))}
    >
      {icon}
    </button>
  );
}
