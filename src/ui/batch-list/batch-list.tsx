import { hasBatches, progress } from '../../session/session-selectors.ts';
import { useSession } from '../shared/use-session.ts';
import { BATCHES_HEADING_ID } from './batch-ids.ts';
import { BatchItems } from './batch-items.tsx';
import styles from './batch-list.module.css';
import { RunActions } from './run-actions.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunState } from './run-state.tsx';
import { TokenSum } from './token-sum.tsx';

/** Each spinner is a layer that is drawn in every frame: dozens of them cost more than they say. */
const TURNING_AT_MOST = 12;

/** How far the run is, and the way into each batch. */
export function BatchList() {
  const count = useSession((state) => state.results.length);
  const started = useSession(hasBatches);
  const calm = useSession((state) => progress(state).loading > TURNING_AT_MOST);
  if (!started) return null;
  return (
    <section className={styles.region} aria-labelledby={BATCHES_HEADING_ID}>
      <div className={styles.summary}>
        <h2 id={BATCHES_HEADING_ID} tabIndex={-1} className={styles.title}>
          Batches
        </h2>
        <RunProgress />
        <RunState />
        <TokenSum />
        <RunActions />
      </div>
      <div className={styles.list} data-calm={calm || undefined}>
        <BatchItems count={count} />
      </div>
    </section>
  );
}
