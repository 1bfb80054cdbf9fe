import { useFocusHeir } from '../../kit/focus.ts';
import { CircleStop, RotateCw } from '../../kit/icons/later-icons.tsx';
import { batchButtonId } from '../../state/open-batch.tsx';
import { useServices } from '../../state/services.tsx';
import styles from './batch-item.module.css';

const ACTIONS = {
  loading: { name: 'Stop', icon: <CircleStop aria-hidden className={styles.rowIcon} /> },
  failed: { name: 'Retry', icon: <RotateCw aria-hidden className={styles.rowIcon} /> },
} as const;

interface RowActionProps {
  readonly index: number;
  readonly status: keyof typeof ACTIONS;
  readonly tabIndex: number;
}

/** Stop or Retry as one element, so that the focus stays when the word changes; when the button goes, its row takes the focus. */
export function RowAction({ index, status, tabIndex }: RowActionProps) {
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
