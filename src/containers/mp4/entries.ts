import { aacType, av1Type, avcType, hevcType, vp9Type } from '../codec-types.ts';
import type { Codec } from '../container.ts';
import type { TextKind } from '../reading.ts';
import { boxesIn, contentOfBox, decode, stringAt, u8, u16, u32 } from './boxes.ts';

/** A track's sample entry (ISO/IEC 14496-12, 8.5.2): in what form its samples are. */
export interface SampleEntry {
  /** Four characters. */
  readonly type: string;
  readonly content: Uint8Array;
}

const NO_ENTRY: SampleEntry = { type: '', content: new Uint8Array(0) };

/** The first entry of an `stsd` box: those behind it are for other fonts or places of the same text. */
export function entryIn(stsd: Uint8Array): SampleEntry {
  for (const entry of boxesIn(stsd, 8)) return entry;
  return NO_ENTRY;
}

const TEXT_KINDS = new Map<string, TextKind>([
  ['tx3g', ['Timed Text', 'srt']],
  ['text', ['QuickTime text', 'srt']],
  ['wvtt', ['WebVTT', 'vtt']],
  ['stpp', ['TTML', 'srt']],
  ['c608', ['CEA-608']],
  ['c708', ['CEA-708']],
  ['enct', ['encrypted text']],
  ['encs', ['encrypted text']],
  ['mp4s', ['VobSub', 'pictures']],
]);

/** What a track of subtitles is. Other text than that of the list has its four characters as its name. */
export function textKindOf({ type, content }: SampleEntry): TextKind {
  // ISO/IEC 14496-12, 12.6.3: a namespace, a place of its schema, the kinds of what stands beside the text.
  const isWithPictures = type === 'stpp' && /(?:^|\0)image\//.test(decode(content.subarray(8)));
  return isWithPictures ? ['TTML with pictures', 'pictures'] : (TEXT_KINDS.get(type) ?? [printable(type)]);
}

/** The head that a WebVTT track keeps for its file; '': none. */
export const webVttHead = ({ content }: SampleEntry): string =>
  decode(contentOfBox(content, 'vttC', 8) ?? NO_ENTRY.content);

/** tx3g, displayFlags (QuickTime File Format, subtitle sample data): all samples are forced. "Some are" is no track of forced ones. */
export const isAllForced = ({ type, content }: SampleEntry): boolean =>
  type === 'tx3g' && (u8(content, 8) & 0x80) !== 0;

const printable = (type: string): string => type.replace(/[^ -~]/g, '').trim() || 'unknown';

/** The children of an entry stand behind so many bytes. */
const BEHIND_PICTURE = 78;
const BEHIND_SOUND = 28;

type TypeOf = (settings: (box: string) => Uint8Array, type: string) => string | undefined;

const avc: TypeOf = (settings, type) => avcType(settings('avcC'), type);
const hevc: TypeOf = (settings, type) => hevcType(settings('hvcC'), type);
const vp9: TypeOf = (settings) => {
  const found = settings('vpcC');
  return found.length === 0 ? 'vp9' : vp9Type(u8(found, 4), u8(found, 5), u8(found, 6) >> 4);
};

/** By the beginning of the type, the first that fits: the field's words, and canPlayType's word. */
const CODECS: readonly (readonly [RegExp, string, (string | TypeOf)?])[] = [
  [/^avc/, 'H.264', avc],
  [/^h[ve][cv]1/, 'HEVC', hevc],
  [/^dva/, 'Dolby Vision', avc],
  [/^dvh/, 'Dolby Vision', hevc],
  [/^vp08/, 'VP8', 'vp8'],
  [/^vp09/, 'VP9', vp9],
  [/^av01/, 'AV1', (settings) => av1Type(settings('av1C'))],
  [/^ap[c4]/, 'ProRes', (_, type) => type],
  [/^mjp|^jpeg/, 'Motion JPEG'],
  [/^Opus/, 'Opus', 'opus'],
  [/^fLaC/, 'FLAC', 'flac'],
  [/^ac-3/, 'AC-3', 'ac-3'],
  [/^ec-3/, 'E-AC-3', 'ec-3'],
  [/^dts/, 'DTS', (_, type) => type],
  [/^alac/, 'ALAC', 'alac'],
  [/^\.mp3|^ms\0U/, 'MP3', 'mp3'],
  [/^(?:sowt|twos|raw |[lif]pcm|in24|in32|fl32|fl64)/, 'PCM'],
  [/^enc/, 'encrypted'],
];

