import type { Codec } from '../container.ts';
import { codecNamed, languageOfTrack, NOTHING, type TextKind, type TrackFacts, textUpToZero } from '../reading.ts';

/**
 * EBML (RFC 8794), the syntax of Matroska: elements with an ID, a size and a content. The reader trusts no size. The IDs include their length marker, as in RFC
 * 9559.
 */
export const ID = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagEnabled: 0xb9,
  flagDefault: 0x88,
  flagForced: 0x55aa,
  flagHearingImpaired: 0x55ab,
  flagCommentary: 0x55af,
  defaultDuration: 0x23e383,
  name: 0x536e,
  language: 0x22b59c,
  languageBcp47: 0x22b59d,
  codecId: 0x86,
  codecPrivate: 0x63a2,
  contentEncodings: 0x6d80,
  contentEncoding: 0x6240,
  contentEncodingOrder: 0x5031,
  contentEncodingScope: 0x5032,
  contentEncodingType: 0x5033,
  contentCompression: 0x5034,
  contentCompressionAlgorithm: 0x4254,
  contentCompressionSettings: 0x4255,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cueRelativePosition: 0xf0,
  cueDuration: 0xb2,
  tags: 0x1254c367,
  tag: 0x7373,
  targets: 0x63c0,
  tagTrackUid: 0x63c5,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagString: 0x4487,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  blockAdditions: 0x75a1,
  blockMore: 0xa6,
  blockAddId: 0xee,
  blockAdditional: 0xa5,
} as const;

/** The longest head of an element: four bytes of ID, eight of size. */
export const HEAD_LENGTH = 12;

export interface Head {
  readonly id: number;
  readonly length: number;
  /** Bytes of the content. Infinity: the size is unknown. */
  readonly size: number;
}

/** undefined: no element can begin there. */
export function headAt(bytes: Uint8Array, at: number): Head | undefined {
  const idLength = lengthOfNumber(bytes[at]);
  if (idLength > 4 || at + idLength >= bytes.length) return undefined;
  const size = longNumberAt(bytes, at + idLength);
  if (size === undefined) return undefined;
  return {
    id: unsigned(bytes.subarray(at, at + idLength)),
    length: idLength + size.length,
    size: size.isAllOnes ? Number.POSITIVE_INFINITY : size.value,
  };
}

/** An element that claims to reach beyond the content ends with the content. */
export function* elementsIn(content: Uint8Array): Generator<{ readonly id: number; readonly content: Uint8Array }> {
  for (let at = 0; at < content.length; ) {
    const head = headAt(content, at);
    if (head === undefined) return;
    const from = at + head.length;
    const to = Math.min(content.length, from + head.size);
    yield { id: head.id, content: content.subarray(from, to) };
    at = to;
  }
}

export function contentOfElement(content: Uint8Array, id: number): Uint8Array | undefined {
  for (const element of elementsIn(content)) if (element.id === id) return element.content;
  return undefined;
}

/** The number in the first element with that ID. `missing`: the value if there is no such element or it is empty, which means the same. */
export function unsignedOf(content: Uint8Array, id: number, missing: number): number {
  const value = contentOfElement(content, id);
  return value === undefined || value.length === 0 ? missing : unsigned(value);
}

/** A big-endian number. It is inexact beyond 2^53. */
export const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0);

interface LongNumber {
  readonly value: number;
  readonly length: number;
  readonly isAllOnes: boolean;
}

/** A number that encodes its own length, such as sizes and track numbers. undefined: invalid or cut off. */
export function longNumberAt(bytes: Uint8Array, at: number): LongNumber | undefined {
  const length = lengthOfNumber(bytes[at]);
  if (length > 8 || at + length > bytes.length) return undefined;
  const first = (bytes[at] ?? 0) & (0xff >> length);
  const rest = bytes.subarray(at + 1, at + length);
  return {
    value: first * 256 ** rest.length + unsigned(rest),
    length,
    isAllOnes: first === 0xff >> length && rest.every((byte) => byte === 0xff),
  };
}

