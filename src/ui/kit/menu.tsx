import type { ReactNode } from 'react';
import { useTouched } from './lazy-part.tsx';
import styles from './menu.module.css';

interface MenuProps {
  /** Accessible name. */
  readonly name: string;
  /** What is shown; default: the name. */
  readonly label?: ReactNode;
  /** One MenuItems; drawn when somebody has touched the page. */
  readonly children: ReactNode;
}

/** Commands behind a word. */
export function Menu({ name, label = name, children }: MenuProps) {
  const touched = useTouched();
  return (
    <details className={styles.menu}>
      <summary className={styles.summary} aria-label={name}>
        {label}
      </summary>
      {touched && children}
    </details>
  );
}
