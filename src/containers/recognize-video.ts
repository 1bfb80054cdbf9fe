/** What a video file is, by its first bytes. The names are for people; those of `readable` have a reader of their tracks. */
export type VideoKind = 'Matroska' | 'MP4' | 'AVI' | 'MPEG-TS' | 'FLV' | 'WMV';

/** So many bytes of a file's beginning tell it. */
export const HEAD_BYTES = 400;

const TS_PACKET = 188;
/** The boxes that an MP4 or MOV file can begin with. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];

/** undefined: no video that is known. */
export function recognizeVideo(head: Uint8Array): VideoKind | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('\x1A\x45\xDF\xA3')) return 'Matroska';
  if (MP4_BOXES.includes(text.slice(4, 8))) return 'MP4';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI';
  if (text.startsWith('FLV\x01')) return 'FLV';
  if (text.startsWith('\x30\x26\xB2\x75\x8E\x66\xCF\x11')) return 'WMV';
  // A sync byte at the beginning of each packet; in .m2ts files four bytes of time stand before it.
  const isTs = (first: number, length: number) => head[first] === 0x47 && head[first + length] === 0x47;
  return isTs(0, TS_PACKET) || isTs(4, TS_PACKET + 4) ? 'MPEG-TS' : undefined;
}
