import { timingOf } from '../../../../review/timing-of.ts';

/** How long a phrase is shown; undefined: its timing line cannot be read. */
export function secondsOf(time: string): number | undefined {
  const timing = timingOf(time);
  return timing && (timing.endMs - timing.startMs) / 1_000;
}
