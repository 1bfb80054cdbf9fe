import { useDeferredValue } from 'react';
import type { SessionState } from '../../../session/session-state.ts';
import { BATCHES_HEADING_ID } from '../../state/batch/batch-ids.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { BatchItems } from './batch-items.tsx';
import styles from './batch-list.module.css';
import { RunActions } from './run-actions.tsx';
import { RunProgress } from './run-progress.tsx';
import { RunState } from './run-state.tsx';
import { Spent } from './spent.tsx';
import { TokenSum } from './token-sum.tsx';
import { ViewSwitch } from './view-switch.tsx';

const batchCount = ({ results }: SessionState): number => results.length;

/** How far the run is, and the items that open a batch. */
export function BatchList() {
  const { prices } = useServices();
  const count = useSession(batchCount);
  // In a task of their own: a new film makes the browser lay out the whole page.
  const withRows = useDeferredValue(true, false);
  if (count === 0) return null;
  return (
    <section className={styles.region} aria-labelledby={BATCHES_HEADING_ID}>
      <div className={styles.summary}>
        <div className={styles.titleRow}>
          <h2 id={BATCHES_HEADING_ID} tabIndex={-1} className={styles.title}>
            Batches
          </h2>
          <ViewSwitch />
        </div>
        <RunProgress />
        <RunState />
        <TokenSum />
        {prices && <Spent />}
        <RunActions />
      </div>
      {/* Another film makes another list, which starts scrolled to its top. */}
      {withRows && <BatchItems key={count} count={count} />}
    </section>
  );
}
