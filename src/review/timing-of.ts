/** From when to when a phrase is shown, in milliseconds from the film's beginning. */
export interface Timing {
  readonly startMs: number;
  readonly endMs: number;
}

const TIME = String.raw`(-?)(?:(\d+):)?(\d+):(\d+)(?:[,.:](\d+))?`;
const TIMING_LINE = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);

/** The times of a timing line; undefined: the line cannot be read. Hours and fractions may be missing; some ASS files have a colon before fractions. */
export function timingOf(timingLine: string): Timing | undefined {
  const parts = TIMING_LINE.exec(timingLine);
  if (parts === null) return undefined;
  return { startMs: millisecondsOf(parts, 1), endMs: millisecondsOf(parts, 6) };
}

/** For how many seconds a phrase is shown: 0 or less if it ends before it begins; undefined: its timing cannot be read. */
export const secondsOf = (timing: Timing | undefined): number | undefined =>
  timing && (timing.endMs - timing.startMs) / 1_000;

function millisecondsOf(parts: RegExpExecArray, first: number): number {
  const [sign, hours, minutes, seconds, fraction] = parts.slice(first, first + 5);
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  const milliseconds = whole * 1_000 + Math.round(Number(`0.${fraction ?? 0}`) * 1_000);
  return sign === '-' ? -milliseconds : milliseconds;
}
