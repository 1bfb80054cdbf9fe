import { linesOf } from './lines.ts';

// Linear on any line: the expression is anchored, and no two neighbouring parts match the same character. Some files have negative times, or times
// without hours or fractions.
const TIMING_LINE = /^\s*-?\d+(?::\d+){1,2}(?:[,.]\d+)?\s*-->/;

/** Returns true if a line begins like a timing. A text such as "cause --> effect" does not. */
export const isTimingLine = (line: string): boolean => TIMING_LINE.test(line);

/** Returns true if a reader of .srt files would read a line of this text as a timing. */
export const containsTimingLine = (text: string): boolean => text.includes('-->') && linesOf(text).some(isTimingLine);

/** Replaces the arrow in each timing line, so that the text contains no timing line. */
export function withoutTimingLines(text: string): string {
  if (!containsTimingLine(text)) return text;
  return linesOf(text)
    .map((line) => (isTimingLine(line) ? line.replaceAll('-->', '→') : line))
    .join('\n');
}

export interface Timing {
  readonly startMs: number;
  readonly endMs: number;
}

const TIME = String.raw`(-?)(?:(\d+):)?(\d+):(\d+)(?:[,.:](\d+))?`;
const TWO_TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);

/** Reads a timing line; undefined: the line is not one. Hours and fractions may be missing; some ASS files have a colon before fractions. */
export function timingOf(timingLine: string): Timing | undefined {
  const parts = TWO_TIMES.exec(timingLine);
  if (parts === null) return undefined;
  return { startMs: millisecondsOf(parts, 1), endMs: millisecondsOf(parts, 6) };
}

/** Writes a time such as "01:02:03,004". Negative times become 0. */
export function timeText(ms: number, point: string): string {
  const whole = Math.max(0, Math.round(ms));
  const fields = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60];
  const texts = fields.map((field) => String(Math.floor(field)).padStart(2, '0'));
  return `${texts.join(':')}${point}${String(whole % 1_000).padStart(3, '0')}`;
}

/** The duration in seconds: 0 or less if the phrase ends before it begins; undefined: the timing is unreadable. */
export const secondsOf = (timing: Timing | undefined): number | undefined =>
  timing && (timing.endMs - timing.startMs) / 1_000;

function millisecondsOf(parts: RegExpExecArray, first: number): number {
  const [sign, hours, minutes, seconds, fraction] = parts.slice(first, first + 5);
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  const milliseconds = whole * 1_000 + Math.round(Number(`0.${fraction ?? 0}`) * 1_000);
  return sign === '-' ? -milliseconds : milliseconds;
}
