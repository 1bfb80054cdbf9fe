import type { FileFormat, NewText, Part } from '../../subtitles/document.ts';
import type { Limits } from '../limits.ts';
import { withoutTags } from '../visible-text.ts';
import { balanceLines } from '../words/balance-lines.ts';
import type { FileOptions } from './file-options.ts';
import { withRtlMarks } from './rtl-marks.ts';

export interface FinishedTextOptions extends FileOptions {
  readonly format: FileFormat;
  readonly limits: Limits;
  readonly language: string | undefined;
}

/** The text that is written for one phrase: its translation with the options applied, with its original if both languages are chosen. */
export function finishedText(translation: string, original: string | undefined, options: FinishedTextOptions): NewText {
  const { both, look, marks, lineBreaks, limits, language } = options;
  const broken = lineBreaks === 'balanced' ? (balanceLines(translation, limits, language) ?? translation) : translation;
  const own: Part = { text: withRtlMarks(broken, marks) };
  const beside = original === undefined ? '' : withRtlMarks(withoutPlaceholders(original), marks).trim();
  if (both === undefined || beside === '') return own.text;
  const other: Part = { text: look === undefined ? beside : withoutTags(beside), ...(look && { look }) };
  return both === 'below' ? [other, own] : [own, other];
}

/** The original without placeholders, which stand for its own code, and without {\an8} and the like, which the phrase has already. */
const withoutPlaceholders = (text: string): string => text.replace(/⟦\d+⟧|\{\\[^{}]*\}/g, '');
