import { analyse } from 'chardet';
import { fail, ok, type Result } from '../lib/result.ts';
import { decodeAs, ENCODINGS, type EncodingName } from './encodings.ts';
import { otherContentWords } from './other-formats.ts';

export interface DecodedSubtitle {
  readonly text: string;
  readonly encoding: EncodingName;
  /** True when the encoding was guessed: the page names it and offers others. */
  readonly detected: boolean;
}

/** `name`: the file's, of which the ending is told. */
function binary(name: string) {
  const ending = /\.[^.\s]+$/.exec(name)?.[0];
  const named = ending === undefined ? '' : ` that is named ${ending}`;
  return fail(
    `This file is not text: it looks like a video or another binary file${named}. Choose the subtitle file itself.`,
  );
}

/** An escape of ISO-2022-JP, whose bytes are all ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
const SHIFT_TO_JAPANESE = /\u001b\$[@B]/;

/** Control characters except tab, line ends, vertical tab, form feed, DOS end of file and escape: hardly any occur in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0001-\u0008\u000e-\u0019\u001c-\u001f]/g;
const CONTROL_SAMPLE_CHARACTERS = 65_536;
const MAX_CONTROL_SHARE = 0.02;

/**
 * Text from the bytes of a subtitle file: by its byte-order mark, else UTF-16 by its pattern, else strict UTF-8, else
 * detected. The error is a sentence for people, which names a format that is known and not read. Bytes with zeros that are no UTF-16 are refused, since no text has them; the refusal names the ending of `name`.
 */
export function decodeSubtitle(bytes: Uint8Array, name = ''): Result<DecodedSubtitle, string> {
  const found = decoded(bytes, name);
  const other = otherContentWords(name, found.ok ? found.value.text : bytes);
  return other === undefined ? found : fail(other);
}

function decoded(bytes: Uint8Array, name: string): Result<DecodedSubtitle, string> {
  const unicode = encodingOfMark(bytes) ?? unmarkedUtf16(bytes);
  if (unicode !== undefined) return checked(decodeAs(bytes, unicode), unicode, false, name);
  if (bytes.includes(0)) return binary(name);
  const utf8 = decodeStrictly(bytes, 'utf-8');
  if (utf8 !== undefined && !SHIFT_TO_JAPANESE.test(utf8)) return checked(utf8, 'UTF-8', false, name);
  const detected = utf8 === undefined ? detectEncoding(bytes) : 'ISO-2022-JP';
  return checked(decodeAs(bytes, detected), detected, true, name);
}

/** undefined: not all of the bytes are characters of the encoding. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function checked(
  text: string,
  encoding: EncodingName,
  detected: boolean,
  name: string,
): Result<DecodedSubtitle, string> {
  const sample = text.slice(0, CONTROL_SAMPLE_CHARACTERS);
  const controls = sample.match(CONTROL)?.length ?? 0;
  if (text.includes('\0') || controls > sample.length * MAX_CONTROL_SHARE) return binary(name);
  return ok({ text: withSingleLineEnds(text), encoding, detected });
}

/** Where each line ends with "\r\r\n", as a program leaves it that gives an end of Windows to what has one: the text with "\r\n". */
export function withSingleLineEnds(text: string): string {
  const lines = text.split('\r\r\n');
  return !lines.some((line) => /[\r\n]/.test(line)) ? lines.join('\r\n') : text;
}

/** How many of the file's first bytes are searched for UTF-16's pattern. */
const SAMPLE_BYTES = 65_536;
const BYTE_ORDERS = ['UTF-16 LE', 'UTF-16 BE'] as const;

/** The encoding that the byte-order mark names, if there is one. */
function encodingOfMark(bytes: Uint8Array): EncodingName | undefined {
  const startsWith = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xef, 0xbb, 0xbf)) return 'UTF-8';
  // Tested before UTF-16 LE, whose mark is the beginning of this one.
  if (startsWith(0xff, 0xfe, 0x00, 0x00)) return 'UTF-32 LE';
  if (startsWith(0x00, 0x00, 0xfe, 0xff)) return 'UTF-32 BE';
  if (startsWith(0xff, 0xfe)) return 'UTF-16 LE';
  if (startsWith(0xfe, 0xff)) return 'UTF-16 BE';
  return undefined;
}

