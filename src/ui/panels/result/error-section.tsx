import type { ReactNode } from 'react';
import { later } from '../../kit/later.tsx';
import { TextBox } from '../../kit/text-box.tsx';
import { useSession } from '../../state/use-session.ts';
import styles from './result-panel.module.css';

export const Explanation = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './explanation.tsx')).Explanation,
);

/** Shown only when there is an error: what it means and what to do, the words as they came, then what the page can do about it. */
export function ErrorSection({ children }: { children?: ReactNode }) {
  const error = useSession((state) => state.error);
  if (error === '') return null;
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <h3 id="errors-heading" className={styles.heading}>
        Errors
      </h3>
      <Explanation />
      <TextBox name="Errors" text={error} />
      {children}
    </section>
  );
}
