import { analyse } from 'chardet';
import { decodeAs, decodeStrictly, ENCODINGS, type EncodingName, LINE_FEED } from './encodings.ts';
import { FOREIGN_WORD, likelihoodOfWords, meanLikelihoodOf } from './likelihood.ts';

const TELLING_BYTES = 16_384;

/** Encodings whose names differ between chardet and this page. */
const OTHER_NAMES: Readonly<Record<string, EncodingName>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-8-I': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};
const CYRILLIC: ReadonlySet<EncodingName> = new Set(['windows-1251', 'KOI8-R', 'ISO-8859-5']);

/**
 * Limits of the mean log-likelihood. Above SURELY the text is Cyrillic whatever chardet says, because chardet does not know DOS and Macintosh
 * Cyrillic. Above LIKELY it is Cyrillic unless chardet says Hebrew, whose letters look like lower-case letters of windows-1251.
 * Measured: running text -3.0 to -3.5, capitals and many quotation marks -4.0, Hebrew -3.5, Greek -4.3, others below -4.7.
 */
const SURELY_CYRILLIC = -3.4;
const LIKELY_CYRILLIC = -4;

/** chardet confuses these encodings with one of the same script that lacks some of the bytes. */
const TWINS: Partial<Record<EncodingName, EncodingName>> = {
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
};
/**
 * Matches an invalid character, or the sign that replaces Greek Ά at the beginning of a word, in a text without Ά. Correct texts can have this sign
 * too ("θα ’ρθω").
 */
const NOT_OF_TWIN = /[\u0080-\u009f\ufffd]|^(?!.*Ά).*(?<!\p{L})’(?=\p{L})/su;

const orTwin = (found: EncodingName | undefined, sample: Uint8Array): EncodingName | undefined => {
  const twin = found && TWINS[found];
  return twin && NOT_OF_TWIN.test(decodeAs(sample, found)) ? twin : found;
};

/** The most likely encoding of bytes that are not Unicode. An encoding that cannot read all bytes is returned only if no other one gives a text. */
export function detectEncoding(bytes: Uint8Array): EncodingName {
  const sample = tellingLines(bytes);
  const guess = guessEncoding(sample, bytes);
  return guess === 'UTF-8' || decodeStrictly(bytes, guess) !== undefined
    ? guess
    : likeliestEncoding(bytes, sample, guess);
}

/** The most likely encoding that reads all bytes as text; otherwise `guess`. */
export function likeliestEncoding(bytes: Uint8Array, sample: Uint8Array, guess: EncodingName): EncodingName {
  let likeliest: { readonly name: EncodingName; readonly share: number } = { name: guess, share: TEXT_AT_MOST };
  for (const { name, decoder } of ENCODINGS) {
    if (decoder === undefined || decoder.startsWith('utf-') || decodeStrictly(bytes, name) === undefined) continue;
    const share = shareOfText(sample, name);
    if (share < likeliest.share) likeliest = { name, share };
  }
  return likeliest.name;
}

/** The limit of shareOfText for a text. Single-byte encodings can read damaged files too, but the result is above the limit. */
export const TEXT_AT_MOST = 1.15;

/** How bad the bytes are as text in this encoding: below 1 for a text. */
export function shareOfText(sample: Uint8Array, encoding: EncodingName): number {
  const { sum, ofText } = likelihoodOfWords(decodeAs(sample, encoding).match(FOREIGN_WORD) ?? []);
  return sum / ofText;
}

