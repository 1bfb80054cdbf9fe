import { fail, ok, type Result } from '../lib/result.ts';
import { detectEncoding } from './detect-encoding.ts';
import { decodeAs, decodeStrictly, type EncodingName, encodingOfLabel } from './encodings.ts';
import { readMixedLines } from './mixed-lines.ts';
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
 * line by line where some are UTF-8, else detected. The error is a sentence for people, which names a format that is known and not read. Bytes with zeros that are no UTF-16 are refused, since no text has them; the refusal names the ending of `name`.
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

const DECLARATION = /^\s*<\?xml\s[^<>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/;
const DECLARATION_BYTES = 200;

/** What an XML document says of its encoding, where each of its bytes is a character there. */
function declaredEncoding(bytes: Uint8Array): EncodingName | undefined {
  const head = decodeAs(bytes.subarray(0, DECLARATION_BYTES), 'windows-1252');
  const declared = encodingOfLabel(DECLARATION.exec(head)?.[1] ?? '');
  return declared !== undefined && decodeStrictly(bytes, declared) !== undefined ? declared : undefined;
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
