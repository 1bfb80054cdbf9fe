import type { Rule } from '../seen-line.ts';

/** Nothing to be seen where the original has something. */
export const empty: Rule = ({ original, translation }) =>
  translation.plain.trim() === '' && original.plain.trim() !== '' ? 'The translation is empty.' : undefined;
