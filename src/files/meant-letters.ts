import { isHebrew } from './detect-encoding.ts';
import { decodeStrictly, type EncodingName } from './encodings.ts';
import { FOREIGN_WORD, isGood, likelihoodOfWords, OTHER_LETTER } from './likelihood-of-words.ts';

/** What windows-1252 has at 80 to 9F; where it has nothing: the control of that number. Some runtimes read it as Latin 1. */
const WESTERN = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

type Bytes = ReadonlyMap<string, number>;

const TABLES = new Map<EncodingName, Bytes>();

/** The bytes of characters in an encoding of one byte a character. */
function bytesOf(encoding: EncodingName): Bytes {
  const known = TABLES.get(encoding);
  if (known) return known;
  const bytes = new Map<string, number>();
  // A control that the encoding has no character for stays a control.
  for (let byte = 0x80; byte < 0xa0; byte++) bytes.set(String.fromCharCode(byte), byte);
  for (let byte = 0; byte < 256; byte++) {
    const western = WESTERN[byte - 0x80] ?? String.fromCharCode(byte);
    const character = encoding === 'windows-1252' ? western : decodeStrictly(Uint8Array.of(byte), encoding);
    if (character !== undefined) bytes.set(character, byte);
  }
  TABLES.set(encoding, bytes);
  return bytes;
}

/** What texts are taken for by mistake, the most common one first: systems' own encodings. */
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

/** Of these a letter beyond a to z is rare in a text: two of them that make one of UTF-8 are no chance. */
const LATIN: ReadonlySet<EncodingName> = new Set([
  'windows-1252',
  'windows-1250',
  'Macintosh',
  'windows-1254',
  'windows-1257',
  'ISO-8859-2',
]);

/**
 * The text of a file whose letters are garbled, with those that were meant: a program had read it in a wrong encoding and saved that, as UTF-8
 * ("Ð¢Ð¾" or "Òî" for "То", "Ã©" for "é", "³" for "ł"). What cannot be read otherwise stays. undefined: the text is as it should be. Linear.
 */
export function meantLetters(text: string): string | undefined {
  return withoutDoubleEncoding(text, MOST_ROUNDS) ?? inOtherCodePage(text);
}

/** Some programs did it again and again. */
const MOST_ROUNDS = 3;

// UTF-8 that was taken for another encoding, and encoded once more.

const ABOVE_ASCII = /\P{ASCII}/u;
/** Fewer lines are a coincidence. Of the lines with other letters than a to z, most have to be readable so, or some beyond doubt. */
const FEWEST = 3;
/** So many tell it. */
const SAMPLE_LINES = 200;
/** A file without line ends is one line. */
const SAMPLE_OF_LINE = 2_000;
const LIKELIER_LETTERS = 4;
const SHARE = 0.6;
const SURE_SHARE = 0.1;
/** What a sequence of two bytes can be: letters and signs that films have. */
const OF_TWO =
  /^(?:[\u00a0-\u024f\u0370-\u0482\u048a-\u0556\u0561-\u0587\u05be-\u05ea\u060c-\u0610\u061b-\u064a\u066a-\u06d4]|(?![\u0483-\u0489])\p{M})$/u;
const OF_MORE = /^(?:[\p{L}\p{M}\p{P}\p{S}\p{Cf}]|)$/u;
/** Behind a capital they end a word, and before one they begin a line. */
const BESIDE_WORDS = new Set('«»‹›“”„‘’…–—·\u00a0');

interface ReadAgain {
  readonly text: string;
  /** Without what could be a chance. */
  readonly surely: string;
  /** How many of its characters above ASCII became others, and how many were in the encoding and did not. */
  readonly changed: number;
  readonly unchanged: number;
  readonly sequences: number;
  readonly isSure: boolean;
}

