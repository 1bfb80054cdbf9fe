import { isBlank } from './lines.ts';

/** In a class of a pattern: the marks that say in which direction a text is laid out (Unicode Standard Annex #9, section 2). */
export const MARK_CHARACTERS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
/** The same as signs of a web page, as .srt files have them, too; also where a program has written their "&" twice. */
const ENTITY =
  '&(?:amp;)*[ \\t]?(?:lrm|rlm|#0*(?:1564|820[67]|823[4-8]|829[4-7])|#x0*(?:61c|200[ef]|202[a-e]|206[6-9]))[ \\t]?;';
export const MARK = `[${MARK_CHARACTERS}]|${ENTITY}`;
export const MARKS = new RegExp(MARK, 'gi');
/** Most texts have neither, and are done with here. */
export const MAY_HAVE_MARKS = new RegExp(`[&${MARK_CHARACTERS}]`);

/** The text without marks of direction: they belong to the file, and say nothing. */
export const withoutDirectionMarks = (text: string): string =>
  MAY_HAVE_MARKS.test(text) ? text.replace(MARKS, '') : text;

/** The text as a model gets it; one of marks alone stays, since nobody can translate an empty text. */
export function sentText(text: string): string {
  const said = withoutDirectionMarks(text);
  return isBlank(said) ? text : said;
}
