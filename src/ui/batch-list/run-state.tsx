import { isPending, progress } from '../../session/session-selectors.ts';
import type { SessionState } from '../../session/session-state.ts';
import { useNow } from '../shared/use-now.ts';
import { useRunFigure } from '../shared/use-session.ts';
import styles from './batch-list.module.css';
import { runStateWords, waitsForPace } from './run-state-words.ts';

const pauseOf = ({ paused }: SessionState) => paused;
const paceOf = ({ pace }: SessionState) => pace;

/** Why the run stands still, or what it waits for. */
export function RunState() {
  const paused = useRunFigure(pauseOf);
  const pace = useRunFigure(paceOf);
  const { waiting, loading } = useRunFigure(progress);
  const pending = useRunFigure(isPending);
  const now = useNow(waitsForPace({ paused, pace, waiting }));
  const words = runStateWords({ paused, pace, waiting, loading, pending }, now);
  if (words === '') return null;
  return (
    <p className={styles.runState} data-paused={paused !== null || undefined}>
      {words}
    </p>
  );
}
