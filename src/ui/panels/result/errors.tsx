import { TextBox } from '../../kit/text-box.tsx';
import { useSession } from '../../state/use-session.ts';
import { Explanation } from './explanation.tsx';
import styles from './result-panel.module.css';

/** What the error means and what to do, then the error's own words. */
export function Errors() {
  const error = useSession((state) => state.error);
  return (
    <section aria-labelledby="errors-heading" className={styles.errors}>
      <h3 id="errors-heading" className={styles.heading}>
        Errors
      </h3>
      <Explanation />
      <TextBox name="Errors" text={error} />
    </section>
  );
}
