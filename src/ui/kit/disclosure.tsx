import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly summary: string;
  readonly children: ReactNode;
  /** For what is drawn only when somebody asks for it. */
  readonly onOpen?: () => void;
}

/** Hides what few people need until they ask for it. */
export function Disclosure({ summary, children, onOpen }: DisclosureProps) {
  return (
    <details className={styles.disclosure} onToggle={({ currentTarget: { open } }) => open && onOpen?.()}>
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.icon} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
