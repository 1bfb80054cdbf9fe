import { progress } from '../../../engine/state/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { useNow } from '../../state/use-now.ts';
import { useSession } from '../../state/use-session.ts';
import { timeLeftWords } from '../../words/duration-words.ts';
import styles from './batch-list.module.css';
import { useTimeLeft } from './use-time-left.ts';

const waitsForPace = ({ pace }: SessionState): boolean => pace !== null;
const isPaused = ({ paused }: SessionState): boolean => paused !== null;

/** A bar, "n of m batches", and the time left. */
export function RunProgress() {
  const { ok, failed, total } = useSession(progress);
  const paused = useSession(isPaused);
  const timeLeft = useTimeLeft(useNow(useSession(waitsForPace)));
  const timeWords = timeLeft === undefined || paused ? '' : timeLeftWords(timeLeft);
  const words = `${ok} of ${total} ${total === 1 ? 'batch' : 'batches'}`;
  return (
    <div className={styles.progress}>
      <div className={styles.counts}>
        <span className={styles.count}>{words}</span>
        <span className={styles.fine}>{timeWords}</span>
      </div>
      <div
        role="progressbar"
        aria-label="Translated batches"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={ok}
        aria-valuetext={[words, timeWords].filter(Boolean).join(', ')}
        className={styles.bar}
      >
        <div className={styles.barFailed} style={{ transform: `scaleX(${(ok + failed) / total})` }} />
        <div className={styles.barOk} style={{ transform: `scaleX(${ok / total})` }} />
      </div>
    </div>
  );
}
