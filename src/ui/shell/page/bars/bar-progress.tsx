import { progress } from '../../../../engine/run-state.ts';
import { useSession } from '../../../state/use-film.ts';
import styles from './bar-progress.module.css';

/** How far the run is, in the bar of a small window. Assistive technology hears it from the list of batches. */
export function BarProgress() {
  const { ok, failed, total } = useSession(progress);
  return (
    <div aria-hidden className={styles.progress}>
      <span className={styles.line}>
        <span className={styles.ok} style={{ transform: `scaleX(${ok / total})` }} />
      </span>
      <span>
        {ok} of {total}
        {failed > 0 && <span className={styles.failed}> · {failed} failed</span>}
      </span>
    </div>
  );
}
