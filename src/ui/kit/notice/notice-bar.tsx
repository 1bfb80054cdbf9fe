import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { X } from '../icons/first-icons.tsx';
import styles from './notice-bar.module.css';

interface NoticeBarProps {
  readonly children: ReactNode;
  /** Nothing is asked of the person. */
  readonly quiet?: boolean;
  readonly onDismiss?: () => void;
}

/** Something worth knowing that is not an error. Put it into a live region if it appears by itself. */
export function NoticeBar({ children, quiet = false, onDismiss }: NoticeBarProps) {
  return (
    <div className={styles.notice} data-quiet={quiet || undefined}>
      <div className={styles.content}>{children}</div>
      {onDismiss && (
        <Button
          variant="plain"
          className={styles.dismiss}
          aria-label="Dismiss"
          icon={<X aria-hidden />}
          onClick={onDismiss}
        />
      )}
    </div>
  );
}
