import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { ChevronRight } from './icons/first-icons.tsx';

interface DisclosureProps {
  readonly summary: string;
  readonly children: ReactNode;
  /** There is room enough: all is shown, and nothing can be hidden. */
  readonly unfolded?: boolean;
  /** For what is drawn only when somebody asks for it. */
  readonly onOpen?: () => void;
}

/** Hides what few people need until they ask for it; then all of it comes into sight. */
export function Disclosure({ summary, children, unfolded = false, onOpen }: DisclosureProps) {
  return (
    <details
      className={styles.disclosure}
      open={unfolded || undefined}
      data-unfolded={unfolded || undefined}
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open || unfolded) return;
        onOpen?.();
        currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className={styles.summary}>
        <ChevronRight aria-hidden className={styles.icon} />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
