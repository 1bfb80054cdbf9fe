const CHUNK = 8192;

/** UTF-32, which TextDecoder lacks. Drops the byte-order mark; what is not a character becomes U+FFFD. */
export function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const completeLength = bytes.length - (bytes.length % 4);
  const parts: string[] = [];
  let points: number[] = [];
  for (let at = 0; at < completeLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    if (at === 0 && point === 0xfeff) continue;
    points.push(point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? 0xfffd : point);
    if (points.length === CHUNK) {
      parts.push(String.fromCodePoint(...points));
      points = [];
    }
  }
  if (completeLength < bytes.length) points.push(0xfffd);
  parts.push(String.fromCodePoint(...points));
  return parts.join('');
}
