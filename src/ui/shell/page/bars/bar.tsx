import type { ReactNode } from 'react';
import { NoticeBar } from '../../../kit/notice/notice-bar.tsx';
import styles from './page-bars.module.css';

export interface BarProps {
  readonly children: ReactNode;
  /** Id of the words, for buttons that need them as description. */
  readonly wordsId?: string;
  readonly action: ReactNode;
  /** Nothing is asked of the person. */
  readonly quiet?: boolean;
  /** Missing: the bar stays while its reason lasts. */
  readonly onDismiss?: () => void;
}

/** One notice for the whole page, with buttons for what can be done. */
export function Bar({ children, wordsId, action, quiet = false, onDismiss }: BarProps) {
  return (
    <NoticeBar quiet={quiet} {...(onDismiss && { onDismiss })}>
      <p id={wordsId} className={styles.words}>
        {children}
      </p>
      <div className={styles.actions}>{action}</div>
    </NoticeBar>
  );
}
