import { memoizeRecent, once } from '../lib/memo.ts';
import { isHebrew } from './detect-encoding.ts';
import { decodeAs, ENCODINGS, type EncodingName, LINE_FEED, strictDecoder } from './encodings.ts';
import { FOREIGN_WORD, isGood, likelihoodOfWords, OTHER_LETTER } from './likelihood.ts';

/** The characters of windows-1252 from 80 to 9F. Unassigned bytes are control characters, as some runtimes read them. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

type Bytes = ReadonlyMap<string, number>;

/** The tables of a single-byte encoding, made once. */
const tablesOf = memoizeRecent(ENCODINGS.length, (encoding: EncodingName) => {
  const bytes = bytesIn(encoding);
  return { bytes, sequence: once(() => sequenceIn(bytes)) };
});
const bytesOf = (encoding: EncodingName): Bytes => tablesOf(encoding).bytes;

/** The byte of each character. */
function bytesIn(encoding: EncodingName): Bytes {
  const bytes = new Map<string, number>();
  const read = encoding === 'windows-1252' ? WESTERN : decodeAs(UPPER_HALF, encoding);
  // A control character without a meaning in the encoding keeps its byte.
  for (let byte = 0x80; byte < 0xa0; byte++) bytes.set(String.fromCharCode(byte), byte);
  for (let byte = 0; byte < 256; byte++) {
    const character = read[byte - 0x80] ?? String.fromCharCode(byte);
    if (character !== UNREADABLE) bytes.set(character, byte);
  }
  return bytes;
}

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => 0x80 + index);
/** What a decoder writes for a byte without a meaning. */
const UNREADABLE = '\ufffd';

/** Encodings in which programs read other texts by mistake, most frequent first: the default encodings of systems. */
const TAKEN_FOR = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'Macintosh',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'KOI8-R',
  'IBM866',
  'ISO-8859-2',
  'ISO-8859-5',
  'MacCyrillic',
] as const satisfies readonly EncodingName[];

/** In these encodings, letters beyond a to z are rare, so two of them that form one UTF-8 sequence are no coincidence. */
const LATIN: ReadonlySet<EncodingName> = new Set([
  'windows-1252',
  'windows-1250',
  'Macintosh',
  'windows-1254',
  'windows-1257',
  'ISO-8859-2',
]);

/**
 * Restores garbled letters: a program read the file in a wrong encoding and saved the result as UTF-8 ("Ð¢Ð¾" or "Òî" for "То", "Ã©" for "é", "³"
 * for "ł"). Keeps letters that cannot be restored. undefined: the text is correct. Linear.
 */
export function meantLetters(text: string): string | undefined {
  // Some programs garble a text several times.
  return withoutDoubleEncoding(text, 3) ?? inOtherCodePage(text);
}

// First kind: UTF-8 that was read in another encoding and encoded again.

const ABOVE_ASCII = /\P{ASCII}/u;
/** Fewer lines may be a coincidence. Most lines with letters beyond a to z must be restorable, or some of them without doubt. */
const FEWEST = 3;
const SHARE = 0.6;
const SURE_SHARE = 0.1;
const enoughOf = (lines: number, share: number): number => Math.max(FEWEST, lines * share);
/** Letters and signs of films that take two bytes in UTF-8. */
const OF_TWO =
  /^(?:[\u00a0-\u024f\u0370-\u0482\u048a-\u0556\u0561-\u0587\u05be-\u05ea\u060c-\u0610\u061b-\u064a\u066a-\u06d4]|(?![\u0483-\u0489])\p{M})$/u;
const OF_MORE = /^(?:[\p{L}\p{M}\p{P}\p{S}\p{Cf}]|)$/u;
/** Characters that end a word behind a capital, and begin a line before a capital. */
const BESIDE_WORDS = new Set('«»‹›“”„‘’…–—·\u00a0');

interface ReadAgain {
  readonly text: string;
  /** The text without restorations that may be coincidences. */
  readonly surely: string;
  /** How many characters above ASCII changed, and how many could have changed but did not. */
  readonly changed: number;
  readonly unchanged: number;
  readonly sequences: number;
  readonly isSure: boolean;
}

