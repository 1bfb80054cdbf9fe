import type { Rule } from '../seen-line.ts';

/** Neither white space nor a mark of direction, a joiner or the like, which nobody sees. */
const VISIBLE = /[^\s\p{Cf}]/u;

/** The translation shows nothing, though the original shows a text. */
export const empty: Rule = ({ original, translation }) =>
  !VISIBLE.test(translation.plain) && VISIBLE.test(original.plain) ? 'The translation is empty.' : undefined;