/**
 * UTF-16 without a byte-order mark. In any language, an .srt's numbers, timing lines and line ends have a zero in every other
 * byte, always on the same side: in at least a fifth of the byte pairs, and nowhere else. Where other characters have a zero too
 * (Chinese "一", Korean "가", the full-width space), or long lines leave few such pairs, the decoded text decides.
 */
function unmarkedUtf16(bytes: Uint8Array): EncodingName | undefined {
  const sample = bytes.subarray(0, Math.min(bytes.length - (bytes.length % 2), SAMPLE_BYTES));
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < sample.length; at += 2) {
    if (sample[at] === 0) evenZeros++;
    if (sample[at + 1] === 0) oddZeros++;
  }
  const enough = Math.max(1, sample.length / 10);
  if (evenZeros === 0 && oddZeros >= enough) return 'UTF-16 LE';
  if (oddZeros === 0 && evenZeros >= enough) return 'UTF-16 BE';
  if (evenZeros + oddZeros === 0) return undefined;
  return BYTE_ORDERS.find((order) => readsAsSubtitles(decodeAs(sample, order)));
}

/** A number alone on its line, or a timing line's arrow: binary files hardly hold either in 16-bit characters by chance. */
const SUBTITLE_LINE = /^[\t ]*\d+[\t ]*$|-->/m;
/** Characters that text does not have: unassigned, private, lone surrogates, undecodable, control characters. */
const STRANGE = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?![\t\n\v\f\r])\p{Cc}/gu;
const MAX_STRANGE_SHARE = 0.02;

function readsAsSubtitles(text: string): boolean {
  if (text.includes('\0') || !SUBTITLE_LINE.test(text)) return false;
  return (text.match(STRANGE)?.length ?? 0) <= text.length * MAX_STRANGE_SHARE;
}

/** What the encodings that text is taken for by mistake have at 80 to 9F; 1252 where it has nothing: the control of that number. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The bytes of characters in an encoding of one byte a character; 1252's own table, since some runtimes read it as Latin 1. */
function bytesOf(encoding: 'windows-1252' | 'windows-1251' | 'windows-1250'): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (let byte = 0; byte < 256; byte++) {
    // A control that the encoding has no character for stays a control.
    bytes.set(String.fromCharCode(byte), byte);
    const western = WESTERN[byte - 0x80] ?? String.fromCharCode(byte);
    bytes.set(encoding === 'windows-1252' ? western : new TextDecoder(encoding).decode(Uint8Array.of(byte)), byte);
  }
  return bytes;
}

/** Fewer lines are a coincidence. Of the lines with other letters than a to z, most have to be readable so. */
const FEWEST = 3;
const SHARE = 0.6;

/**
 * The text of a file whose UTF-8 was taken for another encoding and encoded once more ("Ð¢Ð¾" for "То", "Ã©" for "é"), with the letters
 * that were meant; a line that cannot be read so stays. undefined: the text is as it should be. Linear.
 */
export function withoutDoubleEncoding(text: string): string | undefined {
  const lines = text.replace(/^(?:\uFEFF|ï»¿)/, '').split('\n');
  const foreign = lines.filter((line) => /\P{ASCII}/u.test(line)).length;
  for (const encoding of ['windows-1252', 'windows-1251', 'windows-1250'] as const) {
    const bytes = bytesOf(encoding);
    let repaired = 0;
    const meant = lines.map((line) => {
      const read = /\P{ASCII}/u.test(line) ? readAgain(line, bytes) : undefined;
      if (read !== undefined) repaired++;
      return read ?? line;
    });
    if (repaired >= Math.max(FEWEST, foreign * SHARE)) return meant.join('\n');
  }
  return undefined;
}

