import type { Pace } from './run-state.ts';

/** Smaller changes of the next start are not worth a new rendering. */
const PACE_STEP_MS = 500;

/** Whether a pace says something that the shown one does not. `now`: ms since the epoch. */
export const isPaceNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS || JSON.stringify(pace.limit) !== JSON.stringify(shown.limit);
