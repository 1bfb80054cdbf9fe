import type { Fix, Rule } from '../seen-line.ts';
import { see } from '../seen-line.ts';
import { balanceLines } from '../words/balance-lines.ts';

export const lineTooLong: Rule = ({ translation }, { limits }) =>
  translation.longestLine > limits.charactersPerLine
    ? `${translation.longestLine} characters a line, ${limits.charactersPerLine} at most.`
    : undefined;

/** More lines than the limit, and more than the original has: as many lines as the original's author used are let pass. */
export const tooManyLines: Rule = ({ original, translation }, { limits }) => {
  const most = Math.max(limits.lines, original.lines.length);
  return translation.lines.length > most ? `${translation.lines.length} lines, ${most} at most.` : undefined;
};

/** The same words with other line breaks; undefined: the text cannot keep all limits. */
export const balanced: Fix = ({ translation }, { limits, language }) => {
  const text = balanceLines(translation.text, limits, language);
  if (text === undefined || text === translation.text) return undefined;
  const { longestLine, lines } = see(text);
  return longestLine <= limits.charactersPerLine && lines.length <= limits.lines ? text : undefined;
};