function readAgain(line: string, bytes: ReadonlyMap<string, number>): string | undefined {
  const own: number[] = [];
  for (const character of line) {
    const byte = bytes.get(character);
    if (byte === undefined) return undefined;
    own.push(byte);
  }
  return decodeStrictly(Uint8Array.from(own), 'utf-8');
}

const TELLING_BYTES = 16_384;
const LINE_FEED = 0x0a;

/** Encodings to which the detector gives another name than TextDecoder and this page. */
const OTHER_NAMES: Readonly<Record<string, EncodingName>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-8-I': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};
const CYRILLIC: ReadonlySet<EncodingName> = new Set(['windows-1251', 'KOI8-R', 'ISO-8859-5']);

/**
 * Mean log-likelihoods. Above SURELY the text is Cyrillic whatever the detector says, for it knows neither
 * DOS nor Macintosh Cyrillic; above LIKELY unless the detector says Hebrew, whose letters read as small windows-1251 letters.
 * Measured: running text -3.0 to -3.5, capitals and many quotation marks -4.0, Hebrew -3.5, Greek -4.3, others below -4.7.
 */
const SURELY_CYRILLIC = -3.4;
const LIKELY_CYRILLIC = -4;

/** Encodings whose letters the detector takes for those of another one of the same script, which lacks some of the bytes. */
const TWINS: Partial<Record<EncodingName, EncodingName>> = {
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
};
/** A byte that is no character there, and what stands in place of Greek Ά at the beginning of a word, in a text that has no Ά: "θα ’ρθω" is written, too. */
const NOT_OF_TWIN = /[\u0080-\u009f\ufffd]|^(?!.*Ά).*(?<!\p{L})’(?=\p{L})/su;

const orTwin = (found: EncodingName | undefined, sample: Uint8Array): EncodingName | undefined => {
  const twin = found && TWINS[found];
  return twin && NOT_OF_TWIN.test(decodeAs(sample, found)) ? twin : found;
};

/** The likeliest encoding of bytes that are not Unicode. */
function detectEncoding(bytes: Uint8Array): EncodingName {
  const sample = tellingLines(bytes);
  if (isDamagedUtf8(sample)) return 'UTF-8';
  const isOfHebrew = isHebrew(sample);
  if (isOfHebrew) return 'windows-1255';
  const cyrillic = guessCyrillic(sample);
  if (cyrillic.score > SURELY_CYRILLIC) return cyrillic.encoding;
  const southSlavic = guessSouthSlavic(sample, bytes);
  if (southSlavic !== undefined) return southSlavic;
  if (isThai(sample)) return 'windows-874';
  const found = analyse(sample)
    .map(({ name: guess }) => OTHER_NAMES[guess] ?? ENCODINGS.find(({ name }) => name === guess)?.name)
    .find((name) => name !== undefined && !(name === 'windows-1255' && isOfHebrew === false));
  const likely =
    cyrillic.score > LIKELY_CYRILLIC && !(found === 'windows-1255' && cyrillic.encoding === 'windows-1251');
  return likely || (found !== undefined && CYRILLIC.has(found))
    ? cyrillic.encoding
    : (orTwin(found, sample) ?? 'windows-1252');
}

/** č ć đ and their capitals have the same bytes in both; š and ž in each their own. */
const SOUTH_SLAVIC = {
  both: [0xe8, 0xe6, 0xf0, 0xc8, 0xc6, 0xd0],
  'windows-1250': [0x8a, 0x8e, 0x9a, 0x9e],
  'ISO-8859-2': [0xa9, 0xae, 0xb9, 0xbe],
} as const;
const SOUTH_SLAVIC_SHARE = 0.95;
/** Of all letters of the file; in these languages 2 to 5 % are such. An English text with "©" and "crème" has fewer. */
const SOUTH_SLAVIC_LETTERS = 0.005;

