import type { Rule } from '../seen-line.ts';

/** The translation shows nothing, though the original shows a text. */
export const empty: Rule = ({ original, translation }) =>
  translation.plain.trim() === '' && original.plain.trim() !== '' ? 'The translation is empty.' : undefined;
