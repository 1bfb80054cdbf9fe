import type { ReactNode } from 'react';
import { useNarrow } from '../../kit/browser.ts';
import { TextBox } from '../../kit/fields/text-box.tsx';
import { later, Nothing } from '../../kit/lazy-part.tsx';
import { ERRORS_ID } from '../../kit/panel-ids.ts';
import { useSession } from '../../state/use-film.ts';
import styles from './result-panel.module.css';

export const Explanation = later(
  async () => (await import(/* webpackChunkName: "second-load" */ './explanation.tsx')).Explanation,
  { StandIn: Nothing },
);

/**
 * Shown only with an error: what it means and what to do, the error's own words, then what the page can do about it (`children`). In the
 * first load, for the error may be that the second one cannot be loaded.
 */
export function ErrorSection({ children }: { children?: ReactNode }) {
  const error = useSession((state) => state.error);
  // On a phone the errors stand above the panels, not in one.
  const Heading = useNarrow() ? 'h2' : 'h3';
  if (error === '') return null;
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <Heading id="errors-heading" className={styles.heading}>
        Errors
      </Heading>
      <Explanation />
      <TextBox id={ERRORS_ID} name="Errors" text={error} />
      {children}
    </section>
  );
}