/**
 * Serbian, Croatian, Bosnian and Slovene in Latin letters, which the detector takes for Western European: almost no letters above ASCII
 * but č ć đ š ž. No Western language has è, æ or ð beside š and ž, and nothing else. undefined: it is something else.
 */
function guessSouthSlavic(sample: Uint8Array, bytes: Uint8Array): EncodingName | undefined {
  const counts = new Uint32Array(256);
  for (const byte of sample) counts[byte] = (counts[byte] ?? 0) + 1;
  const countOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => sum + (counts[byte] ?? 0), 0);
  const both = countOf(SOUTH_SLAVIC.both);
  const allFrom = (first: number) => counts.subarray(first).reduce((sum, count) => sum + count, 0);
  // Of ISO-8859-2 all from A1 on is a letter or hardly ever used; of windows-1250 quotation marks and dashes stand among them.
  const letters = bytes.reduce((sum, byte) => ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a ? sum + 1 : sum), 0);
  const isOnly = (own: number, others: number) =>
    own > 0 && both > 0 && own + both >= Math.max(SOUTH_SLAVIC_SHARE * others, SOUTH_SLAVIC_LETTERS * letters);
  const windows = countOf(SOUTH_SLAVIC['windows-1250']);
  if (isOnly(windows, windows + allFrom(0xc0))) return 'windows-1250';
  const iso = countOf(SOUTH_SLAVIC['ISO-8859-2']);
  return isOnly(iso, allFrom(0xa1)) ? 'ISO-8859-2' : undefined;
}