/** 1 to 8 bytes. 9: no number can begin with this byte. */
const lengthOfNumber = (first = 0): number => Math.clz32(first) - 23;

/** How a track's data were packed. They are unpacked in the reverse order. */
export type Packing = { readonly kind: 'zlib' } | { readonly kind: 'stripped'; readonly head: Uint8Array };

export interface TrackEntry extends TrackFacts {
  /** The track's unique ID in hexadecimal, because it has 64 bits. Tags refer to it. */
  readonly uid: string;
  readonly codecId: string;
  /** CodecPrivate as stored. It may be empty. */
  readonly head: Uint8Array;
  /** How the blocks are compressed. undefined: in an unsupported way (encrypted, bzip2, LZO). */
  readonly packings: readonly Packing[] | undefined;
  readonly packingsOfHead: readonly Packing[] | undefined;
  /** Duration of one block, in ns. 0: unknown. */
  readonly defaultDuration: number;
}

const TYPES = new Map<number, TrackEntry['type']>([
  [1, 'picture'],
  [2, 'sound'],
  [17, 'subtitles'],
]);

/** The tracks in file order, without disabled tracks (FlagEnabled 0) and repeated track numbers. */
export function readTracks(tracks: Uint8Array): readonly TrackEntry[] {
  const found = new Map<number, TrackEntry>();
  for (const { id, content } of elementsIn(tracks)) {
    const track = id === ID.trackEntry ? readTrack(content) : undefined;
    if (track !== undefined && !found.has(track.number)) found.set(track.number, track);
  }
  return [...found.values()];
}

function readTrack(entry: Uint8Array): TrackEntry | undefined {
  const number = unsignedOf(entry, ID.trackNumber, 0);
  const type = TYPES.get(unsignedOf(entry, ID.trackType, 0));
  if (type === undefined || number === 0 || unsignedOf(entry, ID.flagEnabled, 1) === 0) return undefined;
  const bcp47 = contentOfElement(entry, ID.languageBcp47);
  return {
    number,
    uid: hex(contentOfElement(entry, ID.trackUid) ?? NOTHING),
    type,
    codecId: textOf(entry, ID.codecId),
    head: contentOfElement(entry, ID.codecPrivate) ?? NOTHING,
    packings: packingsIn(entry, 1),
    packingsOfHead: packingsIn(entry, 2),
    defaultDuration: unsignedOf(entry, ID.defaultDuration, 0),
    // RFC 9559: the default language is English, and LanguageBCP47 has priority.
    language: languageOfTrack(bcp47 === undefined ? textOf(entry, ID.language) || 'eng' : textUpToZero(bcp47)),
    title: textOf(entry, ID.name).trim(),
    // RFC 9559: a track is a default track unless it says otherwise.
    isDefault: unsignedOf(entry, ID.flagDefault, 1) !== 0,
    isForced: unsignedOf(entry, ID.flagForced, 0) !== 0,
    isSdh: unsignedOf(entry, ID.flagHearingImpaired, 0) !== 0,
    isCommentary: unsignedOf(entry, ID.flagCommentary, 0) !== 0,
  };
}

const textOf = (content: Uint8Array, id: number): string => textUpToZero(contentOfElement(content, id) ?? NOTHING);

/** The number in hexadecimal without leading zeros, because files write the same number with more or fewer bytes. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^0+/, '');

/** How a track is compressed, in the order of decompressing. `scope`: 1 for blocks, 2 for CodecPrivate. */
function packingsIn(entry: Uint8Array, scope: number): readonly Packing[] | undefined {
  const encodings = [...elementsIn(contentOfElement(entry, ID.contentEncodings) ?? NOTHING)]
    .filter(
      ({ id, content }) => id === ID.contentEncoding && (unsignedOf(content, ID.contentEncodingScope, 1) & scope) !== 0,
    )
    .map(({ content }) => ({ order: unsignedOf(content, ID.contentEncodingOrder, 0), packing: packingOf(content) }))
    .toSorted((one, other) => other.order - one.order);
  const packings = encodings.flatMap(({ packing }) => packing ?? []);
  return packings.length === encodings.length ? packings : undefined;
}

