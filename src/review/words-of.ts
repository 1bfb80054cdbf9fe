/** Addresses, of pages and people, are the same in every language. */
const isAddress = (word: string): boolean => word.includes('@') || word.includes('://') || word.startsWith('www.');

/** What stands between white space and has a letter, without the signs around it, in plain letters; no addresses. */
export const wordsOf = (plain: string): readonly string[] =>
  plain
    .split(/\s+/)
    .filter((word) => !isAddress(word))
    .map((word) => word.replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ''))
    .filter((word) => /\p{L}/u.test(word));

/** The same for texts that differ in case, punctuation and white space alone; their letters, marks and digits. */
export const folded = (plain: string): string => plain.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Written without spaces between words, so that words are told by their characters. */
const isWithoutSpaces = (text: string): boolean => /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text);

/** How many different words a text has; about two characters make one where no spaces stand between words. */
export function countDifferentWords(plain: string): number {
  if (isWithoutSpaces(plain)) return Math.ceil(new Set(folded(plain)).size / 2);
  return new Set(wordsOf(plain).map(folded)).size;
}
