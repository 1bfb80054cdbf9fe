import { isPending, nextRetryAt, plannedRetries, progress } from '../../../engine/state/run-selectors.ts';
import { nameOf } from '../../../providers/catalog.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { useNow } from '../../state/use-now.ts';
import { useSession } from '../../state/use-session.ts';
import { useSettings } from '../../state/use-settings.ts';
import styles from './batch-list.module.css';
import { changesWithTime, runStateWords } from './run-state-words.ts';

const pauseOf = ({ paused }: SessionState) => paused;
const paceOf = ({ pace }: SessionState) => pace;
const retriesOf = (state: SessionState) => plannedRetries(state).length;

export function RunState() {
  const paused = useSession(pauseOf);
  const pace = useSession(paceOf);
  const { waiting, loading } = useSession(progress);
  const retries = useSession(retriesOf);
  const retryAt = useSession(nextRetryAt);
  const pending = useSession(isPending);
  const provider = useSettings(({ model }) => nameOf(model.endpoint));
  const now = useNow(changesWithTime({ paused, pace, waiting, retries }));
  const words = runStateWords(
    { paused, pace, waiting, loading, retries, nextRetryAt: retryAt, pending, provider },
    now,
  );
  if (words === '') return null;
  return (
    <p className={styles.runState} data-paused={paused !== null || undefined}>
      {words}
    </p>
  );
}