function guessEncoding(sample: Uint8Array, bytes: Uint8Array): EncodingName {
  if (isDamagedUtf8(sample)) return 'UTF-8';
  const isOfHebrew = isHebrew(sample);
  if (isOfHebrew) return 'windows-1255';
  const cyrillic = guessCyrillic(sample);
  if (cyrillic.score > SURELY_CYRILLIC) return cyrillic.encoding;
  const southSlavic = guessSouthSlavic(sample, bytes);
  if (southSlavic !== undefined) return southSlavic;
  if (isThai(sample)) return 'windows-874';
  if (isOfMacintosh(sample)) return 'Macintosh';
  const found = analyse(sample)
    .map(({ name: guess }) => OTHER_NAMES[guess] ?? ENCODINGS.find(({ name }) => name === guess)?.name)
    .find((name) => name !== undefined && !(name === 'windows-1255' && isOfHebrew === false));
  const likely =
    cyrillic.score > LIKELY_CYRILLIC && !(found === 'windows-1255' && cyrillic.encoding === 'windows-1251');
  return likely || (found !== undefined && CYRILLIC.has(found))
    ? cyrillic.encoding
    : (orTwin(found, sample) ?? 'windows-1252');
}

/** Both encodings have the same bytes for č ć đ and their capitals, and different bytes for š and ž. */
const SOUTH_SLAVIC = {
  both: [0xe8, 0xe6, 0xf0, 0xc8, 0xc6, 0xd0],
  'windows-1250': [0x8a, 0x8e, 0x9a, 0x9e],
  'ISO-8859-2': [0xa9, 0xae, 0xb9, 0xbe],
} as const;
/** The least share of these letters among all letters. These languages have 2 to 5 %. An English text with "©" and "crème" has fewer. */
const SOUTH_SLAVIC_LETTERS = 0.005;

/**
 * Recognizes Serbian, Croatian, Bosnian and Slovene in Latin letters, which chardet reads as Western European. Their only letters above ASCII are č
 * ć đ š ž. No Western language has only è, æ or ð beside š and ž. undefined: another language.
 */
function guessSouthSlavic(sample: Uint8Array, bytes: Uint8Array): EncodingName | undefined {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  const countOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum + (counts[byte] ?? 0), 0);
  const both = countOf(SOUTH_SLAVIC.both);
  const allFrom = (first: number) => counts.subarray(first).reduce((sum, count) => sum + count, 0);
  // From A1 on, ISO-8859-2 has only letters and rare signs; windows-1250 has quotation marks and dashes there.
  const letters = bytes.reduce((sum, byte) => ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a ? sum + 1 : sum), 0);
  const isOnly = (own: number, others: number) =>
    own > 0 && both > 0 && own + both >= Math.max(0.95 * others, SOUTH_SLAVIC_LETTERS * letters);
  const windows = countOf(SOUTH_SLAVIC['windows-1250']);
  if (isOnly(windows, windows + allFrom(0xc0))) return 'windows-1250';
  const iso = countOf(SOUTH_SLAVIC['ISO-8859-2']);
  return isOnly(iso, allFrom(0xa1)) ? 'ISO-8859-2' : undefined;
}

/** The Thai letters of windows-874, and the vowels and tones above and below a consonant, which are about a quarter of a text. */
const THAI = /[\u0e01-\u0e5b]/g;
const THAI_MARK = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g;
/**
 * Matches what cannot occur in Thai: a mark without a consonant, a leading vowel without a following consonant, rare signs and digits, invalid
 * bytes.
 */
