import { useEffect, useState } from 'react';
import { progress } from '../../../engine/run-state.ts';
import type { PaceLimit } from '../../../engine/scheduler-state.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { useServices } from '../../state/services.tsx';
import { useNow, useSession } from '../../state/use-film.ts';
import { timeLeftWords } from '../../words/quantities.ts';
import styles from './batch-list.module.css';
import { type FinishedBatch, noteFinished, timeLeftMs } from './time-left.ts';

/** A bar, "n of m batches", and the time left. */
export function RunProgress() {
  const { ok, failed, total } = useSession(progress);
  const paused = useSession((state) => state.paused !== null);
  const timeLeft = useTimeLeft();
  const timeWords = timeLeft === undefined || paused ? '' : timeLeftWords(timeLeft);
  const words = `${ok} of ${total} ${total === 1 ? 'batch' : 'batches'}`;
  return (
    <div>
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

const NO_LIMIT: PaceLimit = { kind: 'none' };

/** When the oldest request in flight was sent, in ms since 1970; Infinity: none is in flight. */
const oldestStart = ({ results, details }: SessionState): number =>
  Math.min(
    ...details
      .filter((_, index) => results[index] === null)
      .map(({ startedAt = Number.POSITIVE_INFINITY }) => startedAt),
  );

/** Estimated ms until the run ends, updated after each batch; undefined: unknown. */
function useTimeLeft(): number | undefined {
  const { shown, ticker } = useServices();
  const counts = useSession(progress);
  const pace = useSession((state) => state.pace);
  const now = useNow(pace !== null);
  const oldestAt = useSession(oldestStart);
  const [finished, setFinished] = useState<readonly FinishedBatch[]>([]);

  useEffect(
    () =>
      shown.subscribe((after, before) => setFinished((known) => noteFinished(known, before, after, ticker.exact()))),
    [shown, ticker],
  );
  return timeLeftMs(finished, counts, {
    limit: pace?.limit ?? NO_LIMIT,
    waitMs: pace === null ? 0 : Math.max(0, pace.nextAt - now),
    oldestMs: Math.max(0, now - oldestAt),
  });
}
