import { aacType, av1Type, avcType, type Codec, hevcType, vp9Type } from '../container.ts';
import { languageOfTrack, type Slices, type TextKind } from '../reading.ts';
import {
  type Box,
  boxesIn,
  contentOfBox,
  createWalk,
  decode,
  flagsOf,
  i32,
  i64,
  numberIn,
  stringAt,
  typeAt,
  u8,
  u16,
  u32,
  u64,
  type Walk,
} from './boxes.ts';

/** A `trak` box. */
export interface MovieTrack {
  readonly number: number;
  readonly type: 'picture' | 'sound' | 'subtitles';
  readonly entry: SampleEntry;
  /** Of the box in which the entry stands. */
  readonly entryVersion: number;
  readonly language: string | undefined;
  readonly title: string;
  readonly isDefault: boolean;
  readonly isForced: boolean;
  /** Of the track's times: ticks a second. */
  readonly timescale: number;
  readonly edits: readonly Edit[];
  /** By their parent and their type: the tables of its samples are "stbl/stsz", "stbl/stts", … */
  readonly boxes: ReadonlyMap<string, Box>;
}

/** What of the track is shown, one edit after the other. */
export interface Edit {
  /** In ticks of the movie; 0: to the end. */
  readonly duration: number;
  /** In ticks of the track; -1: nothing is shown so long. */
  readonly from: number;
  readonly rate: number;
}

/** What holds for a fragment's samples unless it says something else. */
export interface Defaults {
  readonly duration: number;
  readonly size: number;
}

/** A `moov` box. */
export interface Movie {
  /** Ticks a second. */
  readonly timescale: number;
  /** 0: not told. */
  readonly lengthMs: number;
  /** Tracks of other kinds and chapters are left out. */
  readonly tracks: readonly MovieTrack[];
  /** By the track's number; undefined: the film is not in fragments. */
  readonly fragments: ReadonlyMap<number, Defaults> | undefined;
}

const TYPES = new Map<string, MovieTrack['type']>([
  ['vide', 'picture'],
  ['soun', 'sound'],
  ...['sbtl', 'subt', 'text', 'clcp', 'subp'].map((handler) => [handler, 'subtitles'] as const),
]);

/** Films have up to some fifty tracks of some thirty boxes. */
const MOST_BOXES = 20_000;
/** Of a box that is read whole and is no table. */
const MOST_BYTES = 256 * 1024;
const MOST_EDITS = 500;

/** `undefined`: its list of tracks is packed, in QuickTime's way of before 2000. */
export async function readMovie(slices: Slices, moov: Box): Promise<Movie | undefined> {
  const walk = createWalk(slices, MOST_BOXES);
  const boxes: Box[] = [];
  for await (const box of walk(moov.start, moov.end)) boxes.push(box);
  if (boxes.some(({ type }) => type === 'cmov')) return undefined;
  const contentOfFirst = async (wanted: string): Promise<Uint8Array | undefined> => {
    const box = boxes.find(({ type }) => type === wanted);
    return box && contentIn(slices, box);
  };
  const header = (await contentOfFirst('mvhd')) ?? NOTHING;
  const extension = await contentOfFirst('mvex');
  const [timescale, duration] =
    u8(header, 0) === 1 ? [u32(header, 20), u64(header, 24)] : [u32(header, 12), u32(header, 16)];
  // Of a film in fragments the header knows no more than what stands in front of them.
  const length = extension === undefined ? duration : numberIn(contentOfBox(extension, 'mehd') ?? NOTHING);
  return {
    timescale: timescale || 1_000,
    lengthMs: isUnknown(length) ? 0 : Math.round((length * 1_000) / (timescale || 1_000)),
    tracks: await readTracks(
      slices,
      walk,
      boxes.filter(({ type }) => type === 'trak'),
    ),
    fragments: extension && defaultsIn(extension),
  };
}

/** A second track with the number of a first is left out, as are chapters. */
async function readTracks(slices: Slices, walk: Walk, boxes: readonly Box[]): Promise<readonly MovieTrack[]> {
  const tracks = new Map<number, MovieTrack>();
  const chapters = new Set<number>();
  for (const box of boxes) {
    const leaves = await leavesOf(walk, box);
    for (const number of await chaptersOf(slices, leaves)) chapters.add(number);
    const track = await readTrack(slices, leaves);
    if (track !== undefined && !tracks.has(track.number)) tracks.set(track.number, track);
  }
  return [...tracks.values()].filter(({ number }) => !chapters.has(number));
}