function withoutDoubleEncoding(text: string, rounds: number): string | undefined {
  const lines = text.replace(/^(?:\uFEFF|ï»¿)/, '').split('\n');
  const foreign = evenly(
    lines.filter((line) => ABOVE_ASCII.test(line)),
    SAMPLE_LINES,
  ).map((line) => line.slice(0, SAMPLE_OF_LINE));
  for (const encoding of foreign.length === 0 ? [] : TAKEN_FOR) {
    const bytes = bytesOf(encoding);
    const isLatin = LATIN.has(encoding);
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

function areOfUtf8(lines: readonly ReadAgain[], isLatin: boolean): boolean {
  const spoilt = lines.filter(isMostly);
  const sure = isLatin ? lines.filter(({ isSure }) => isSure).length : 0;
  if (lines.length >= FEWEST)
    return (
      spoilt.length >= Math.max(FEWEST, lines.length * SHARE) || sure >= Math.max(FEWEST, lines.length * SURE_SHARE)
    );
  return isLatin ? sure > 0 : spoilt.length === lines.length && spoilt.every(({ sequences }) => sequences > 1);
}

function areLikelier(read: readonly ReadAgain[], lines: readonly string[]): boolean {
  const [before, after] = [lines, read.map(({ text }) => text)].map((all) =>
    likelihoodOfWords(all.join('\n').match(FOREIGN_WORD) ?? []),
  );
  return (
    after !== undefined &&
    before !== undefined &&
    after.sum >= Math.max(before.sum + LIKELIER_LETTERS, after.ofText * 1.25)
  );
}

/** Of many, so many, taken evenly. */
function evenly<Each>(all: readonly Each[], count: number): readonly Each[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === 0);
}

const isMostly = ({ changed, unchanged }: ReadAgain): boolean =>
  changed > 0 && changed >= SHARE * (changed + unchanged);

/** The line with each sequence of characters that is one of UTF-8 in its bytes as the character that it means. */
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

/** A sequence with the character that it means, or a character that begins none. */
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

/** Of a sequence of UTF-8 that begins with that byte. */
function lengthBy(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** Of a sequence of UTF-8; '': the byte-order mark. Not by a decoder, which throws. */
function characterOf([first = 0, ...others]: readonly number[], length: number): string | undefined {
  if (others.length + 1 < length || others.some((byte) => byte < 0x80 || byte > 0xbf)) return undefined;
  const point = others.reduce((bits, byte) => bits * 64 + (byte & 0x3f), first & (0xff >> (length + 1)));
  const isShortest = point >= (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000);
  if (!isShortest || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined;
  return point === 0xfeff ? '' : String.fromCodePoint(point);
}

// One code page that was taken for another one, and saved as UTF-8.

/** So much of a text is looked at to find which ones they are. */
const SAMPLE_WORDS = 100;
/** No word is as long; a line of Chinese can be. */
const SAMPLE_LETTERS = 300;
/** By how much the words must be likelier as they are meant: two or three letters that no language has together. */
const LIKELIER = 9;
/** For a byte, of what could be a text as it stands. */
const LIKELIER_THAN_TEXT = 0.9;
/** A line has few letters. */
const SLACK_OF_LINE = 1;
/** A byte that is no character. */
const LOST = -9;
const LOST_OF_TEXT = -3.9;

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
  // Signs alone could be anything.
  if (!words.some((word) => /(?=\p{L})\P{ASCII}/u.test(word)) || isGood(words) || areGoodLines(text)) return undefined;
  const found = TAKEN_FOR.flatMap((encoding) => {
    const taken = bytesOf(encoding);
    const own = words.flatMap((word) => encoded(word, taken) ?? []);
    return own.length === 0 || hasOtherLetters(words, encoding, taken)
      ? []
      : PAGES.map((meant) => ({ taken, meant, gain: gainOf(own, meant) }));
  }).reduce((best, one) => (one.gain > best.gain ? one : best), NO_MISTAKE);
  if (found.gain < LIKELIER) return undefined;
  return text.replace(FOREIGN_WORD, (word) => {
    const own = encoded(word, found.taken);
    return (own && decodeStrictly(own.bytes, found.meant)) ?? word;
  });
}

const OF_CYRILLIC: ReadonlySet<EncodingName> = new Set([
  'windows-1251',
  'KOI8-R',
  'IBM866',
  'ISO-8859-5',
  'MacCyrillic',
]);

/** Letters as of Mongolian or Kazakh, which no program can have read in that encoding. */
const hasOtherLetters = (words: readonly string[], encoding: EncodingName, taken: Bytes): boolean =>
  OF_CYRILLIC.has(encoding) &&
  words.some((word) => word.match(/\p{Script=Cyrillic}/gu)?.some((letter) => !taken.has(letter)));

/** A film in two languages: each line is good by itself, and all of them together are in no language. */
function areGoodLines(text: string): boolean {
  const lines = evenly(
    text.split('\n').filter((line) => /(?=\p{L})\P{ASCII}/u.test(line)),
    SAMPLE_WORDS,
  ).map((line) => line.slice(0, SAMPLE_LETTERS).match(FOREIGN_WORD) ?? []);
  return lines.length > 1 && lines.every((words) => isGood(words, SLACK_OF_LINE));
}

/** Hebrew in its order of letters reads as Cyrillic in small letters, which is a text by their frequency. */
function hebrewAmong(words: readonly string[], text: string): string | undefined {
  const all = words.join(' ');
  if (!/[а-ъ]/.test(all) || /[А-Яыэюяё]/.test(all)) return undefined;
  const taken = bytesOf('windows-1251');
  const own = words.flatMap((word) => [...(encoded(word, taken)?.bytes ?? []), LINE_FEED]);
  if (isHebrew(Uint8Array.from(own)) !== true) return undefined;
  return text.replace(FOREIGN_WORD, (word) => {
    const bytes = encoded(word, taken)?.bytes;
    return (bytes && decodeStrictly(bytes, 'windows-1255')) ?? word;
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

/** By how much the words are likelier where their bytes are read as that encoding; 0: they are no text so. */
function gainOf(own: readonly EncodedWord[], encoding: EncodingName): number {
  const { meant, lost } = readWords(own, encoding);
  // No language in Latin letters does without a to z.
  if (!meant.some((word) => OTHER_LETTER.test(word) || /[a-z]/i.test(word))) return 0;
  if (countWithin(meant) > countWithin(own.map(({ word }) => word))) return 0;
  const { sum, ofText } = likelihoodOfWords(meant);
  const after = sum + lost * LOST;
  if (after < ofText + lost * LOST_OF_TEXT) return 0;
  const before = likelihoodOfWords(own.map(({ word }) => word));
  const bytes = own.reduce((count, { bytes }) => count + bytes.length, 0);
  // Rare words of one language look like frequent ones of another.
  const isEnough = before.sum < before.ofText || after - before.sum >= bytes * LIKELIER_THAN_TEXT;
  return isEnough ? after - before.sum : 0;
}

const countWithin = (words: readonly string[]): number =>
  words.join('\n').match(/(?<=\p{L})[–—…·‘](?=\p{L})/gu)?.length ?? 0;

/** `lost`: bytes of words that are none of that encoding. */
function readWords(own: readonly EncodedWord[], encoding: EncodingName) {
  const whole = decodeStrictly(Uint8Array.from(own.flatMap(({ bytes }) => [...bytes, LINE_FEED])), encoding);
  if (whole !== undefined) return { meant: whole.split('\n').slice(0, -1), lost: 0 };
  const read = own.map(({ bytes }) => ({ bytes, word: decodeStrictly(bytes, encoding) }));
  const lost = read.filter(({ word }) => word === undefined).flatMap(({ bytes }) => [...bytes]);
  return { meant: read.flatMap(({ word }) => word ?? []), lost: lost.filter((byte) => byte > 0x7f).length };
}

const LINE_FEED = 0x0a;
