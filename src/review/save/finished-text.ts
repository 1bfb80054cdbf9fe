import { closedTags } from '../../subtitles/closed-tags.ts';
import type { FileFormat, NewText, Part } from '../../subtitles/document.ts';
import { withoutTags } from '../../subtitles/without-tags.ts';
import type { Limits } from '../limits.ts';
import { balanceLines } from '../words/balance-lines.ts';
import type { FileOptions } from './file-options.ts';

export interface FinishedTextOptions extends FileOptions {
  readonly format: FileFormat;
  readonly limits: Limits;
  readonly language: string | undefined;
}

/** The text that is written for one phrase: its translation with the options applied, with its original if both languages are chosen. */
export function finishedText(translation: string, original: string | undefined, options: FinishedTextOptions): NewText {
  const { both, look, marks, lineBreaks, limits, language, format } = options;
  const broken = lineBreaks === 'balanced' ? (balanceLines(translation, limits, language) ?? translation) : translation;
  const own: Part = { text: withRtlMarks(broken, marks) };
  const beside = original === undefined ? '' : withRtlMarks(withoutPlaceholders(original), marks).trim();
  if (both === undefined || beside === '' || original?.trim() === translation.trim()) return own.text;
  const other: Part = { text: look === undefined ? beside : withoutTags(beside), ...(look && { look }) };
  // Of ASS and SSA the format itself gives each part the look of its line (subtitles/ass/own-look.ts).
  const parts = format === 'ass' || format === 'ssa' ? [own, other] : [closed(own), closed(other)];
  return both === 'below' ? parts.toReversed() : parts;
}

/** What is open at the end of one language is not the other's. */
const closed = (part: Part): Part => ({ ...part, text: closedTags(part.text) });

/** They stand for code of the original's own; {\an8} and the like hold for the whole phrase and stand there already. */
const withoutPlaceholders = (text: string): string => text.replace(/⟦\d+⟧|\{\\[^{}]*\}/g, '');

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Direction marks around a line, from an earlier saving. */
const AROUND = /^[\u200f\u202b]+|[\u200f\u202c]+$/g;

/**
 * The text with direction marks around its lines. They are for players that lay every line out from left to right, and so show a full
 * stop at the wrong end. Marks that are there already are replaced, not doubled.
 */
function withRtlMarks(text: string, marks: FileOptions['marks']): string {
  if (marks === undefined || !RIGHT_TO_LEFT.test(text)) return text;
  const [before, behind] = marks === 'rlm' ? ['\u200f', '\u200f'] : ['\u202b', '\u202c'];
  return text
    .split('\n')
    .map((line) => (RIGHT_TO_LEFT.test(line) ? before + line.replace(AROUND, '') + behind : line))
    .join('\n');
}
