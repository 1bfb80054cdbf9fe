import { baseLanguage, byLanguage } from '../../languages/language-names.ts';
import { MARK_CHARACTERS, SENTENCE_SIGN } from '../../lib/text.ts';

/** A sign with a meaning of its own: if the original has it, the translation should have it too. */
export interface Punctuation {
  readonly name: 'question' | 'exclamation' | 'ellipsis' | 'dash' | 'note' | 'bracket' | 'pair' | 'stop';
  readonly words: string;
  /** Returns true if the original has the sign with its meaning. `original`: lines without tags. `language`: theirs (BCP 47). */
  readonly has: (original: readonly string[], language?: string) => boolean;
  /** Returns true if the translation has the sign where its language (BCP 47) writes it. */
  readonly isKept: (original: readonly string[], translation: readonly string[], language?: string) => boolean;
}
export type PunctuationName = Punctuation['name'];

const QUESTION = /[?？؟՞፧⁇⁈⁉]/;
/** The Greek question mark: a semicolon, or a character of its own. */
const GREEK_QUESTION = /[;\u037e]/;
const GREEK = /[\u0370-\u03ff]/;
const EXCLAMATION = /[!！‼⁈⁉՜]/;
const ELLIPSIS = /…|\.\.|。。|⋯|‥|[・･·]{2}/;
/**
 * Dashes before a speaker's text, for use between "[" and "]". Hebrew's hyphen, Arabic tatweel and the Japanese long vowel mark are among them,
 * because no word begins with these.
 */
