import type { ReactNode } from 'react';
import { NoticeBar } from '../../kit/notice-bar.tsx';
import styles from './page-bars.module.css';

export interface BarProps {
  /** What there is to say. */
  readonly children: ReactNode;
  /** Buttons. */
  readonly action: ReactNode;
  /** Missing: the bar stays as long as what it says is so. */
  readonly onDismiss?: () => void;
}

/** One notice of the whole page, with what can be done about it. */
export function Bar({ children, action, onDismiss }: BarProps) {
  return (
    <NoticeBar {...(onDismiss && { onDismiss })}>
      <p className={styles.words}>{children}</p>
      <div className={styles.actions}>{action}</div>
    </NoticeBar>
  );
}
