import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

/** Hides what few people need until it is opened. */
export function Disclosure({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.icon} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