function withoutDoubleEncoding(text: string, rounds: number): string | undefined {
  const lines = text.replace(/^(?:\uFEFF|ï»¿)/, '').split('\n');
  const foreign = evenly(
    lines.filter((line) => ABOVE_ASCII.test(line)),
    200,
    // A file without line ends is one line.
  ).map((line) => line.slice(0, 2_000));
  for (const encoding of foreign.length === 0 ? [] : TAKEN_FOR) {
    const { bytes, sequence } = tablesOf(encoding);
    const isLatin = LATIN.has(encoding);
    if (!mayBeOfUtf8(foreign, sequence(), isLatin)) continue;
    const read = foreign.map((line) => readAgain(line, bytes));
    if (!areOfUtf8(read, isLatin)) continue;
    const meant = lines.map((line) => {
      const read = ABOVE_ASCII.test(line) ? readAgain(line, bytes) : undefined;
      if (read && isMostly(read)) return read.text;
      return read && isLatin ? read.surely : line;
    });
    const repaired = meant.join('\n');
    const further = rounds > 1 ? withoutDoubleEncoding(repaired, rounds - 1) : undefined;
    if (further !== undefined) return further;
    if (areLikelier(read, foreign)) return repaired;
  }
  return undefined;
}

/** False: areOfUtf8 will be false. Performance: few correct texts have a byte that begins a sequence before one that continues it. */
function mayBeOfUtf8(lines: readonly string[], sequence: RegExp, isLatin: boolean): boolean {
  const fewest = lines.length < FEWEST ? 1 : enoughOf(lines.length, isLatin ? SURE_SHARE : SHARE);
  return lines.filter((line) => sequence.test(line)).length >= fewest;
}

/** The beginning of a UTF-8 sequence, as text in an encoding with these bytes. */
function sequenceIn(bytes: Bytes): RegExp {
  const charactersOf = (isMeant: (byte: number) => boolean) =>
    [...bytes].flatMap(([character, byte]) => (isMeant(byte) ? [character] : [])).join('');
  return new RegExp(`[${charactersOf((byte) => lengthBy(byte) > 1)}][${charactersOf(isFurther)}]`);
}

function areOfUtf8(lines: readonly ReadAgain[], isLatin: boolean): boolean {
  const spoilt = lines.filter(isMostly);
  const sure = isLatin ? lines.filter(({ isSure }) => isSure).length : 0;
  if (lines.length >= FEWEST)
    return spoilt.length >= enoughOf(lines.length, SHARE) || sure >= enoughOf(lines.length, SURE_SHARE);
  return isLatin ? sure > 0 : spoilt.length === lines.length && spoilt.every(({ sequences }) => sequences > 1);
}

function areLikelier(read: readonly ReadAgain[], lines: readonly string[]): boolean {
  const [before, after] = [lines, read.map(({ text }) => text)].map((all) =>
    likelihoodOfWords(all.join('\n').match(FOREIGN_WORD) ?? []),
  );
  return after !== undefined && before !== undefined && after.sum >= Math.max(before.sum + 4, after.ofText * 1.25);
}

/** At most `count` elements, spread evenly over the list. */
function evenly<Each>(all: readonly Each[], count: number): readonly Each[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0);
}

const isMostly = ({ changed, unchanged }: ReadAgain): boolean =>
  changed > 0 && changed >= SHARE * (changed + unchanged);

/** Replaces each sequence of characters whose bytes are a UTF-8 sequence. */
function readAgain(line: string, bytes: Bytes): ReadAgain {
  const pieces = piecesOf(line, bytes);
  const sequences = pieces.filter(({ read }) => read !== undefined);
  return {
    text: pieces.map(({ written, read }) => read ?? written).join(''),
    surely: pieces.map(({ written, read, isSure }) => (isSure ? (read ?? written) : written)).join(''),
    changed: sequences.reduce((sum, { length }) => sum + length, 0),
    unchanged: pieces.filter(({ read, first }) => read === undefined && first >= 0x80).length,
    sequences: sequences.length,
    isSure: sequences.some(({ isSure }) => isSure),
  };
}

