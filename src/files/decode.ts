import { fail, ok, type Result } from '../lib/result.ts';
import { detectEncoding } from './detect-encoding.ts';
import { decodeAs, type EncodingName } from './encodings.ts';

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
 * detected. The error is a sentence for people. Bytes with zeros that are no UTF-16 are refused, since no text has them; the refusal names the ending of `name`.
 */
export function decodeSubtitle(bytes: Uint8Array, name = ''): Result<DecodedSubtitle, string> {
  const unicode = encodingOfMark(bytes) ?? unmarkedUtf16(bytes);
  if (unicode !== undefined) return checked(decodeAs(bytes, unicode), unicode, false, name);
  if (bytes.includes(0)) return binary(name);
  const utf8 = strictUtf8(bytes);
  if (utf8 !== undefined && !SHIFT_TO_JAPANESE.test(utf8)) return checked(utf8, 'UTF-8', false, name);
  const detected = utf8 === undefined ? detectEncoding(bytes) : 'ISO-2022-JP';
  return checked(decodeAs(bytes, detected), detected, true, name);
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
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
  return ok({ text, encoding, detected });
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
  if (foreign < FEWEST) return undefined;
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
  return strictUtf8(Uint8Array.from(own));
}
