import type { Rule } from '../seen-line.ts';
import { countDifferentWords, folded, wordsOf } from '../words-of.ts';

/**
 * The translation is the original. Names, numbers and addresses are the same in every language; the nearer the two
 * languages, the more words must agree before it counts: "Por favor." is both Spanish and Portuguese.
 */
export const notTranslated: Rule = ({ original, translation }, { script, sourceScript, related }) => {
  if (firstLetter(original.plain) !== firstLetter(translation.plain)) return undefined;
  const words = wordsOf(original.plain);
  const letters = folded(words.join(''));
  if (letters.length < 2 || letters !== folded(wordsOf(translation.plain).join(''))) return undefined;
  if (isNameLike(words)) {
    const isSentence = /[.!?…。！？]["'”’»)\]]*\s*$/.test(original.plain);
    if (!isSentence || words.every(isAbbreviation) || script === sourceScript) return undefined;
  }
  if (!related && script !== undefined && sourceScript !== undefined && script !== sourceScript) return SAME;
  return countDifferentWords(original.plain) >= (related ? 4 : 2) && letters.length >= 6 ? SAME : undefined;
};

const SAME = 'The same as the original.';

const firstLetter = (text: string): string => /\p{L}/u.exec(text)?.[0].toLowerCase() ?? '';

/** All that has case begins with a capital: "Tom", "New York", "NASA". */
const isNameLike = (words: readonly string[]): boolean =>
  words.length <= 5 && words.every((word) => word[0] !== word[0]?.toLowerCase());

const isAbbreviation = (word: string): boolean => word.length <= 4 && word === word.toUpperCase();
