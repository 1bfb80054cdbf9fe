/** A sign that says something by itself, so that a translation should have it where the original has it. */
export interface Mark {
  readonly name: 'question' | 'exclamation' | 'ellipsis' | 'dash' | 'note';
  /** As it is named in a sentence. */
  readonly words: string;
  /** The original's lines (without tags) have it. */
  readonly has: (original: readonly string[]) => boolean;
  /** The translation's lines have it as well, wherever its language puts it. */
  readonly isKept: (original: readonly string[], translation: readonly string[], language?: string) => boolean;
}
export type MarkName = Mark['name'];

const QUESTION = /[?？؟՞፧⁇⁈⁉]/;
/** Greek asks with a semicolon, which some write as a sign of its own. */
const GREEK_QUESTION = /[;\u037e]/;
const GREEK = /[\u0370-\u03ff]/;
const EXCLAMATION = /[!！‼⁈⁉՜]/;
const ELLIPSIS = /…|\.\.|。。|⋯|‥|・・/;
const DASH = /^[\s"'“«‹„]*[-–—‐‑―−－]\s*[^\s\d-]/;
const NOTE = /[♪♫♬♩]/;

/** Behind the last letter or number: where the end marks are. */
const endOf = (lines: readonly string[]): string => /[^\p{L}\p{N}]*$/u.exec((lines.at(-1) ?? '').slice(-12))?.[0] ?? '';

const some = (lines: readonly string[], pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

const asks = (lines: readonly string[]): boolean =>
  some(lines, QUESTION) || lines.some((line) => GREEK_QUESTION.test(line) && GREEK.test(line));

export const countDashes = (lines: readonly string[]): number => lines.filter((line) => DASH.test(line)).length;

/** Languages in which only the second speaker has a dash (Netflix's guides). */
const FROM_SECOND = new Set(['nl', 'fi', 'he', 'sr', 'bg']);
export const dashesFromSecond = (language: string | undefined): boolean =>
  FROM_SECOND.has(language?.split('-')[0] ?? '');

export const MARKS: readonly Mark[] = [
  { name: 'question', words: '“?”', has: asks, isKept: (_, translation) => asks(translation) },
  {
    name: 'exclamation',
    words: '“!”',
    // Inside a text ("Hey! Come here.") it often becomes a comma.
    has: (original) => some(original, EXCLAMATION) && /^[^?？؟]*[!！‼]/.test(endOf(original)),
    isKept: (_, translation) => some(translation, EXCLAMATION),
  },
  {
    name: 'ellipsis',
    words: '“…”',
    has: (original) => some(original, ELLIPSIS) && ELLIPSIS.test(endOf(original)),
    isKept: (_, translation) => some(translation, ELLIPSIS),
  },
  {
    name: 'dash',
    words: 'A dash of the dialogue',
    has: (original) => countDashes(original) >= 2,
    isKept: (original, translation, language) =>
      countDashes(translation) >= countDashes(original) - (dashesFromSecond(language) ? 1 : 0),
  },
  { name: 'note', words: '“♪”', has: (original) => some(original, NOTE), isKept: (_, lines) => some(lines, NOTE) },
];