/** Splits a line into sequences with their meaning, and characters that begin no sequence. */
function piecesOf(line: string, bytes: Bytes) {
  const characters = Array.from(line);
  const own = characters.map((character) => bytes.get(character) ?? -1);
  const pieces: { written: string; read: string | undefined; first: number; length: number; isSure: boolean }[] = [];
  for (let at = 0; at < characters.length; at += pieces.at(-1)?.length ?? 1) {
    const first = own[at] ?? -1;
    const wanted = lengthBy(first);
    const found = wanted > 1 ? characterOf(own.slice(at, at + wanted), wanted) : undefined;
    const read = found !== undefined && (wanted === 2 ? OF_TWO : OF_MORE).test(found) ? found : undefined;
    const length = read === undefined ? 1 : wanted;
    const written = characters.slice(at, at + length);
    const isSure = wanted > 2 || !written.some((character) => BESIDE_WORDS.has(character));
    pieces.push({ written: written.join(''), read, first, length, isSure });
  }
  return pieces;
}

/** The length of a UTF-8 sequence according to its first byte. */
function lengthBy(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

const isFurther = (byte: number): boolean => byte >= 0x80 && byte <= 0xbf;

/** The character of a sequence; '' for a byte-order mark. Written by hand because a decoder would throw. */
function characterOf([first = 0, ...others]: readonly number[], length: number): string | undefined {
  if (others.length + 1 < length || !others.every(isFurther)) return undefined;
  const point = others.reduce((bits, byte) => bits * 64 + (byte & 0x3f), first & (0xff >> (length + 1)));
  const isShortest = point >= (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000);
  if (!isShortest || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined;
  return point === 0xfeff ? '' : String.fromCodePoint(point);
}

/** Second kind: a text in one code page that was read in another and saved as UTF-8. So many words are enough to find the two code pages. */
const SAMPLE_WORDS = 100;
/** No word is longer, but a Chinese line without spaces can be. */
const SAMPLE_LETTERS = 300;

const PAGES = [
  ...([
    'windows-1250',
    'ISO-8859-2',
    'windows-1257',
    'windows-1254',
    'windows-1258',
    'windows-1252',
    'Macintosh',
  ] as const),
  ...([
    'windows-1251',
    'KOI8-R',
    'KOI8-U',
    'IBM866',
    'MacCyrillic',
    'ISO-8859-5',
    'windows-1253',
    'ISO-8859-7',
  ] as const),
  ...(['windows-1255', 'windows-1256', 'ISO-8859-6', 'windows-874'] as const),
  ...(['GB18030', 'Big5', 'Shift_JIS', 'EUC-JP', 'EUC-KR'] as const),
];

function inOtherCodePage(text: string): string | undefined {
  const words = sampleOf(text);
  const hebrew = hebrewAmong(words, text);
  if (hebrew !== undefined) return hebrew;
  // Signs without letters are ambiguous.
  if (!words.some((word) => /(?=\p{L})\P{ASCII}/u.test(word)) || isGood(words) || areGoodLines(text)) return undefined;
  const found = TAKEN_FOR.flatMap((encoding) => {
    const taken = bytesOf(encoding);
    const own = words.flatMap((word) => encoded(word, taken) ?? []);
    return own.length === 0 || hasOtherLetters(words, encoding, taken)
      ? []
      : PAGES.map((meant) => ({ taken, meant, gain: gainOf(own, meant) }));
  }).reduce((best, one) => (one.gain > best.gain ? one : best), NO_MISTAKE);
  if (found.gain < 9) return undefined;
  const decode = strictDecoder(found.meant);
  return text.replace(FOREIGN_WORD, (word) => {
    const own = encoded(word, found.taken);
    return (own && decode(own.bytes)) ?? word;
  });
}

const OF_CYRILLIC: ReadonlySet<EncodingName> = new Set([
  'windows-1251',
  'KOI8-R',
  'IBM866',
  'ISO-8859-5',
  'MacCyrillic',
]);

/** True if the words have letters of Mongolian or Kazakh, which cannot come from that encoding. */
const hasOtherLetters = (words: readonly string[], encoding: EncodingName, taken: Bytes): boolean =>
  OF_CYRILLIC.has(encoding) &&
  words.some((word) => word.match(/\p{Script=Cyrillic}/gu)?.some((letter) => !taken.has(letter)));

/** True for a film in two languages: each line is good, but no language has all the letters. */
function areGoodLines(text: string): boolean {
  const lines = evenly(
    text.split('\n').filter((line) => /(?=\p{L})\P{ASCII}/u.test(line)),
    SAMPLE_WORDS,
  ).map((line) => line.slice(0, SAMPLE_LETTERS).match(FOREIGN_WORD) ?? []);
  // A single line has few letters, so the exact limit applies.
  return lines.length > 1 && lines.every((words) => isGood(words, 1));
}

/** Recognizes Hebrew that was read as Cyrillic, which looks like lower-case text with plausible frequencies. */
function hebrewAmong(words: readonly string[], text: string): string | undefined {
  const all = words.join(' ');
  if (!/[а-ъ]/.test(all) || /[А-Яыэюяё]/.test(all)) return undefined;
  const taken = bytesOf('windows-1251');
  const own = words.flatMap((word) => [...(encoded(word, taken)?.bytes ?? []), LINE_FEED]);
  if (isHebrew(Uint8Array.from(own)) !== true) return undefined;
  const decode = strictDecoder('windows-1255');
  return text.replace(FOREIGN_WORD, (word) => {
    const bytes = encoded(word, taken)?.bytes;
    return (bytes && decode(bytes)) ?? word;
  });
}

interface Mistake {
  readonly taken: Bytes;
  readonly meant: EncodingName;
  readonly gain: number;
}

const NO_MISTAKE: Mistake = { taken: new Map(), meant: 'UTF-8', gain: 0 };

const sampleOf = (text: string): readonly string[] =>
  evenly(text.match(FOREIGN_WORD) ?? [], SAMPLE_WORDS).map((word) => word.slice(0, SAMPLE_LETTERS));

interface EncodedWord {
  readonly word: string;
  readonly bytes: Uint8Array;
}

function encoded(word: string, taken: Bytes): EncodedWord | undefined {
  const own = Array.from(word, (character) => taken.get(character) ?? -1);
  return own.includes(-1) ? undefined : { word, bytes: Uint8Array.from(own) };
}

/** How much more likely the words are in that encoding; 0: they are no text in it. */
function gainOf(own: readonly EncodedWord[], encoding: EncodingName): number {
  const { meant, lost } = readWords(own, encoding);
  // Every language in Latin letters also uses a to z.
  if (!meant.some((word) => OTHER_LETTER.test(word) || /[a-z]/i.test(word))) return 0;
  if (countWithin(meant) > countWithin(own.map(({ word }) => word))) return 0;
  const { sum, ofText } = likelihoodOfWords(meant);
  const after = sum + lost * -9;
  if (after < ofText + lost * -3.9) return 0;
  const before = likelihoodOfWords(own.map(({ word }) => word));
  const bytes = own.reduce((count, { bytes }) => count + bytes.length, 0);
  // Rare words of one language can look like frequent words of another.
  const isEnough = before.sum < before.ofText || after - before.sum >= bytes * 0.9;
  return isEnough ? after - before.sum : 0;
}

const countWithin = (words: readonly string[]): number =>
  words.join('\n').match(/(?<=\p{L})[–—…·‘](?=\p{L})/gu)?.length ?? 0;

/** `lost`: the number of bytes in words that are invalid in that encoding. */
function readWords(own: readonly EncodedWord[], encoding: EncodingName) {
  const decode = strictDecoder(encoding);
  const whole = decode(Uint8Array.from(own.flatMap(({ bytes }) => [...bytes, LINE_FEED])));
  if (whole !== undefined) return { meant: whole.split('\n').slice(0, -1), lost: 0 };
  const read = own.map(({ bytes }) => ({ bytes, word: decode(bytes) }));
  const lost = read.filter(({ word }) => word === undefined).flatMap(({ bytes }) => [...bytes]);
  return { meant: read.flatMap(({ word }) => word ?? []), lost: lost.filter((byte) => byte > 0x7f).length };
}
