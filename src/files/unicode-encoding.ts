import type { EncodingName } from './encodings.ts';

/** Of the first bytes looked at for the pattern of UTF-16. */
const SAMPLE_BYTES = 65_536;

/** The encoding that the byte-order mark names, if there is one. */
export function encodingOfMark(bytes: Uint8Array): EncodingName | undefined {
  const startsWith = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (startsWith(0xef, 0xbb, 0xbf)) return 'UTF-8';
  // Before UTF-16 LE, whose mark it begins with.
  if (startsWith(0xff, 0xfe, 0x00, 0x00)) return 'UTF-32 LE';
  if (startsWith(0x00, 0x00, 0xfe, 0xff)) return 'UTF-32 BE';
  if (startsWith(0xff, 0xfe)) return 'UTF-16 LE';
  if (startsWith(0xfe, 0xff)) return 'UTF-16 BE';
  return undefined;
}

/**
 * UTF-16 without a mark. Numbers, timing lines and line ends of an .srt have a zero in every other byte, always on
 * the same side, whatever the language: at least a fifth of the pairs, and no other zeros.
 */
export function unmarkedUtf16(bytes: Uint8Array): EncodingName | undefined {
  const end = Math.min(bytes.length - (bytes.length % 2), SAMPLE_BYTES);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let at = 0; at < end; at += 2) {
    if (bytes[at] === 0) evenZeros++;
    if (bytes[at + 1] === 0) oddZeros++;
  }
  const enough = Math.max(1, end / 10);
  if (evenZeros === 0 && oddZeros >= enough) return 'UTF-16 LE';
  if (oddZeros === 0 && evenZeros >= enough) return 'UTF-16 BE';
  return undefined;
}