/** Thai letters as windows-874 has them, and of these the vowels and tones above and below a consonant: about a quarter of running text. */
const THAI = /[\u0e01-\u0e5b]/g;
const THAI_MARK = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g;
const THAI_MARKS_SHARE = 0.15;
/** A mark above no consonant, a vowel that stands before its consonant before none, rare signs and digits, what is no letter of the encoding. */
const NOT_THAI =
  /(?<![\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[\u0e40-\u0e44](?![\u0e01-\u0e2e])|[\u0e4f-\u0e5b\ufffd]/g;
const STRANGE_SHARE = 0.02;
/** Fewer letters of another encoding may look like Thai or Hebrew by chance. */
const FEWEST_LETTERS = 20;

const OF_TWO_BYTES = ['euc-kr', 'euc-jp', 'big5', 'gbk'];

/** Thai, which the detector does not know: the order of its letters, as hardly any text of another encoding has it. */
function isThai(sample: Uint8Array): boolean {
  // Of a few lines the letters of two bytes may look like it.
  if (OF_TWO_BYTES.some((encoding) => decodeStrictly(sample, encoding) !== undefined)) return false;
  const text = decodeAs(sample, 'windows-874');
  const countOf = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = countOf(THAI);
  return (
    letters >= FEWEST_LETTERS &&
    countOf(THAI_MARK) >= letters * THAI_MARKS_SHARE &&
    countOf(NOT_THAI) <= letters * STRANGE_SHARE
  );
}

const HEBREW = /[\u05d0-\u05ea]/g;
/** A point behind no letter, a last letter within a word, a Latin letter beside one, what no Hebrew text has. */
const NOT_HEBREW =
  /(?<![\u05b0-\u05c3\u05d0-\u05f2])[\u05b0-\u05c2]|[ךםןףץ](?=[\u05d0-\u05ea])|(?<=[a-z])[\u05d0-\u05ea]|[\u05d0-\u05ea](?=[a-z])|[^\0-\u007f\u00a0«»\u05b0-\u05f4\u200e\u200f\u2013-\u2026₪]/gi;

/** Whether a text is Hebrew, whose letters the detector takes for Cyrillic and Arabic ones, too; undefined: too few letters tell. */
function isHebrew(sample: Uint8Array): boolean | undefined {
  const text = decodeAs(sample, 'windows-1255');
  const letters = text.match(HEBREW)?.length ?? 0;
  if ((text.match(NOT_HEBREW)?.length ?? 0) > letters * STRANGE_SHARE) return false;
  return letters >= FEWEST_LETTERS || undefined;
}

/** At most one invalid sequence in twenty characters above ASCII: other encodings hardly ever form UTF-8 characters. */
function isDamagedUtf8(sample: Uint8Array): boolean {
  const text = decodeAs(sample, 'UTF-8');
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const aboveAscii = text.match(/\P{ASCII}/gu)?.length ?? 0;
  return broken * 20 <= aboveAscii - broken;
}

/** The lines with bytes above ASCII, up to 16 KB: numbers and timing lines do not tell encodings apart. */
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

/** The most common encoding first; a rarer one wins only when its score is better by more than its handicap. */
const CANDIDATES = [
  { encoding: 'windows-1251', handicap: 0 },
  { encoding: 'KOI8-R', handicap: 0.05 },
  { encoding: 'KOI8-U', handicap: 0.06 },
  { encoding: 'IBM866', handicap: 0.1 },
  { encoding: 'MacCyrillic', handicap: 0.1 },
  { encoding: 'ISO-8859-5', handicap: 0.15 },
] as const;

/** Occurrences in 10,000 letters of Russian text. The neighbours' letters are set low where wrong encodings often produce them. */
const FREQUENCIES: Readonly<Record<string, number>> = {
  ...{ о: 1097, е: 845, а: 801, и: 735, н: 670, т: 626, с: 547, р: 473, в: 454, л: 440, к: 349, м: 321, д: 298 },
  ...{ п: 281, у: 262, я: 201, ы: 190, ь: 174, г: 170, з: 165, б: 159, ч: 144, й: 121, х: 97, ж: 94, ш: 73, ю: 64 },
  ...{ ц: 48, щ: 36, э: 32, ф: 26, ъ: 15, ё: 20, і: 550, ї: 60, є: 60, ґ: 2, ў: 100, ј: 400, љ: 5, њ: 10, ђ: 2 },
  ...{ ћ: 10, џ: 1, ѓ: 1, ќ: 1, ѕ: 1 },
};
const LIKELIHOOD = new Map(Object.entries(FREQUENCIES).map(([letter, count]) => [letter, Math.log(count / 10_000)]));

const CAPITAL = -0.4;
const CAPITAL_AFTER_SMALL = -8;
const LATIN_NEIGHBOUR = -4;
const PUNCTUATION = -5;
const NO_TEXT = -9;
const USUAL_PUNCTUATION = new Set('«»–—…“”„’‘№\u00a0');

interface CyrillicGuess {
  readonly encoding: EncodingName;
  /** Mean log-likelihood of the characters above ASCII: about -3 for running text, below -4 for text that is not Cyrillic. */
  readonly score: number;
}

/** By common letters, capitals where words begin, few symbols: detectors by letter triples take KOI8, Mac and DOS texts for one another. */
function guessCyrillic(bytes: Uint8Array): CyrillicGuess {
  const guesses = CANDIDATES.map(({ encoding, handicap }) => ({
    encoding,
    score: cyrillicScore(decodeAs(bytes, encoding)) - handicap,
  }));
  return guesses.reduce((best, guess) => (guess.score > best.score ? guess : best));
}

function cyrillicScore(text: string): number {
  let sum = 0;
  let count = 0;
  let previous = '';
  for (const character of text) {
    if (character > '\u007f') {
      sum += likelihood(character, previous);
      count++;
    }
    previous = character;
  }
  return count === 0 ? Number.NEGATIVE_INFINITY : sum / count;
}

function likelihood(character: string, previous: string): number {
  const small = character.toLowerCase();
  const known = LIKELIHOOD.get(small);
  if (known === undefined) return USUAL_PUNCTUATION.has(character) ? PUNCTUATION : NO_TEXT;
  const beside = /[a-z]/i.test(previous) ? LATIN_NEIGHBOUR : 0;
  if (character === small) return known + beside;
  return known + beside + (LIKELIHOOD.has(previous) ? CAPITAL_AFTER_SMALL : CAPITAL);
}
