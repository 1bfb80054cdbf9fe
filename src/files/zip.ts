/** One file of an archive. `path`: with "/" between folders. */
export interface ArchivedFile {
  readonly path: string;
  readonly text: string;
}

/** Bytes of a header: 2 or 4 of each value, the lowest byte first. */
type Field = readonly [value: number, bytes: 2 | 4];

/** The parts that the two headers of a file share: version, UTF-8 names, no compression, 1 January 1980, so that equal files give equal bytes. */
const SHARED: readonly Field[] = [
  [20, 2],
  [0x0800, 2],
  [0, 2],
  [0, 2],
  [0x21, 2],
];

/**
 * Writes a .zip without compression (APPNOTE.TXT 6.3.10 of PKWARE), in UTF-8. Texts are small, and every program reads such a file. Throws if the
 * archive would be larger than the format allows without its 64-bit form.
 */
export function zipOf(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { path, text } of files) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    const sizes: readonly Field[] = [
      [checksum(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    ];
    const header = headerOf([[0x04034b50, 4], ...SHARED, ...sizes]);
    // No comment, first disk, no attributes.
    const rest: readonly Field[] = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ];
    directory.push(headerOf([[0x02014b50, 4], [20, 2], ...SHARED, ...sizes, ...rest]), name);
    parts.push(header, name, bytes);
    at += header.length + name.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  if (at + length >= 0xffffffff) throw new Error('The archive would be larger than 4 GB.');
  const end = headerOf([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [length, 4],
    [at, 4],
    [0, 2],
  ]);
  return joined([...parts, ...directory, end]);
}

function headerOf(fields: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The CRC-32 of a byte. */
const ofByte = (byte: number): number => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
};
const BY_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => ofByte(byte));

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (BY_BYTE[(sum ^ byte) & 0xff] ?? 0);
  return (sum ^ 0xffffffff) >>> 0;
}