const NOT_THAI =
  /(?<![\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[\u0e40-\u0e44](?![\u0e01-\u0e2e])|[\u0e4f-\u0e5b\ufffd]/g;
const STRANGE_SHARE = 0.02;
/** With fewer letters a text can look like Thai or Hebrew by chance. */
const FEWEST_LETTERS = 20;

const OF_TWO_BYTES = ['EUC-KR', 'EUC-JP', 'Big5', 'GB18030'] as const;

/** Recognizes Thai, which chardet does not know. The order of its letters is unlikely in any other encoding. */
function isThai(sample: Uint8Array): boolean {
  // A few letters of two bytes can look like Thai.
  if (OF_TWO_BYTES.some((encoding) => decodeStrictly(sample, encoding) !== undefined)) return false;
  const text = decodeAs(sample, 'windows-874');
  const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = countOf(THAI);
  return (
    letters >= FEWEST_LETTERS && countOf(THAI_MARK) >= letters * 0.15 && countOf(NOT_THAI) <= letters * STRANGE_SHARE
  );
}

const OF_WINDOWS = [
  'windows-1252',
  'windows-1254',
  'windows-1250',
  'ISO-8859-2',
  'windows-1257',
  'windows-1258',
] as const;

/**
 * Recognizes Western text from Macs before Unicode, which chardet does not know: it is a text in this encoding, and in no other one with the same
 * letters.
 */
const isOfMacintosh = (sample: Uint8Array): boolean =>
  shareOfText(sample, 'Macintosh') < 1 && OF_WINDOWS.every((name) => shareOfText(sample, name) > 1.3);

const HEBREW = /[\u05d0-\u05ea]/g;
/** Matches what cannot occur in Hebrew: a point without a letter, a final letter within a word, Latin beside Hebrew letters, foreign characters. */
const NOT_HEBREW =
  /(?<![\u05b0-\u05c3\u05d0-\u05f2])[\u05b0-\u05c2]|[ךםןףץ](?=[\u05d0-\u05ea])|(?<=[a-z])[\u05d0-\u05ea]|[\u05d0-\u05ea](?=[a-z])|[^\0-\u007f\u00a0«»\u05b0-\u05f4\u200e\u200f\u2013-\u2026₪]/gi;

/** Recognizes Hebrew, which chardet sometimes reads as Cyrillic or Arabic. undefined: there are too few letters. */
export function isHebrew(sample: Uint8Array): boolean | undefined {
  const text = decodeAs(sample, 'windows-1255');
  const letters = text.match(HEBREW)?.length ?? 0;
  if ((text.match(NOT_HEBREW)?.length ?? 0) > letters * STRANGE_SHARE) return false;
  return letters >= FEWEST_LETTERS || undefined;
}

/** True if at most one of twenty characters above ASCII is an invalid sequence. Other encodings hardly ever form UTF-8 sequences. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  const text = decodeAs(sample, 'UTF-8');
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const aboveAscii = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return broken * 20 <= aboveAscii - broken;
}

/** The lines with bytes above ASCII, up to 16 KB. Numbers and timing lines show nothing about the encoding. */
function tellingLines(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(bytes.length, TELLING_BYTES));
  let length = 0;
  let start = 0;
  let telling = false;
  for (let at = 0; at <= bytes.length && length < sample.length; at++) {
    const byte = bytes[at];
    if (byte !== undefined && byte >= 0x80) telling = true;
    if (byte !== LINE_FEED && byte !== undefined) continue;
    if (telling) {
      const line = bytes.subarray(start, Math.min(at + 1, start + sample.length - length));
      sample.set(line, length);
      length += line.length;
    }
    start = at + 1;
    telling = false;
  }
  return sample.subarray(0, length);
}

/** The candidates in order of frequency. A rarer encoding must score better by more than its handicap. */
const CANDIDATES = [
  { encoding: 'windows-1251', handicap: 0 },
  { encoding: 'KOI8-R', handicap: 0.05 },
  { encoding: 'KOI8-U', handicap: 0.06 },
  { encoding: 'IBM866', handicap: 0.1 },
  { encoding: 'MacCyrillic', handicap: 0.1 },
  { encoding: 'ISO-8859-5', handicap: 0.15 },
] as const;

interface CyrillicGuess {
  readonly encoding: EncodingName;
  /** The result of meanLikelihoodOf: about -3 for running text, below -4 for other scripts. */
  readonly score: number;
}

/** Guesses between Cyrillic encodings. Detectors that use triples of letters confuse KOI8, Mac and DOS texts. */
function guessCyrillic(bytes: Uint8Array): CyrillicGuess {
  const guesses = CANDIDATES.map(({ encoding, handicap }) => ({
    encoding,
    score: meanLikelihoodOf(decodeAs(bytes, encoding)) - handicap,
  }));
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best));
}