export const DASHES = '\\-–—‐‑―−－־ـー';
/** Matches the dash of a speaker. Direction marks may come first. */
const DASH = new RegExp(String.raw`^[\s"'“«‹„${MARK_CHARACTERS}]*[${DASHES}]\s*[^\s\d\-]`);
const NOTE = /[♪♫♬♩]/;
/** Matches interrupted speech at the end: some languages write a dash, others dots. */
const BREAKS_OFF = /[-–—]["'”’»“)\]\s]*$/;
/** Matches a bracket at the beginning of a line, the place for sounds and names of speakers. */
const BEGINS_WITH_BRACKET = /^[\s"'“«„–—-]*[[(（【［]/;
export const OPENS = /[[(（【［]/g;
const CLOSES = /[\])）】］]/g;
/** Matches other signs around sounds. */
const OTHER_OPENS = /[*{〈〔《≪＜﴾﴿]/;
/** Matches quotation marks, even two commas or apostrophes that were typed as one mark. */
const QUOTES = /["“”„‟«»「」『』]|,,|''/g;
/** In Hebrew a quotation mark can be a part of a word or follow its first letter: ארה"ב, ב"מגדלור". */
const WITHIN_WORD = /\p{sc=Hebrew}["”]\p{sc=Hebrew}/u;
export const ENDS_SENTENCE = new RegExp(String.raw`${SENTENCE_SIGN}["'”’»“)\]」』♪\s]*$`);
const ENDS_WITH_SIGN = /[\p{P}\p{S}]\s*$/u;

/** Everything behind the last letter or digit. */
const endOf = (lines: readonly string[]): string => /[^\p{L}\p{N}]*$/u.exec((lines.at(-1) ?? '').slice(-12))?.[0] ?? '';

const some = (lines: readonly string[], pattern: RegExp): boolean => lines.some((line) => pattern.test(line));

const countOf = (lines: readonly string[], pattern: RegExp): number =>
  lines.reduce((count, line) => count + (line.match(pattern)?.length ?? 0), 0);

const arePaired = (lines: readonly string[]): boolean =>
  countOf(lines, OPENS) === countOf(lines, CLOSES) && (countOf(lines, QUOTES) % 2 === 0 || some(lines, WITHIN_WORD));

/** Which of two marks a line has alone: the one that opens, or the one that closes. */
export type Half = `${'bracket' | 'quote'} ${'opens' | 'closes'}`;

/** The mark that completes a half, and where it must be: above a closing mark, below an opening one. */
export const COMPLETED_BY = {
  'bracket opens': ['bracket closes', 1],
  'bracket closes': ['bracket opens', -1],
  'quote opens': ['quote closes', 1],
  'quote closes': ['quote opens', -1],
} as const satisfies Record<Half, readonly [other: Half, step: 1 | -1]>;

/** Names a half that is completed in the next line, or only some lines away. */
export const completedName = (half: Half, isNext: boolean): string => `${half}${isNext ? ' next' : ''};`;

const OPENING_QUOTES = /[«“„‟「『]/;

/** A text that has one of two brackets or quotation marks without the other one; undefined: its marks are paired. `lines`: without tags. */
export function halfOf(lines: readonly string[]): Half | undefined {
  if (arePaired(lines)) return undefined;
  const brackets = countOf(lines, OPENS) - countOf(lines, CLOSES);
  if (brackets !== 0) return brackets > 0 ? 'bracket opens' : 'bracket closes';
  // Marks alternate: if the first one opens, the one without the other is the last, which opens, too.
  const text = lines.join(' ');
  const at = text.search(QUOTES);
  const [before, after] = [text.slice(0, at), text.slice(at).replace(/^(?:,,|''|.)/, '')];
  if (!/[\p{L}\p{N}]/u.test(before)) return 'quote opens';
  if (!/[\p{L}\p{N}]/u.test(after)) return 'quote closes';
  const [isApart, isBehindApart] = [/[\s\p{Ps}\p{Pd}]$/u.test(before), /^[\s\p{P}]/u.test(after)];
  if (isApart !== isBehindApart) return isApart ? 'quote opens' : 'quote closes';
  // French writes spaces on both sides, Chinese on none.
  return OPENING_QUOTES.test(text[at] ?? '') ? 'quote opens' : 'quote closes';
}

/** Whether a text has a bracket or a quotation mark, alone or in a pair. */
export const hasPairMark = (lines: readonly string[]): boolean => countOf(lines, OPENS) + countOf(lines, QUOTES) > 0;

const asks = (lines: readonly string[]): boolean =>
  some(lines, QUESTION) || lines.some((line) => GREEK_QUESTION.test(line) && GREEK.test(line));

/** Languages that can ask without a question mark: Japanese with a word such as か or でしょ at the end of a sentence. */
const ASKS_BY_WORD: Readonly<Record<string, RegExp>> = {
  ja: /(?:か|かな|かしら|っけ|でしょう?|だろう?)[」』”）)。]*$/,
};

/**
 * Languages that write a question mark behind an unfinished clause, too, which other languages make a statement. Japanese suggests or doubts so:
 * 「聞いたら？」 is "You could ask."
 */
const HALF_ASKED: Readonly<Record<string, RegExp>> = { ja: /(?:たら|だら|のに|では|[えけげせてねべめれ]ば)[?？]/g };

const withoutHalfAsked = (lines: readonly string[], language: string | undefined): readonly string[] => {
  const halfAsked = byLanguage(HALF_ASKED, language);
  return halfAsked === undefined ? lines : lines.map((line) => line.replace(halfAsked, ''));
};

export const countDashes = (lines: readonly string[]): number => lines.filter((line) => DASH.test(line)).length;

/** Languages in which only the second speaker gets a dash (Netflix's guides). */
const FROM_SECOND = new Set(['nl', 'fi', 'he', 'sr', 'bg']);
export const dashesFromSecond = (language: string | undefined): boolean => FROM_SECOND.has(baseLanguage(language));

export const SENTENCE_PUNCTUATION: readonly Punctuation[] = [
  {
    name: 'question',
    words: '“?”',
    has: (original, language) => asks(withoutHalfAsked(original, language)),
    isKept: (_, lines, language) => asks(lines) || lines.some((line) => byLanguage(ASKS_BY_WORD, language)?.test(line)),
  },
  {
    name: 'exclamation',
    words: '“!”',
    // Only an exclamation mark at the end counts. Within a text ("Hey! Come here.") translators often write a comma instead.
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
    words: 'a dash of the dialogue',
    has: (original) => countDashes(original) >= 2,
    isKept: (original, translation, language) =>
      countDashes(translation) >= countDashes(original) - (dashesFromSecond(language) ? 1 : 0),
  },
  { name: 'note', words: '“♪”', has: (original) => some(original, NOTE), isKept: (_, lines) => some(lines, NOTE) },
  {
    name: 'bracket',
    words: 'a bracket',
    has: (original) => some(original, BEGINS_WITH_BRACKET),
    isKept: (_, translation) => countOf(translation, OPENS) > 0 || some(translation, OTHER_OPENS),
  },
  {
    name: 'pair',
    words: 'one of two brackets or quotation marks',
    has: arePaired,
    isKept: (_, translation) => arePaired(translation),
  },
];

/** A lost full stop alone is no problem, because many translators leave out full stops. */
export const STOP: Punctuation = {
  name: 'stop',
  words: 'the end of the sentence',
  has: (original) => ENDS_SENTENCE.test(original.at(-1) ?? ''),
  isKept: (_, translation) => ENDS_WITH_SIGN.test(translation.at(-1) ?? ''),
};
