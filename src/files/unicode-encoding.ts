import { decodeAs, type EncodingName } from './encodings.ts';

/** How many of the file's first bytes are searched for UTF-16's pattern. */
const SAMPLE_BYTES = 65_536;
const BYTE_ORDERS = ['UTF-16 LE', 'UTF-16 BE'] as const;

/** The encoding that the byte-order mark names, if there is one. */
export function encodingOfMark(bytes: Uint8Array): EncodingName | undefined {
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
export function unmarkedUtf16(bytes: Uint8Array): EncodingName | undefined {
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
