/** The text in UTF-16 (width 2) or UTF-32 (width 4). The text must contain the byte-order mark if one is wanted. */
export function utfBytes(text: string, width: 2 | 4, littleEndian: boolean): Uint8Array {
  const values =
    width === 4
      ? Array.from(text, (character) => character.codePointAt(0) ?? 0)
      : Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const view = new DataView(new ArrayBuffer(values.length * width));
  for (const [at, value] of values.entries()) {
    if (width === 4) view.setUint32(at * 4, value, littleEndian);
    else view.setUint16(at * 2, value, littleEndian);
  }
  return new Uint8Array(view.buffer);
}
