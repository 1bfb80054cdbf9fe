import type { Result } from '../lib/result.ts';
import type { FileFormat } from '../subtitles/formats.ts';

/** A video file that is read in slices: nothing holds the whole file. */
export interface VideoBytes {
  readonly size: number;
  /** Reads from `start` to `end` (exclusive), or less at the end of the file. Rejects if the file has become unreadable. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Unpacks zlib with the browser's help. undefined: the data are damaged, or unpack to more than `most` bytes. */
  inflate(packed: Uint8Array, most: number): Promise<Uint8Array | undefined>;
}

export interface Watch {
  /** Reports the share of the work that is done, from 0 to 1. */
  progress(share: number): void;
  /** True if the caller no longer waits. The reading then returns undefined. */
  isStopped(): boolean;
}

export interface TrackFlags {
  readonly isForced: boolean;
  /** True for subtitles for the deaf and hard of hearing, with sounds and speakers. */
  readonly isSdh: boolean;
  readonly isCommentary: boolean;
}

export interface SubtitleTrack extends TrackFlags {
  /** The track's number in the file. Unique in the file. */
  readonly number: number;
  readonly kind: string;
  /** undefined: the subtitles are pictures, or a kind of text that no reader knows. */
  readonly format: FileFormat | undefined;
  readonly isPictures: boolean;
  /** BCP 47, in canonical form. undefined: unknown, or not a language. */
  readonly language: string | undefined;
  readonly title: string;
  readonly isDefault: boolean;
  readonly phrases: number | undefined;
}

export interface Codec {
  /**
   * A name for the browser's canPlayType ("avc1.64001f", "ac-3"), with the usual settings of the codec. undefined: there is no such name. The player itself
   * reports what it cannot play.
   */
  readonly type: string | undefined;
  readonly name: string;
}

export interface VideoContents {
  readonly pictures: readonly Codec[];
  readonly sounds: readonly Codec[];
  readonly subtitles: readonly SubtitleTrack[];
  /** True if the file is shorter than it says. */
  readonly isCutOff: boolean;
}

export interface TrackText {
  readonly format: FileFormat;
  /** A complete subtitle file with the original letters of the track: UTF-8, unless the track has another encoding. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly phrases: number;
  readonly isCutOff: boolean;
}

/** Reads one kind of container. Its errors are sentences for people. It throws only what `read` throws. */
export interface ContainerReader {
  contents(bytes: VideoBytes): Promise<Result<VideoContents, string>>;
  extract(bytes: VideoBytes, track: number, watch: Watch): Promise<Result<TrackText, string> | undefined>;
}

/** The kinds of video that the first bytes of a file show. The names are for people. */
export type VideoKind = 'Matroska' | 'MP4' | 'AVI' | 'MPEG-TS' | 'FLV' | 'WMV';

export type ReadableKind = 'Matroska' | 'MP4';

export const hasReader = (kind: VideoKind | undefined): kind is ReadableKind => kind === 'Matroska' || kind === 'MP4';

export const HEAD_BYTES = 600;

const TS_PACKET = 188;
/** Boxes at the beginning of MP4 and MOV files. */
const MP4_BOXES = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'];
/** Formats of pictures that also consist of boxes: HEIF, AVIF, JPEG 2000, Canon's raw files. */
const PICTURE_BRANDS = ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif', 'avis', 'jp2 ', 'crx '];

/** undefined: not a known video. The name of the file is ignored, because programs write any name. */
export function recognizeVideo(head: Uint8Array): VideoKind | undefined {
  // A text such as "The free man" looks like a box by its second word. But texts have no such control characters, and every video has them at its beginning.
  if (!head.some((byte) => byte < 0x09)) return undefined;
  const text = String.fromCharCode(...head.subarray(0, 16));
  if (text.startsWith('\x1A\x45\xDF\xA3')) return 'Matroska';
  const box = text.slice(4, 8);
  if (box === 'ftyp' && PICTURE_BRANDS.includes(text.slice(8, 12))) return undefined;
  if (MP4_BOXES.includes(box)) return 'MP4';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'AVI ') return 'AVI';
  if (text.startsWith('FLV\x01')) return 'FLV';
  if (text.startsWith('\x30\x26\xB2\x75\x8E\x66\xCF\x11')) return 'WMV';
  // In .m2ts files, four bytes of time come before each packet.
  return isPackets(head, 0, TS_PACKET) || isPackets(head, 4, TS_PACKET + 4) ? 'MPEG-TS' : undefined;
}

/** A packet begins with "G". Its fourth byte says whether it has a payload, and every packet here has one (ISO 13818-1, 2.4.3.3). */
const isPackets = (head: Uint8Array, first: number, length: number): boolean =>
  [0, 1, 2].every((packet) => {
    const at = first + packet * length;
    return head[at] === 0x47 && ((head[at + 3] ?? 0) & 0x30) !== 0;
  });
