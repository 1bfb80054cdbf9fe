import { baseLanguage, byLanguage } from '../../languages/language-names.ts';
import { SENTENCE_SIGN } from '../../lib/text.ts';
import { MARK_CHARACTERS } from '../../subtitles/lines.ts';

/** A sign with a meaning of its own: a translation should have it if the original does. */
export interface Punctuation {
  readonly name: 'question' | 'exclamation' | 'ellipsis' | 'dash' | 'note' | 'bracket' | 'pair' | 'stop';
  readonly words: string;
  /** `original`: lines without tags. */
  readonly has: (original: readonly string[]) => boolean;
  /** Whether the translation has the sign where its language (BCP 47) puts it. */
  readonly isKept: (original: readonly string[], translation: readonly string[], language?: string) => boolean;
}
export type PunctuationName = Punctuation['name'];

const QUESTION = /[?？؟՞፧⁇⁈⁉]/;
/** The Greek question mark: a semicolon, or its own character. */
const GREEK_QUESTION = /[;\u037e]/;
const GREEK = /[\u0370-\u03ff]/;
const EXCLAMATION = /[!！‼⁈⁉՜]/;
const ELLIPSIS = /…|\.\.|。。|⋯|‥|[・･·]{2}/;
/**
 * Dashes before a speaker, for use between "[" and "]". Includes Hebrew's hyphen, Arabic tatweel and the Japanese long vowel mark, none of which
 * begins a word.
 */
export const DASHES = '\\-–—‐‑―−－־ـー';
/** Direction marks may come first. */
const DASH = new RegExp(String.raw`^[\s"'“«‹„${MARK_CHARACTERS}]*[${DASHES}]\s*[^\s\d\-]`);
const NOTE = /[♪♫♬♩]/;
/** Interrupted speech: some languages write a dash, others dots. */
const BREAKS_OFF = /[-–—]["'”’»“)\]\s]*$/;
/** Sounds and speaker names stand in brackets at the beginning of a line. */
const BEGINS_WITH_BRACKET = /^[\s"'“«„–—-]*[[(（【［]/;
export const OPENS = /[[(（【［]/g;
const CLOSES = /[\])）】］]/g;
/** Other signs around sounds. */
const OTHER_OPENS = /[*{〈〔《≪＜﴾﴿]/;
/** Includes two commas or apostrophes typed as one quotation mark. */
const QUOTES = /["“”„‟«»「」『』]|,,|''/g;
/** In Hebrew the sign can be a part of a word or follow its first letter: ארה"ב, ב"מגדלור". */
const WITHIN_WORD = /\p{L}["”]\p{L}/u;
export const ENDS_SENTENCE = new RegExp(String.raw`${SENTENCE_SIGN}["'”’»“)\]」』♪\s]*$`);
const ENDS_WITH_SIGN = /[\p{P}\p{S}]\s*$/u;

/** Everything behind the last letter or digit. */
const endOf = (lines: readonly string[]): string => /[^\p{L}\p{N}]*$/u.exec((lines.at(-1) ?? '').slice(-12))?.[0] ?? '';

const some = (lines: readonly string[], pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

const countOf = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((count, line) => count + (line.match(pattern)?.length ?? 0), 0);

const arePaired = (lines: readonly string[]): boolean =>
  countOf(lines, OPENS) === countOf(lines, CLOSES) && (countOf(lines, QUOTES) % 2 === 0 || some(lines, WITHIN_WORD));

const asks = (lines: readonly string[]): boolean =>
  some(lines, QUESTION) || lines.some((line) => GREEK_QUESTION.test(line) && GREEK.test(line));

/** Questions without a mark, such as Japanese sentences that end with か. */
const ASKS_BY_WORD: Readonly<Record<string, RegExp>> = { ja: /か[」』”）)。]*$/ };

export const countDashes = (lines: readonly string[]): number => lines.filter((line) => DASH.test(line)).length;

/** Languages in which only the second speaker gets a dash (Netflix's guides). */
const FROM_SECOND = new Set(['nl', 'fi', 'he', 'sr', 'bg']);
export const dashesFromSecond = (language: string | undefined): boolean => FROM_SECOND.has(baseLanguage(language));

export const SENTENCE_PUNCTUATION: readonly Punctuation[] = [
  {
    name: 'question',
    words: '“?”',
    has: asks,
    isKept: (_, lines, language) => asks(lines) || lines.some((line) => byLanguage(ASKS_BY_WORD, language)?.test(line)),
  },
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
    isKept: (_, translation) => some(translation, ELLIPSIS) || BREAKS_OFF.test(translation.at(-1) ?? ''),
  },
  {
    name: 'dash',
    words: 'A dash of the dialogue',
    has: (original) => countDashes(original) >= 2,
    isKept: (original, translation, language) =>
      countDashes(translation) >= countDashes(original) - (dashesFromSecond(language) ? 1 : 0),
  },
  { name: 'note', words: '“♪”', has: (original) => some(original, NOTE), isKept: (_, lines) => some(lines, NOTE) },
  {
    name: 'bracket',
    words: 'A bracket',
    has: (original) => some(original, BEGINS_WITH_BRACKET),
    isKept: (_, translation) => countOf(translation, OPENS) > 0 || some(translation, OTHER_OPENS),
  },
  {
    name: 'pair',
    words: 'One of two brackets or quotation marks',
    has: arePaired,
    isKept: (_, translation) => arePaired(translation),
  },
];

/** A lost full stop alone is no problem: many translators leave full stops out. */
export const STOP: Punctuation = {
  name: 'stop',
  words: 'The end of the sentence',
  has: (original) => ENDS_SENTENCE.test(original.at(-1) ?? ''),
  isKept: (_, translation) => ENDS_WITH_SIGN.test(translation.at(-1) ?? ''),
};
