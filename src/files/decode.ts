import { fail, ok, type Result } from '../lib/result.ts';
import { stampOf } from '../lib/text.ts';
import { detectEncoding, likeliestEncoding, shareOfText, TEXT_AT_MOST } from './detect-encoding.ts';
import { decodeAs, decodeStrictly, type EncodingName, encodingOfLabel, LINE_FEED } from './encodings.ts';
import { otherContentWords } from './other-formats.ts';

export interface DecodedSubtitle {
  readonly text: string;
  readonly encoding: EncodingName;
  /** True if the encoding was guessed. The page then names it and offers others. */
  readonly detected: boolean;
}

/** A fingerprint of a file's bytes. */
export const stampOfBytes = (bytes: Uint8Array): string => stampOf(new TextDecoder('latin1').decode(bytes));

/** `name`: the refusal quotes the extension of this file name. */
function binary(name: string) {
  const ending = /\.[^.\s]+$/.exec(name)?.[0];
  const named = ending === undefined ? '' : ` that is named ${ending}`;
  return fail(
    `This file is not text: it looks like a video or another binary file${named}. Choose the subtitle file itself.`,
  );
}

/** Matches an escape of ISO-2022-JP, whose bytes are all ASCII. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search needs it
const SHIFT_TO_JAPANESE = /\u001b\$[@B]/;

/** Matches control characters that hardly occur in text. Tab, line ends, vertical tab, form feed, the DOS end of file and escape are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search needs them
const CONTROL = /[\u0001-\u0008\u000e-\u0019\u001c-\u001f]/g;

/**
 * Decodes a subtitle file by, in this order: its byte-order mark, the pattern of UTF-16, strict UTF-8, mixed lines, or a guess. The error is a
 * sentence for people and names the format if it is known. Bytes with zeros that are not UTF-16 are refused, because text never has zeros.
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
  const utf8 = decodeStrictly(bytes, 'UTF-8');
  if (utf8 !== undefined && !SHIFT_TO_JAPANESE.test(utf8)) return checked(utf8, 'UTF-8', false, name);
  const mixed = utf8 === undefined ? readMixedLines(bytes) : undefined;
  if (mixed !== undefined) return checked(mixed.text, mixed.encoding, true, name);
  const detected = utf8 === undefined ? (declaredEncoding(bytes) ?? detectEncoding(bytes)) : 'ISO-2022-JP';
  return checked(decodeAs(bytes, detected), detected, true, name);
}

function checked(
  text: string,
  encoding: EncodingName,
  detected: boolean,
  name: string,
): Result<DecodedSubtitle, string> {
  const sample = text.slice(0, 65_536);
  const controls = sample.match(CONTROL)?.length ?? 0;
  if (text.includes('\0') || controls > sample.length * 0.02) return binary(name);
  return ok({ text: withSingleLineEnds(text), encoding, detected });
}

/** Some programs write "\r\r\n". If every line ends in this way, returns the text with "\r\n". */
export function withSingleLineEnds(text: string): string {
  const lines = text.split('\r\r\n');
  return !lines.some((line) => /[\r\n]/.test(line)) ? lines.join('\r\n') : text;
}

const DECLARATION = /^\s*<\?xml\s[^<>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/;

/** The encoding that an XML document declares, if all its bytes are valid in it. */
function declaredEncoding(bytes: Uint8Array): EncodingName | undefined {
  const head = decodeAs(bytes.subarray(0, 200), 'windows-1252');
  const declared = encodingOfLabel(DECLARATION.exec(head)?.[1] ?? '');
  return declared !== undefined && decodeStrictly(bytes, declared) !== undefined ? declared : undefined;
}

/** The number of first bytes that are searched for the pattern of UTF-16. */
const SAMPLE_BYTES = 65_536;
const BYTE_ORDERS = ['UTF-16 LE', 'UTF-16 BE'] as const;

function encodingOfMark(bytes: Uint8Array): EncodingName | undefined {
  const startsWith = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xef, 0xbb, 0xbf)) return 'UTF-8';
  // Test it before UTF-16 LE, whose mark is the beginning of this mark.
  if (startsWith(0xff, 0xfe, 0x00, 0x00)) return 'UTF-32 LE';
  if (startsWith(0x00, 0x00, 0xfe, 0xff)) return 'UTF-32 BE';
  if (startsWith(0xff, 0xfe)) return 'UTF-16 LE';
  if (startsWith(0xfe, 0xff)) return 'UTF-16 BE';
  return undefined;
}

