import type { Pace } from './state/run-state.ts';

/** The page is not drawn again for smaller changes of the next start. */
const PACE_STEP_MS = 500;

/** Whether `pace` differs visibly from the pace that is shown. `now`: ms since 1970. */
export const isPaceNews = (shown: Pace | null, pace: Pace, now: number): boolean =>
  shown === null
    ? pace.limit.kind !== 'none' || pace.nextAt - now > PACE_STEP_MS
    : Math.abs(pace.nextAt - shown.nextAt) > PACE_STEP_MS ||
      JSON.stringify([pace.limit, pace.endpoint]) !== JSON.stringify([shown.limit, shown.endpoint]);
