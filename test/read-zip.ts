import { crc32 } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Reads a .zip without compression by its list of files (APPNOTE.TXT 6.3.10 of PKWARE): each path and text. Throws if something does not fit. */
export function readZip(bytes: Buffer): readonly (readonly [path: string, text: string])[] {
  const end = bytes.length - 22;
  if (bytes.readUInt32LE(end) !== END) throw new Error('The archive has no end.');
  let at = bytes.readUInt32LE(end + 16);
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error(`There is no entry at ${at}.`);
    const [method, sum, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 24)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const path = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString('utf8');
    const header = bytes.readUInt32LE(at + 42);
    const from = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    const content = bytes.subarray(from, from + size);
    if (method !== 0 || crc32(content) !== sum) throw new Error(`"${path}" is damaged.`);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
    return [path, content.toString('utf8')] as const;
  });
}
