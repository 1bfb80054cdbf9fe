import { linesOf } from './lines.ts';

// Anchored, and no two neighbouring parts can take the same character: linear on any line.
// Hours and fractions may be missing and times may be negative, as real files have them.
const TIMING_LINE = /^\s*-?\d+(?::\d+){1,2}(?:[,.]\d+)?\s*-->/;

/** Begins as a real timing does ("00:00:05,580 --> …"). A text such as "cause --> effect" is none. */
export const isTimingLine = (line: string): boolean => TIMING_LINE.test(line);

/** One of the text's lines would be taken for a timing by a reader of .srt files. */
export const containsTimingLine = (text: string): boolean => text.includes('-->') && linesOf(text).some(isTimingLine);

/** The same text with an arrow of another shape in its timing lines, so that none is left. */
export function withoutTimingLines(text: string): string {
  if (!containsTimingLine(text)) return text;
  return linesOf(text)
    .map((line) => (isTimingLine(line) ? line.replaceAll('-->', '→') : line))
    .join('\n');
}

/** From when to when a phrase is shown, in milliseconds from the film's beginning. */
export interface Timing {
  readonly startMs: number;
  readonly endMs: number;
}

const TIME = String.raw`(-?)(?:(\d+):)?(\d+):(\d+)(?:[,.:](\d+))?`;
const TWO_TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}`);

/** The times of a timing line; undefined: the line cannot be read. Hours and fractions may be missing; some ASS files have a colon before fractions. */
export function timingOf(timingLine: string): Timing | undefined {
  const parts = TWO_TIMES.exec(timingLine);
  if (parts === null) return undefined;
  return { startMs: millisecondsOf(parts, 1), endMs: millisecondsOf(parts, 6) };
}

/** "01:02:03,004"; what is before the beginning is the beginning. */
export function timeText(ms: number, point: string): string {
  const whole = Math.max(0, Math.round(ms));
  const fields = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1_000) % 60];
  const texts = fields.map((field) => String(Math.floor(field)).padStart(2, '0'));
  return `${texts.join(':')}${point}${String(whole % 1_000).padStart(3, '0')}`;
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
