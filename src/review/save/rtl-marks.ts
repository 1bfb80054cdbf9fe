import type { FileOptions } from './file-options.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Direction marks around a line, from an earlier saving. */
const AROUND = /^[\u200f\u202b]+|[\u200f\u202c]+$/g;

/**
 * The text with direction marks around its lines. They are for players that lay every line out from left to right, and so show a full
 * stop at the wrong end. Marks that are there already are replaced, not doubled.
 */
export function withRtlMarks(text: string, marks: FileOptions['marks']): string {
  if (marks === undefined || !RIGHT_TO_LEFT.test(text)) return text;
  const [before, behind] = marks === 'rlm' ? ['\u200f', '\u200f'] : ['\u202b', '\u202c'];
  return text
    .split('\n')
    .map((line) => (RIGHT_TO_LEFT.test(line) ? before + line.replace(AROUND, '') + behind : line))
    .join('\n');
}