/** Of MPEG-4's own entries (mp4v, mp4a), by the object type that the `esds` box tells (mp4ra.org). */
const OBJECT_TYPES: readonly (readonly [first: number, last: number, name: string])[] = [
  [0x20, 0x20, 'MPEG-4 Visual'],
  [0x40, 0x40, 'AAC'],
  [0x60, 0x65, 'MPEG-2'],
  [0x66, 0x68, 'AAC'],
  [0x69, 0x69, 'MP3'],
  [0x6a, 0x6a, 'MPEG-1'],
  [0x6b, 0x6b, 'MP3'],
  [0xa5, 0xa5, 'AC-3'],
  [0xa6, 0xa6, 'E-AC-3'],
  [0xa9, 0xa9, 'DTS'],
  [0xad, 0xad, 'Opus'],
  [0xdd, 0xdd, 'Vorbis'],
];

/** The codec of a track of picture or sound. `version`: of the `stsd` box, in which it stands. */
export function codecOf({ type, content }: SampleEntry, isSound: boolean, version: number): Codec {
  const behind = isSound ? behindSound(content, version) : BEHIND_PICTURE;
  // QuickTime puts what tells the sound's codec into a box of its own.
  const settings = (box: string): Uint8Array =>
    contentOfBox(content, box, behind) ??
    contentOfBox(contentOfBox(content, 'wave', behind) ?? NO_ENTRY.content, box) ??
    NO_ENTRY.content;
  if (type === 'mp4a' || type === 'mp4v') return codecOfEsds(type, settings('esds'));
  const known = CODECS.find(([beginning]) => beginning.test(type));
  if (known === undefined) return { type: undefined, name: printable(type) };
  const [, name, typeOf] = known;
  return { type: typeof typeOf === 'function' ? typeOf(settings, type) : typeOf, name };
}

/** QuickTime's versions 1 and 2 of a sound's description are longer; so is not what ISO calls version 1, in an `stsd` of version 1. */
function behindSound(content: Uint8Array, version: number): number {
  const longer = version === 0 ? [0, 16, 36][u16(content, 8)] : 0;
  return BEHIND_SOUND + (longer ?? 0);
}

function codecOfEsds(type: string, esds: Uint8Array): Codec {
  const unknown = { type: undefined, name: type === 'mp4a' ? 'MPEG-4 sound' : 'MPEG-4 Visual' };
  const stream = descriptorIn(esds, 4, 3);
  if (stream === undefined) return unknown;
  const flags = u8(stream, 2);
  const behind = 3 + (flags & 0x80 ? 2 : 0) + (flags & 0x40 ? 1 + u8(stream, 3) : 0) + (flags & 0x20 ? 2 : 0);
  const decoder = descriptorIn(stream, behind, 4);
  if (decoder === undefined) return unknown;
  const objectType = u8(decoder, 0);
  const name = OBJECT_TYPES.find(([first, last]) => objectType >= first && objectType <= last)?.[2] ?? unknown.name;
  return { type: esdsType(type, objectType, descriptorIn(decoder, 13, 5)), name };
}

/** RFC 6381, 3.3: the object type in hexadecimal digits, for AAC also its kind. */
function esdsType(type: string, objectType: number, settings: Uint8Array = NO_ENTRY.content): string {
  if (objectType === 0x40) return aacType(settings);
  // Profile and level stand behind the start code of a visual object sequence.
  if (objectType === 0x20) return `mp4v.20.${u32(settings, 0) === 0x1b0 ? u8(settings, 4) : 9}`;
  return `${type}.${objectType.toString(16).padStart(2, '0')}`;
}

/** The content of the descriptor at an offset (ISO/IEC 14496-1, 8.3.3), if it is of that kind: a tag, then a size of up to four times seven bits. */
function descriptorIn(bytes: Uint8Array, from: number, tag: number): Uint8Array | undefined {
  if (bytes[from] !== tag) return undefined;
  let size = 0;
  for (let at = from + 1; at <= from + 4; at++) {
    const byte = u8(bytes, at);
    size = size * 128 + (byte & 0x7f);
    if (byte < 0x80) return bytes.subarray(at + 1, at + 1 + size);
  }
  return undefined;
}

/** The text of a `kind` box (ISO/IEC 14496-12, 8.10.4): whose word it is, and the word, as DASH has it. */
export const isForcedKind = (kind: Uint8Array): boolean =>
  /^forced[-_]subtitle$/.test(stringAt(kind, 4 + stringAt(kind, 4).length + 1));