/**
 * Recognizes UTF-16 without a byte-order mark. In any language, the numbers, timing lines and line ends of an .srt have a zero in every other byte,
 * always on the same side: in at least a fifth of the byte pairs. If other characters contain zeros too (Chinese "一", Korean "가", the full-width
 * space), or long lines leave few such pairs, the decoded text decides.
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

/** Matches a line that is a number, or an arrow. Binary files hardly ever contain these in 16-bit characters. */
const SUBTITLE_LINE = /^[\t ]*\d+[\t ]*$|-->/m;
/** Matches characters that text never has: unassigned, private, single surrogates, undecodable, control characters. */
const STRANGE = /[\p{Cn}\p{Co}\p{Cs}\ufffd]|(?![\t\n\v\f\r])\p{Cc}/gu;

function readsAsSubtitles(text: string): boolean {
  if (text.includes('\0') || !SUBTITLE_LINE.test(text)) return false;
  return (text.match(STRANGE)?.length ?? 0) <= text.length * 0.02;
}

/** Splits "\r\n" into two lines. */
const BEHIND_LINE_END = /(?<=[\r\n])/;

/**
 * Reads a text with some lines in UTF-8 and some in another encoding, such as two joined files. undefined: it is no such text. `encoding`: that of
 * most lines with letters above ASCII.
 */
function readMixedLines(bytes: Uint8Array): { readonly text: string; readonly encoding: EncodingName } | undefined {
  // UTF-8 sequences contain no line ends, and a broken sequence never hides one. So text and bytes have the same lines.
  const lines = decodeAs(bytes, 'UTF-8').split(BEHIND_LINE_END);
  const areGarbled = lines.map(isGarbled);
  const garbled = areGarbled.filter(Boolean).length;
  const good = lines.filter((line) => !line.includes('\ufffd') && /\P{ASCII}/u.test(line)).length;
  if (garbled === 0 || good === 0) return undefined;
  const written = linesOfBytes(bytes);
  const garbledBytes = joined(written.filter((_, index) => areGarbled[index]));
  const goodBytes = joined(written.filter((_, index) => !areGarbled[index]));
  const isText = (name: EncodingName) => shareOfText(garbledBytes, name) <= TEXT_AT_MOST;
  const guess = detectEncoding(garbledBytes);
  const encoding = isText(guess) ? guess : likeliestEncoding(garbledBytes, garbledBytes, guess);
  if (encoding === 'UTF-8' || !isText(encoding)) return undefined;
  // Short lines of other encodings can be UTF-8 by chance.
  if (shareOfText(goodBytes, 'UTF-8') >= shareOfText(goodBytes, encoding)) return undefined;
  const text = lines.map((line, index) =>
    areGarbled[index] ? decodeAs(written[index] ?? garbledBytes, encoding) : line,
  );
  return { text: text.join(''), encoding: good >= garbled ? 'UTF-8' : encoding };
}

/** True for a line that lost most of its letters. A damaged UTF-8 line keeps most of them. */
function isGarbled(line: string): boolean {
  const broken = line.match(/\ufffd/g)?.length ?? 0;
  return broken > 0 && (line.match(/\P{ASCII}/gu)?.length ?? 0) < 2 * broken;
}

function linesOfBytes(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== LINE_FEED && bytes[at] !== 0x0d && at < bytes.length - 1) continue;
    lines.push(bytes.subarray(start, at + 1));
    start = at + 1;
  }
  return lines;
}

function joined(lines: readonly Uint8Array[]): Uint8Array {
  const telling = lines.filter((line) => line.some((byte) => byte >= 0x80));
  const whole = new Uint8Array(
    Math.min(
      // So many bytes are enough to guess an encoding.
      65_536,
      telling.reduce((sum, { length }) => sum + length, 0),
    ),
  );
  let at = 0;
  for (const line of telling) {
    whole.set(line.subarray(0, whole.length - at), at);
    at = Math.min(whole.length, at + line.length);
  }
  return whole;
}
