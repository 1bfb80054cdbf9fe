import { byLanguage } from '../languages/language-names.ts';
import type { Script } from '../languages/scripts.ts';
import { once } from '../lib/memo.ts';
import { withoutDirectionMarks, withPlainLineEnds } from '../subtitles/lines.ts';
import { hasBracket, TAGS, withoutTags } from '../subtitles/tags.ts';
import type { Line } from './line.ts';
import type { PunctuationName } from './text/punctuation.ts';

/** What the checks must know about a film to judge one of its lines. */
export interface FilmRules {
  /** BCP 47 of the translation; undefined: unknown. */
  readonly language: string | undefined;
  /** BCP 47 of the originals; undefined: unknown. */
  readonly sourceLanguage: string | undefined;
  /** Script of the translations; undefined: unknown. */
  readonly script: Script | undefined;
  readonly sourceScript: Script | undefined;
  /** True if the two languages can share whole sentences. */
  readonly related: boolean;
  readonly limits: Limits;
  /** How many characters lines in this film may have, if a person has not chosen otherwise. */
  readonly usualLine: number;
  /** Characters of a translation per character of its original, in this film. */
  readonly ratio: number;
  /** The signs that this film's translations keep, in the order of SENTENCE_PUNCTUATION. */
  readonly punctuation: readonly PunctuationName[];
  /** True if many translations of this film begin with their line numbers. */
  readonly isNumbered: boolean;
  /** True if many translations have quotation marks that their originals lack. */
  readonly areQuoted: boolean;
  /** Remarks in brackets, in lower case, at the end of several translations but not of their originals. */
  readonly remarks: readonly string[];
  /** Words in lower case that this film's translations keep on purpose, such as "token". */
  readonly keptWords: readonly string[];
  /** undefined: unknown, or not everybody is addressed alike. */
  readonly address: AgreedAddress | undefined;
}

/** The form of address, if the film notes or the prompt give one form for everybody. */
export interface AgreedAddress {
  /** "formal", "informal", or a form of the language: "tu". */
  readonly form: string;
  /** Where the form comes from: "The film notes say “du” (Anna to Tom)", or "The prompt says informal". */
  readonly row: string;
}

export interface Limits {
  readonly charactersPerSecond: number;
  readonly charactersPerLine: number;
  readonly lines: number;
}

const USUAL: Limits = { charactersPerSecond: 17, charactersPerLine: 42, lines: 2 };

/** The limits of languages that differ from USUAL (Netflix's guides for adults, as Subtitle Edit checks them). */
const OF_LANGUAGE: Readonly<Record<string, Partial<Limits>>> = {
  en: { charactersPerSecond: 20 },
  ar: { charactersPerSecond: 20 },
  hi: { charactersPerSecond: 22 },
  th: { charactersPerLine: 35 },
  ko: { charactersPerSecond: 12, charactersPerLine: 16 },
  zh: { charactersPerSecond: 9, charactersPerLine: 16 },
  yue: { charactersPerSecond: 9, charactersPerLine: 16 },
  ja: { charactersPerSecond: 4, charactersPerLine: 23 },
};

/** `language`: BCP 47; regions are ignored, unknown languages get the usual limits. */
export const limitsFor = (language: string | undefined): Limits => ({ ...USUAL, ...byLanguage(OF_LANGUAGE, language) });

/** A text that is split and counted once, so that each check need not do it again. */
export interface SeenText {
  /** With "\n" for every line end. */
  readonly text: string;
  /** `text` without tags and direction marks. */
  readonly plain: string;
  readonly lines: readonly string[];
  /** Graphemes of all lines. Half-width characters count half (hasWide); the sum is rounded up. */
  readonly characters: number;
  /** Graphemes of the longest line. */
  readonly longestLine: number;
}

export interface MeasuredLine {
  readonly number: number;
  readonly original: SeenText;
  readonly translation: SeenText;
  /** undefined: the timing is unreadable or zero. */
  readonly seconds: number | undefined;
  /** Terms and names from the film notes. They are correct in any script. */
  readonly agreed: readonly string[];
  /** The halves of pairs that the lines around complete, by `completedName`; undefined: none. */
  readonly otherHalf: string | undefined;
}

/** Returns a sentence for people; undefined: the line does not have this problem. */
export type Rule = (line: MeasuredLine, rules: FilmRules) => string | undefined;

/** Returns the corrected translation; undefined: a person or a model must correct it. */
export type Fix = (line: MeasuredLine, rules: FilmRules) => string | undefined;

/** Measures a line; undefined: it has no translation. `known`: what is known about it without its texts. */
export const measureLine = (
  { number, original, translation }: Line,
  known: Pick<MeasuredLine, 'seconds' | 'agreed' | 'otherHalf'>,
): MeasuredLine | undefined =>
  translation === undefined
    ? undefined
    : { number, original: measure(original), translation: measure(translation), ...known };

export function measure(text: string): SeenText {
  const known = withPlainLineEnds(text);
  const plain = withoutDirectionMarks(withoutTags(known));
  const lines = plain.includes('\n') ? plain.split('\n') : [plain];
  const isWide = hasWide(plain);
  const counts = lines.map((line) => countCharacters(line, isWide));
  const characters = Math.ceil(counts.reduce((sum, count) => sum + count, 0));
  const longestLine = Math.ceil(counts.reduce((most, count) => Math.max(most, count), 0));
  return { text: known, plain, lines, characters, longestLine };
}