function defaultsIn(extension: Uint8Array): ReadonlyMap<number, Defaults> {
  const defaults = new Map<number, Defaults>();
  for (const { type, content } of boxesIn(extension)) {
    if (type === 'trex') defaults.set(u32(content, 4), { duration: u32(content, 12), size: u32(content, 16) });
  }
  return defaults;
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** All bits are set in 32 or in 64 bits: not told. */
const isUnknown = (duration: number): boolean => duration === 0xffffffff || duration >= 2 ** 63;

const contentIn = (slices: Slices, { start, end }: Box): Promise<Uint8Array> =>
  slices.view(start, Math.min(end - start, MOST_BYTES));

/** Which box opens in which other one. */
const PARENTS: Readonly<Record<string, string>> = {
  mdia: 'trak',
  edts: 'trak',
  udta: 'trak',
  minf: 'mdia',
  stbl: 'minf',
};

type Leaves = ReadonlyMap<string, Box>;

/** The boxes of a track that hold no others, by their parent and their type: "mdia/hdlr". The first of each counts. */
async function leavesOf(walk: Walk, parent: Box, leaves = new Map<string, Box>()): Promise<Leaves> {
  for await (const box of walk(parent.start, parent.end)) {
    const name = `${parent.type}/${box.type}`;
    if (PARENTS[box.type] === parent.type) await leavesOf(walk, box, leaves);
    else if (!leaves.has(name)) leaves.set(name, box);
  }
  return leaves;
}

/** The tracks that hold the names of chapters for this one: they have the form of subtitles, and are none. */
async function chaptersOf(slices: Slices, leaves: Leaves): Promise<readonly number[]> {
  const references = leaves.get('trak/tref');
  if (references === undefined) return [];
  return [...boxesIn(await contentIn(slices, references))]
    .filter(({ type }) => type === 'chap')
    .flatMap(({ content }) => Array.from({ length: content.length >> 2 }, (_, index) => u32(content, index * 4)));
}

async function readTrack(slices: Slices, leaves: Leaves): Promise<MovieTrack | undefined> {
  const read = async (name: string): Promise<Uint8Array> => {
    const box = leaves.get(name);
    return box === undefined ? NOTHING : contentIn(slices, box);
  };
  const header = await read('trak/tkhd');
  const media = await read('mdia/mdhd');
  const number = u32(header, u8(header, 0) === 1 ? 20 : 12);
  const type = TYPES.get(typeAt(await read('mdia/hdlr'), 8));
  if (type === undefined || number === 0) return undefined;
  const stsd = await read('stbl/stsd');
  const entry = entryIn(stsd);
  const longLanguage = stringAt(await read('mdia/elng'), 4);
  return {
    number,
    type,
    entry,
    entryVersion: u8(stsd, 0),
    language: languageOfTrack(longLanguage) ?? languageIn(media),
    title: titleIn(await read('udta/name'), await read('udta/\xa9nam')),
    isDefault: (flagsOf(header) & 1) === 1,
    isForced: isAllForced(entry) || isForcedKind(await read('udta/kind')),
    timescale: u32(media, u8(media, 0) === 1 ? 20 : 12) || 1_000,
    edits: editsIn(await read('edts/elst')),
    boxes: leaves,
  };
}

/** In a MOV file as the name is, else as QuickTime's text: its length, its language. */
const titleIn = (name: Uint8Array, named: Uint8Array): string =>
  (stringAt(name, 0) || decode(named.subarray(4, 4 + u16(named, 0)))).replaceAll('\0', '').trim();

/** Macintosh language codes (QuickTime File Format), from 0 on. */
const OF_MACINTOSH =
  'en fr de it nl sv es da pt no he ja ar fi el is mt tr hr zh-Hant ur hi th ko lt pl hu et lv se fo fa ru zh-Hans nl ga sq ro cs sk sl yi sr mk bg uk be uz kk az az hy ka ro ky tg tk mn mn ps ku ks sd bo ne sa mr bn as gu pa or ml kn ta te si my km lo vi id tl ms ms am ti om so sw rw rn ny mg eo'.split(
    ' ',
  );
/** ISO 639-2 in three times five bits; QuickTime's numbers of languages are smaller than any of them. */
const FIRST_PACKED = 0x400;

function languageIn(media: Uint8Array): string | undefined {
  const code = u16(media, u8(media, 0) === 1 ? 32 : 20);
  if (code < FIRST_PACKED) return media.length === 0 ? undefined : languageOfTrack(OF_MACINTOSH[code] ?? '');
  return languageOfTrack(String.fromCharCode(...[10, 5, 0].map((shift) => ((code >> shift) & 31) + 0x60)));
}

function editsIn(elst: Uint8Array): readonly Edit[] {
  const isLong = u8(elst, 0) === 1;
  const length = isLong ? 20 : 12;
  const count = Math.min(u32(elst, 4), Math.floor(Math.max(0, elst.length - 8) / length), MOST_EDITS);
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * length;
    const [duration, from] = isLong ? [u64(elst, at), i64(elst, at + 8)] : [u32(elst, at), i32(elst, at + 4)];
    const rate = i32(elst, at + length - 4) / 65_536;
    // A rate of 0 holds one picture as long as the edit is; of a text nothing is known that does it.
    return { duration, from, rate: rate > 0 ? rate : 1 };
  });
}

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
