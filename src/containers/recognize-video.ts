/** Recognized by a file's first bytes. The names are for people. */
export type VideoKind = 'Matroska' | 'MP4' | 'AVI' | 'MPEG-TS' | 'FLV' | 'WMV';

/** Kinds with a reader (readers.ts). */
export type ReadableKind = 'Matroska' | 'MP4';

export const hasReader = (kind: VideoKind | undefined): kind is ReadableKind => kind === 'Matroska' || kind === 'MP4';

/** Enough of a file's beginning to recognize it. */
export const HEAD_BYTES = 600;

const TS_PACKET = 188;
/** Boxes at the beginning of MP4 and MOV files. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
/** Pictures in boxes: HEIF, AVIF, JPEG 2000, Canon's raw files. */
const PICTURE_BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'jp2 ', 'crx '];

/** undefined: no known video. File names are ignored: programs write any name. */
export function recognizeVideo(head: Uint8Array): VideoKind | undefined {
  // "The free man" looks like a box by its second word. Texts have no such control characters, and every film has them at its beginning.
  if (!head.some((byte) => byte < 0x09)) return undefined;
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('\x1A\x45\xDF\xA3')) return 'Matroska';
  const box = text.slice(4, 8);
  if (box === 'ftyp' && PICTURE_BRANDS.includes(text.slice(8, 12))) return undefined;
  if (MP4_BOXES.includes(box)) return 'MP4';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI';
  if (text.startsWith('FLV\x01')) return 'FLV';
  if (text.startsWith('\x30\x26\xB2\x75\x8E\x66\xCF\x11')) return 'WMV';
  // In .m2ts files each packet has four bytes of time before it.
  return isPackets(head, 0, TS_PACKET) || isPackets(head, 4, TS_PACKET + 4) ? 'MPEG-TS' : undefined;
}

/** A packet begins with "G" and says in its fourth byte whether it has a payload, which is always so (ISO 13818-1, 2.4.3.3). */
const isPackets = (head: Uint8Array, first: number, length: number): boolean =>
  [0, 1, 2].every((packet) => {
    const at = first + packet * length;
    return head[at] === 0x47 && ((head[at + 3] ?? 0) & 0x30) !== 0;
  });
