import type { Codec } from '../container.ts';
import { codecNamed, languageOfTrack, NOTHING, type TextKind, type TrackFacts, textUpToZero } from '../reading.ts';
import { contentOfElement, elementsIn, ID, unsignedOf } from './ebml.ts';

/** How a track's parts were packed. Unpack in the reverse order. */
export type Packing = { readonly kind: 'zlib' } | { readonly kind: 'stripped'; readonly head: Uint8Array };

export interface TrackEntry extends TrackFacts {
  /** Hexadecimal, since it has 64 bits. Tags refer to it. */
  readonly uid: string;
  readonly codecId: string;
  /** CodecPrivate as stored, possibly empty. */
  readonly head: Uint8Array;
  /** Of the blocks; undefined: unsupported (encrypted, bzip2, LZO). */
  readonly packings: readonly Packing[] | undefined;
  /** The same for `head`. */
  readonly packingsOfHead: readonly Packing[] | undefined;
  /** Per block, in ns; 0: unknown. */
  readonly defaultDuration: number;
}

const TYPES = new Map<number, TrackEntry['type']>([
  [1, 'picture'],
  [2, 'sound'],
  [17, 'subtitles'],
]);

/** The tracks in file order. Leaves out disabled tracks (FlagEnabled 0) and repeated track numbers. */
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
    // RFC 9559: tracks are default tracks unless they say otherwise.
    isDefault: unsignedOf(entry, ID.flagDefault, 1) !== 0,
    isForced: unsignedOf(entry, ID.flagForced, 0) !== 0,
    isSdh: unsignedOf(entry, ID.flagHearingImpaired, 0) !== 0,
    isCommentary: unsignedOf(entry, ID.flagCommentary, 0) !== 0,
  };
}

const textOf = (content: Uint8Array, id: number): string => textUpToZero(contentOfElement(content, id) ?? NOTHING);

/** Without leading zeros: the same number can have more or fewer bytes. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^0+/, '');

/** In the order of unpacking. `scope`: 1 blocks, 2 CodecPrivate. */
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

/** By the beginning of the CodecID; the first match counts. */
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

/** Unlisted codecs have their CodecID as name. Tracks that cannot be unpacked have no format. */
export function kindOfTrack({ codecId, packings, packingsOfHead }: TrackEntry): TextKind {
  const [, kind, opensAs] = SUBTITLE_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [
    '',
    withoutLetter(codecId),
  ];
  return [kind, opensAs === 'pictures' || (packings && packingsOfHead) ? opensAs : undefined];
}

/** "V_REAL/RV40" becomes "REAL/RV40". */
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
  // BITMAPINFOHEADER: biCompression.
  const ofWindows = codecId === 'V_MS/VFW/FOURCC' ? textUpToZero(head.subarray(16, 20)).trim() : '';
  const [, name] = MEDIA_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [];
  return codecNamed(ofWindows || name || withoutLetter(codecId));
}
