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
