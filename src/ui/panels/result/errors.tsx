import type { ReactNode } from 'react';
import { TextBox } from '../../kit/text-box.tsx';
import { useNarrow } from '../../kit/use-media.ts';
import { useSession } from '../../state/use-session.ts';
import { Explanation } from './explanation.tsx';
import styles from './result-panel.module.css';

/** What the error means and what to do, the error's own words, then what the page can do about it. */
export function Errors({ children }: { children?: ReactNode }) {
  const error = useSession((state) => state.error);
  // On a phone the errors stand above the panels, not in one.
  const Heading = useNarrow() ? 'h2' : 'h3';
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <Heading id="errors-heading" className={styles.heading}>
        Errors
      </Heading>
      <Explanation />
      <TextBox name="Errors" text={error} />
      {children}
    </section>
  );
}
