/** How many lines a person filled with the original, as a part of a sentence; empty: none. */
export const untranslatedWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 line is untranslated' : `${count} lines are untranslated`;
