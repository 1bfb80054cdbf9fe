import { isPending, progress } from '../../session/session-selectors.ts';
import { useNow } from '../shared/use-now.ts';
import { useSession } from '../shared/use-session.ts';
import styles from './batch-list.module.css';
import { runStateWords, waitsForPace } from './run-state-words.ts';

/** Why the run stands still, or what it waits for. */
export function RunState() {
  const paused = useSession((state) => state.paused);
  const pace = useSession((state) => state.pace);
  const { waiting, loading } = useSession(progress);
  const pending = useSession(isPending);
  const now = useNow(waitsForPace({ paused, pace, waiting }));
  const words = runStateWords({ paused, pace, waiting, loading, pending }, now);
  if (words === '') return null;
  return (
    <p className={styles.runState} data-paused={paused !== null || undefined}>
      {words}
    </p>
  );
}
