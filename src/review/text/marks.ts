import { baseLanguage } from '../../languages/language-table.ts';

/** A sign that means something by itself, so that a translation should have it if the original has it. */
export interface Mark {
  readonly name: 'question' | 'exclamation' | 'ellipsis' | 'dash' | 'note';
  /** The sign's name in a sentence. */
  readonly words: string;
  /** Whether the original's lines (without tags) have the sign. */
  readonly has: (original: readonly string[]) => boolean;
  /** Whether the translation's lines have the sign, too, wherever the language (BCP 47) puts it. */
  readonly isKept: (original: readonly string[], translation: readonly string[], language?: string) => boolean;
}
export type MarkName = Mark['name'];

const QUESTION = /[?？؟՞፧⁇⁈⁉]/;
/** The Greek question mark: a semicolon, or a character of its own. */
const GREEK_QUESTION = /[;\u037e]/;
const GREEK = /[\u0370-\u03ff]/;
const EXCLAMATION = /[!！‼⁈⁉՜]/;
const ELLIPSIS = /…|\.\.|。。|⋯|‥|・・/;
/** Marks of direction may stand before it. */
const DASH = /^[\s"'“«‹„\u200e\u200f\u202a-\u202e\u2066-\u2069]*[-–—‐‑―−－]\s*[^\s\d-]/;
const NOTE = /[♪♫♬♩]/;

/** The end marks: all that stands behind the last letter or digit. */
const endOf = (lines: readonly string[]): string => /[^\p{L}\p{N}]*$/u.exec((lines.at(-1) ?? '').slice(-12))?.[0] ?? '';

const some = (lines: readonly string[], pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

const asks = (lines: readonly string[]): boolean =>
  some(lines, QUESTION) || lines.some((line) => GREEK_QUESTION.test(line) && GREEK.test(line));

export const countDashes = (lines: readonly string[]): number => lines.filter((line) => DASH.test(line)).length;

/** Languages in which only the second speaker gets a dash (Netflix's guides). */
const FROM_SECOND = new Set(['nl', 'fi', 'he', 'sr', 'bg']);
export const dashesFromSecond = (language: string | undefined): boolean => FROM_SECOND.has(baseLanguage(language));

export const MARKS: readonly Mark[] = [
  { name: 'question', words: '“?”', has: asks, isKept: (_, translation) => asks(translation) },
  {
    name: 'exclamation',
    words: '“!”',
    // Only at the end: within a text ("Hey! Come here.") translators often write a comma.
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
