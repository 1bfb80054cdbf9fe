import type { FileOptions } from './file-options.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Marks that an earlier saving has put around a line. */
const AROUND = /^[\u200f\u202b]+|[\u200f\u202c]+$/g;

/**
 * The text with marks for players that take each line for one from left to right, and so show its full stop at the wrong end. Text that
 * has such marks gets them once.
 */
export function withRtlMarks(text: string, marks: FileOptions['marks']): string {
  if (marks === undefined || !RIGHT_TO_LEFT.test(text)) return text;
  const [before, behind] = marks === 'rlm' ? ['\u200f', '\u200f'] : ['\u202b', '\u202c'];
  return text
    .split('\n')
    .map((line) => (RIGHT_TO_LEFT.test(line) ? before + line.replace(AROUND, '') + behind : line))
    .join('\n');
}
