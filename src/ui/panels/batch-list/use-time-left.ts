import { useEffect, useState } from 'react';
import type { PaceLimit } from '../../../engine/pace/scheduler-state.ts';
import { progress } from '../../../engine/state/run-selectors.ts';
import type { SessionState } from '../../../session/session-state.ts';
import { useServices } from '../../state/services.tsx';
import { useSession } from '../../state/use-session.ts';
import { type FinishedBatch, noteFinished, timeLeftMs } from './time-left.ts';

const NO_LIMIT: PaceLimit = { kind: 'none' };
const paceOf = ({ pace }: SessionState) => pace;

/** When the oldest request in flight was sent, in ms since 1970. */
const oldestStart = ({ results, details }: SessionState): number | undefined =>
  details.reduce<number | undefined>(
    (oldest, { startedAt }, index) =>
      results[index] === null && startedAt !== undefined && startedAt < (oldest ?? Number.POSITIVE_INFINITY)
        ? startedAt
        : oldest,
    undefined,
  );

/** Estimated ms until the run ends, updated after each batch; undefined: unknown. `now`: ms since 1970. */
export function useTimeLeft(now: number): number | undefined {
  const { shown } = useServices();
  const counts = useSession(progress);
  const pace = useSession(paceOf);
  const [finished, setFinished] = useState<readonly FinishedBatch[]>([]);

  useEffect(
    () => shown.subscribe((after, before) => setFinished((known) => noteFinished(known, before, after, Date.now()))),
    [shown],
  );
  const oldestAt = useSession(oldestStart);
  return timeLeftMs(finished, counts, {
    limit: pace?.limit ?? NO_LIMIT,
    waitMs: pace === null ? 0 : Math.max(0, pace.nextAt - now),
    oldestMs: oldestAt === undefined ? 0 : now - oldestAt,
  });
}
