/** What a video file is, by its first bytes. The names are for people. */
export type VideoKind = 'Matroska' | 'MP4' | 'AVI' | 'MPEG-TS' | 'FLV' | 'WMV';

/** Kinds of which the subtitles can be taken out: each has a reader (readers.ts). */
export type ReadableKind = 'Matroska' | 'MP4';

export const hasReader = (kind: VideoKind | undefined): kind is ReadableKind => kind === 'Matroska' || kind === 'MP4';

/** So many bytes of a file's beginning tell it. */
export const HEAD_BYTES = 600;

const TS_PACKET = 188;
/** The boxes that an MP4 or MOV file can begin with. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
/** Pictures in boxes: HEIF, AVIF, JPEG 2000, Canon's raw files. */
const PICTURE_BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'jp2 ', 'crx '];

/** undefined: no video that is known. A name tells nothing: any program may write any name. */
export function recognizeVideo(head: Uint8Array): VideoKind | undefined {
  // "The free man" is a box to whoever reads its second word alone: no text has such characters, and each film has them at its beginning.
  if (!head.some((byte) => byte < 0x09)) return undefined;
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('\x1A\x45\xDF\xA3')) return 'Matroska';
  const box = text.slice(4, 8);
  if (box === 'ftyp' && PICTURE_BRANDS.includes(text.slice(8, 12))) return undefined;
  if (MP4_BOXES.includes(box)) return 'MP4';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI';
  if (text.startsWith('FLV\x01')) return 'FLV';
  if (text.startsWith('\x30\x26\xB2\x75\x8E\x66\xCF\x11')) return 'WMV';
  // In .m2ts files four bytes of time stand before each packet.
  return isPackets(head, 0, TS_PACKET) || isPackets(head, 4, TS_PACKET + 4) ? 'MPEG-TS' : undefined;
}

/** A packet begins with its sync byte, "G", and says in its fourth byte whether it carries anything, which it always does (ISO 13818-1, 2.4.3.3). */
const isPackets = (head: Uint8Array, first: number, length: number): boolean =>
  [0, 1, 2].every((packet) => {
    const at = first + packet * length;
    return head[at] === 0x47 && ((head[at + 3] ?? 0) & 0x30) !== 0;
  });
