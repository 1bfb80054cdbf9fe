import { assertNever } from '../../lib/assert-never.ts';
import { type Fix, type Rule, type SeenText, see } from '../seen-line.ts';
import { MARKS, type Mark, type MarkName } from '../words/marks.ts';
import { withDashes, withEndMark, withNotes } from '../words/put-marks.ts';

/** Signs that the original has and the translation lacks; only signs that this film's translations usually keep. */
export const punctuationDiffers: Rule = ({ original, translation }, rules) => {
  const isLost = (mark: Mark) =>
    rules.marks.includes(mark.name) &&
    mark.has(original.lines) &&
    !mark.isKept(original.lines, translation.lines, rules.language);
  const lost = MARKS.filter(isLost);
  if (lost.length === 0) return undefined;
  return `${lost.map(({ words }) => words).join(' and ')} ${lost.length === 1 ? 'is' : 'are'} missing.`;
};

/** The translation with each missing sign put where the original has it; undefined: that would not mend the problem. */
export const marksPutBack: Fix = (line, rules) => {
  const text = MARKS.reduce((fixed, mark) => {
    const { lines } = see(fixed);
    const isLost = mark.has(line.original.lines) && !mark.isKept(line.original.lines, lines, rules.language);
    return isLost && rules.marks.includes(mark.name) ? putBack(mark.name, fixed, line.original, rules.language) : fixed;
  }, line.translation.text);
  if (text === line.translation.text) return undefined;
  return punctuationDiffers({ ...line, translation: see(text) }, rules) === undefined ? text : undefined;
};

function putBack(name: MarkName, text: string, original: SeenText, language: string | undefined): string {
  switch (name) {
    case 'question':
      return withEndMark(text, '?', language);
    case 'exclamation':
      return withEndMark(text, '!', language);
    case 'ellipsis':
      return withEndMark(text, '…', language);
    case 'dash':
      return withDashes(text, original, language);
    case 'note':
      return withNotes(text, original);
    default:
      return assertNever(name);
  }
}
