import { detectEncoding, likeliestEncoding, shareOfText, TEXT_AT_MOST } from './detect-encoding.ts';
import { decodeAs, type EncodingName } from './encodings.ts';

const LINE_FEED = 0x0a;
/** Splits "\r\n" into two lines. */
const BEHIND_LINE_END = /(?<=[\r\n])/;

/**
 * A text whose lines are partly UTF-8 and partly another encoding, such as two files joined. undefined: it is not. `encoding`: that of most
 * lines with letters above ASCII.
 */
export function readMixedLines(
  bytes: Uint8Array,
): { readonly text: string; readonly encoding: EncodingName } | undefined {
  // UTF-8 sequences never contain line ends, and damage loses none: text and bytes have the same lines.
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

/** A damaged UTF-8 line keeps most of its letters. */
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
      // Enough bytes to detect an encoding.
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
