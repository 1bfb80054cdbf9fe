import { useEffect, useState } from 'react';
import { progress } from '../../session/session-selectors.ts';
import type { PaceLimit, SessionState } from '../../session/session-state.ts';
import { useServices } from '../shared/services.tsx';
import { useRunFigure } from '../shared/use-session.ts';
import { noteDurations, timeLeftMs } from './time-left.ts';

const NO_LIMIT: PaceLimit = { kind: 'none' };
const limitOf = ({ pace }: SessionState): PaceLimit => pace?.limit ?? NO_LIMIT;

/** Estimated ms until the run is finished, anew after each batch; undefined: not known. */
export function useTimeLeft(): number | undefined {
  const { session } = useServices();
  const counts = useRunFigure(progress);
  const limit = useRunFigure(limitOf);
  const [durationsMs, setDurationsMs] = useState<readonly number[]>([]);

  useEffect(
    () =>
      session.store.subscribe((after, before) =>
        setDurationsMs((known) => noteDurations(known, before, after, Date.now())),
      ),
    [session],
  );
  return timeLeftMs(durationsMs, counts, limit);
}
