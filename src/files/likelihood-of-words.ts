import { likelihoodOfLatin } from './latin-letters.ts';
import { likelihoodOf } from './likelihood.ts';

/** What stands between blanks, with a character above ASCII. Searched at the beginning of each word alone: linear. */
export const FOREIGN_WORD = /(?<![^\t\n\r ])[^\t\n\r ]*\P{ASCII}[^\t\n\r ]*/gu;

/** The least mean log-likelihood of the characters above ASCII of a text. */
const LATIN_TEXT = -3.2;
const OTHER_TEXT = -3.9;

export const OTHER_LETTER = /(?=\p{L})\P{Script=Latin}/u;

/** Of the words with a character above ASCII: those in Latin letters as of one language, the others by their letters. */
export function likelihoodOfWords(words: readonly string[]) {
  const others = words.filter((word) => OTHER_LETTER.test(word));
  const latin = words.filter((word) => !OTHER_LETTER.test(word)).join('\n');
  const { sum, bytes } = likelihoodOf(others.join('\n'));
  const latinBytes = latin.match(/\P{ASCII}/gu)?.length ?? 0;
  return { sum: sum + likelihoodOfLatin(latin), ofText: latinBytes * LATIN_TEXT + bytes * OTHER_TEXT };
}

/** `slack`: how much less likely than a text they may be, 1: nothing. */
export function isGood(words: readonly string[], slack = 0.85): boolean {
  const { sum, ofText } = likelihoodOfWords(words);
  return sum >= ofText * slack;
}
