import type { ReactNode } from 'react';
import { NoticeBar } from '../../kit/notice-bar.tsx';
import styles from './page-bars.module.css';

export interface BarProps {
  /** What there is to say. */
  readonly children: ReactNode;
  /** Id of the words, for a button whose name does not say what it is for. */
  readonly wordsId?: string;
  /** Buttons. */
  readonly action: ReactNode;
  /** Missing: the bar stays as long as what it says is so. */
  readonly onDismiss?: () => void;
}

/** One notice of the whole page, with what can be done about it. */
export function Bar({ children, wordsId, action, onDismiss }: BarProps) {
  return (
    <NoticeBar {...(onDismiss && { onDismiss })}>
      <p id={wordsId} className={styles.words}>
        {children}
      </p>
      <div className={styles.actions}>{action}</div>
    </NoticeBar>
  );
}
