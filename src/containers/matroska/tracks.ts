import type { Codec } from '../container.ts';
import { codecNamed, languageOfTrack, NOTHING, type TextKind, type TrackFacts, textUpToZero } from '../reading.ts';
import { contentOfElement, elementsIn, unsignedOf } from './ebml.ts';

/** What was done to a track's parts before they were written: it has to be undone, the last one first. */
export type Packing = { readonly kind: 'zlib' } | { readonly kind: 'stripped'; readonly head: Uint8Array };

/** A TrackEntry. */
export interface TrackEntry extends TrackFacts {
  /** As hexadecimal digits: it has 64 bits. Tags name tracks by it. */
  readonly uid: string;
  readonly codecId: string;
  /** CodecPrivate as it stands in the file; empty: none. */
  readonly head: Uint8Array;
  /** Of the blocks; undefined: in a way that is not read here (encrypted, bzip2, LZO). */
  readonly packings: readonly Packing[] | undefined;
  /** The same of `head`. */
  readonly packingsOfHead: readonly Packing[] | undefined;
  /** Of one block, in ns; 0: not told. */
  readonly defaultDuration: number;
}

const ENTRY = 0xae;
const NUMBER = 0xd7;
const UID = 0x73c5;
const TYPE = 0x83;
const IS_ENABLED = 0xb9;
const IS_DEFAULT = 0x88;
const IS_FORCED = 0x55aa;
const IS_FOR_HEARING_IMPAIRED = 0x55ab;
const IS_COMMENTARY = 0x55af;
const DEFAULT_DURATION = 0x23e383;
const NAME = 0x536e;
const LANGUAGE = 0x22b59c;
const LANGUAGE_BCP47 = 0x22b59d;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63a2;
const ENCODINGS = 0x6d80;
const ENCODING = 0x6240;
const ENCODING_ORDER = 0x5031;
const ENCODING_SCOPE = 0x5032;
const ENCODING_TYPE = 0x5033;
const COMPRESSION = 0x5034;
const COMPRESSION_ALGORITHM = 0x4254;
const COMPRESSION_SETTINGS = 0x4255;

const TYPES = new Map<number, TrackEntry['type']>([
  [1, 'picture'],
  [2, 'sound'],
  [17, 'subtitles'],
]);

/**
 * The tracks of picture, sound and subtitles in a Tracks element, in the file's order. One that the file's maker has switched off
 * (FlagEnabled 0), and a second one with the number of a first, are none.
 */
export function readTracks(tracks: Uint8Array): readonly TrackEntry[] {
  const found = new Map<number, TrackEntry>();
  for (const { id, content } of elementsIn(tracks)) {
    const track = id === ENTRY ? readTrack(content) : undefined;
    if (track !== undefined && !found.has(track.number)) found.set(track.number, track);
  }
  return [...found.values()];
}

function readTrack(entry: Uint8Array): TrackEntry | undefined {
  const number = unsignedOf(entry, NUMBER, 0);
  const type = TYPES.get(unsignedOf(entry, TYPE, 0));
  if (type === undefined || number === 0 || unsignedOf(entry, IS_ENABLED, 1) === 0) return undefined;
  const bcp47 = contentOfElement(entry, LANGUAGE_BCP47);
  return {
    number,
    uid: hex(contentOfElement(entry, UID) ?? NOTHING),
    type,
    codecId: textOf(entry, CODEC_ID),
    head: contentOfElement(entry, CODEC_PRIVATE) ?? NOTHING,
    packings: packingsIn(entry, 1),
    packingsOfHead: packingsIn(entry, 2),
    defaultDuration: unsignedOf(entry, DEFAULT_DURATION, 0),
    // RFC 9559: without a language it is English, and LanguageBCP47 overrules.
    language: languageOfTrack(bcp47 === undefined ? textOf(entry, LANGUAGE) || 'eng' : textUpToZero(bcp47)),
    title: textOf(entry, NAME).trim(),
    // RFC 9559: a track is a default one unless it says that it is none.
    isDefault: unsignedOf(entry, IS_DEFAULT, 1) !== 0,
    isForced: unsignedOf(entry, IS_FORCED, 0) !== 0,
    isSdh: unsignedOf(entry, IS_FOR_HEARING_IMPAIRED, 0) !== 0,
    isCommentary: unsignedOf(entry, IS_COMMENTARY, 0) !== 0,
  };
}

const textOf = (content: Uint8Array, id: number): string => textUpToZero(contentOfElement(content, id) ?? NOTHING);

/** Without the zeros before it: the same number may be written in more or in fewer bytes. */
export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^0+/, '');

/** What has to be undone, in the order of undoing. `scope`: 1: of the blocks, 2: of CodecPrivate. */
function packingsIn(entry: Uint8Array, scope: number): readonly Packing[] | undefined {
  const encodings = [...elementsIn(contentOfElement(entry, ENCODINGS) ?? NOTHING)]
    .filter(({ id, content }) => id === ENCODING && (unsignedOf(content, ENCODING_SCOPE, 1) & scope) !== 0)
    .map(({ content }) => ({ order: unsignedOf(content, ENCODING_ORDER, 0), packing: packingOf(content) }))
    .toSorted((one, other) => other.order - one.order);
  const packings = encodings.flatMap(({ packing }) => packing ?? []);
  return packings.length === encodings.length ? packings : undefined;
}

function packingOf(encoding: Uint8Array): Packing | undefined {
  if (unsignedOf(encoding, ENCODING_TYPE, 0) !== 0) return undefined;
  const compression = contentOfElement(encoding, COMPRESSION) ?? NOTHING;
  const algorithm = unsignedOf(compression, COMPRESSION_ALGORITHM, 0);
  if (algorithm === 0) return { kind: 'zlib' };
  return algorithm === 3
    ? { kind: 'stripped', head: contentOfElement(compression, COMPRESSION_SETTINGS) ?? NOTHING }
    : undefined;
}

/** By the beginning of the CodecID: the first that fits. */
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

/** What the track's codec is. Other text than that of `SUBTITLE_CODECS` has its CodecID as its name. What cannot be unpacked has no format. */
export function kindOfTrack({ codecId, packings, packingsOfHead }: TrackEntry): TextKind {
  const [, kind, opensAs] = SUBTITLE_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [
    '',
    withoutLetter(codecId),
  ];
  return [kind, opensAs === 'pictures' || (packings && packingsOfHead) ? opensAs : undefined];
}

/** "V_REAL/RV40" is "REAL/RV40". */
const withoutLetter = (codecId: string): string => codecId.replace(/^[A-Z]_/, '') || 'unknown';

/** The field's words by the beginning of the CodecID, the first that fits. */
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

/** The codec of a track of picture or sound. */
export function codecOfEntry({ codecId, head }: TrackEntry): Codec {
  // BITMAPINFOHEADER: biCompression.
  const ofWindows = codecId === 'V_MS/VFW/FOURCC' ? textUpToZero(head.subarray(16, 20)).trim() : '';
  const [, name] = MEDIA_CODECS.find(([beginning]) => codecId.startsWith(beginning)) ?? [];
  return codecNamed(ofWindows || name || withoutLetter(codecId));
}