function packingOf(encoding: Uint8Array): Packing | undefined {
  if (unsignedOf(encoding, ID.contentEncodingType, 0) !== 0) return undefined;
  const compression = contentOfElement(encoding, ID.contentCompression) ?? NOTHING;
  const algorithm = unsignedOf(compression, ID.contentCompressionAlgorithm, 0);
  if (algorithm === 0) return { kind: 'zlib' };
  return algorithm === 3
    ? { kind: 'stripped', head: contentOfElement(compression, ID.contentCompressionSettings) ?? NOTHING }
    : undefined;
}

/** Kinds of subtitles by the beginning of the CodecID. The first match counts. */
const SUBTITLE_CODECS: readonly (readonly [string, ...TextKind])[] = [
  ['S_TEXT/UTF8', 'SubRip', 'srt'],
  ['S_TEXT/ASCII', 'SubRip', 'srt'],
  ['S_TEXT/ASS', 'ASS', 'ass'],
  ['S_ASS', 'ASS', 'ass'],
  ['S_TEXT/SSA', 'SSA', 'ssa'],
  ['S_SSA', 'SSA', 'ssa'],
  ['S_TEXT/WEBVTT', 'WebVTT', 'vtt'],
  ['D_WEBVTT/', 'WebVTT', 'vtt'],
  ['S_HDMV/PGS', 'PGS', 'pictures'],
  ['S_VOBSUB', 'VobSub', 'pictures'],
  ['S_DVBSUB', 'DVB', 'pictures'],
  ['S_IMAGE', 'Bitmaps', 'pictures'],
];

/** A codec that is not in the list has its CodecID as name. A track that cannot be unpacked has no format. */
export function kindOfTrack({ codecId, packings, packingsOfHead }: TrackEntry): TextKind {
  const [, kind, opensAs] = SUBTITLE_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [
    '',
    withoutLetter(codecId),
  ];
  return [kind, opensAs === 'pictures' || (packings && packingsOfHead) ? opensAs : undefined];
}

const withoutLetter = (codecId: string): string => codecId.replace(/^[A-Z]_/, '') || 'unknown';

/** Usual names by the beginning of the CodecID; the first match counts. */
const MEDIA_CODECS: readonly (readonly [string, string])[] = [
  ['V_MPEG4/ISO/AVC', 'H.264'],
  ['V_MPEGH/ISO/HEVC', 'HEVC'],
  ['V_VP8', 'VP8'],
  ['V_VP9', 'VP9'],
  ['V_AV1', 'AV1'],
  ['V_MPEG4/', 'MPEG-4 Visual'],
  ['V_MPEG2', 'MPEG-2'],
  ['V_THEORA', 'Theora'],
  ['A_OPUS', 'Opus'],
  ['A_VORBIS', 'Vorbis'],
  ['A_FLAC', 'FLAC'],
  ['A_AAC', 'AAC'],
  ['A_MPEG/L3', 'MP3'],
  ['A_MPEG/L2', 'MP2'],
  ['A_EAC3', 'E-AC-3'],
  ['A_AC3', 'AC-3'],
  ['A_DTS', 'DTS'],
  ['A_TRUEHD', 'TrueHD'],
  ['A_ALAC', 'ALAC'],
  ['A_PCM', 'PCM'],
];

export function codecOfEntry({ codecId, head }: TrackEntry): Codec {
  // In the BITMAPINFOHEADER: biCompression.
  const ofWindows = codecId === 'V_MS/VFW/FOURCC' ? textUpToZero(head.subarray(16, 20)).trim() : '';
  const [, name] = MEDIA_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [];
  return codecNamed(ofWindows || name || withoutLetter(codecId));
}