export const tagsOf = (text: string): readonly string[] => (hasBracket(text) ? (text.match(TAGS) ?? []) : []);

interface TextPiece {
  readonly from: number;
  readonly to: number;
  /** undefined: text between tags. */
  readonly tag: { readonly name: string; readonly closes: boolean } | undefined;
}

export function cutAtTags(text: string): readonly TextPiece[] {
  if (!hasBracket(text)) return [{ from: 0, to: text.length, tag: undefined }];
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { 0: written, index } of text.matchAll(TAGS)) {
    if (index > at) pieces.push({ from: at, to: index, tag: undefined });
    at = index + written.length;
    const name = /[a-z]+/i.exec(written)?.[0].toLowerCase() ?? '';
    pieces.push({ from: index, to: at, tag: { name, closes: written.startsWith('</') } });
  }
  if (at < text.length || pieces.length === 0) pieces.push({ from: at, to: text.length, tag: undefined });
  return pieces;
}

/** Characters of one UTF-16 unit that never combine with a neighbour, and line breaks, which countCharacters subtracts. */
const PLAIN =
  /^[\n -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u058f\u05be\u05d0-\u05f4\u060c-\u060f\u061b-\u064a\u0660-\u066f\u0671-\u06d3\u0e3f-\u0e46\u2010-\u2027\u202f-\u205e\u20a0-\u20bf\u2190-\u21ff\u2669-\u266f\u3000-\u3029\u3030-\u3098\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9d\uffe0-\uffe6]*$/;

/** Longer texts are counted in UTF-16 units: they exceed every limit anyway. */
const LONGEST_EXACT = 2_000;

const segmenter = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));

/** Full-width letters of Chinese, Japanese and Korean. */
const WIDE = /[\u1100-\u11ff\u3041-\u30ff\u3131-\u318e\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
/** Characters that count half beside wide ones: spaces, Latin letters, signs and half-width katakana. */
const NARROW = /[ -~\u00a0-\u024f\uff61-\uff9f]/g;

/** True if spaces, Latin letters and signs count half in this text (Netflix's guides, which set the limits). */
// A single CJK letter does not make a text CJK.
export const hasWide = (text: string): boolean => (text.match(WIDE)?.length ?? 0) > text.length * 0.1;

/**
 * Counts the graphemes of a text without tags: spaces count, line breaks do not. `isWide`: the result of hasWide. Intl.Segmenter is ten times
 * slower than counting units, so only texts with emoji and the like use it.
 */
export function countCharacters(plain: string, isWide = hasWide(plain)): number {
  const count = PLAIN.test(plain) ? plain.length - countBreaks(plain) : countGraphemes(plain.replace(INVISIBLE, ''));
  return isWide ? count - (plain.match(NARROW)?.length ?? 0) / 2 : count;
}

const countBreaks = (text: string): number => (text.includes('\n') ? text.split('\n').length - 1 : 0);

/** Characters that nobody sees: direction marks, Persian joiners, byte-order marks. */
const INVISIBLE = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

function countGraphemes(plain: string): number {
  const breaks = countBreaks(plain);
  if (plain.length > LONGEST_EXACT) return plain.length - breaks;
  let count = 0;
  for (const { segment } of segmenter().segment(plain)) if (!/^[\r\n]+$/.test(segment)) count++;
  return count;
}

/**
 * Returns a text without tags, and a function that maps its offsets to offsets of the whole text. The end maps to the end of the last character.
 * Offsets are in UTF-16 units.
 */
export function visibleText(whole: string): { readonly text: string; readonly offsetOf: (offset: number) => number } {
  if (!hasBracket(whole)) return { text: whole, offsetOf: (offset) => offset };
  const shown = cutAtTags(whole).filter(({ tag }) => tag === undefined);
  const offsets = shown.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index));
  const end = (offsets.at(-1) ?? -1) + 1;
  return { text: withoutTags(whole), offsetOf: (offset) => offsets[offset] ?? end };
}

/** How much a viewer has to read, and how fast. */
export interface Fit {
  /** Graphemes: spaces count, tags and line breaks do not. */
  readonly characters: number;
  /** Graphemes of the longest line. */
  readonly longestLine: number;
  readonly lines: number;
  /** Rounded to one decimal; undefined: the timing is unreadable or zero. */
  readonly charactersPerSecond: number | undefined;
}

export function fitOf(text: string, seconds: number | undefined): Fit {
  const { characters, longestLine, lines } = measure(text);
  return { characters, longestLine, lines: lines.length, charactersPerSecond: speedOf(characters, seconds) };
}

/** Rounds to the decimal that the page shows, so that a text shown as 17 is never judged faster than 17. */
export const speedOf = (characters: number, seconds: number | undefined): number | undefined =>
  seconds === undefined || seconds <= 0 ? undefined : Math.round((characters / seconds) * 10) / 10;

/**
 * Returns the number of characters to which a text should be shortened: what can be read in `seconds` and fits its lines, but fewer than the text
 * has now. At least 1.
 */
export function roomFor(text: string, seconds: number | undefined, limits: Limits): number {
  const inLines = limits.charactersPerLine * limits.lines;
  const inTime = seconds === undefined || seconds <= 0 ? inLines : Math.floor(limits.charactersPerSecond * seconds);
  const { characters } = measure(text);
  return Math.max(1, Math.min(inLines, inTime, characters > 0 ? characters - 1 : inLines));
}
