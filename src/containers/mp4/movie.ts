import type { Codec } from '../container.ts';
import {
  codecNamed,
  decode,
  languageOfTrack,
  lettersOf,
  NOTHING,
  type Slices,
  type TextKind,
  type TrackFacts,
  textUpToZero,
} from '../reading.ts';
import {
  type Box,
  boxesIn,
  boxFlags,
  contentOfBox,
  createWalk,
  i32,
  i64,
  typeAt,
  u8,
  u16,
  u32,
  u64,
  type Walk,
} from './boxes.ts';

export interface MovieTrack extends TrackFacts {
  readonly entry: SampleEntry;
  /** Ticks per second of the track's times. */
  readonly timescale: number;
  readonly edits: readonly Edit[];
  /** The track's boxes by parent and type. The tables of samples are "stbl/stsz", "stbl/stts", … */
  readonly boxes: ReadonlyMap<string, Box>;
}

/** A part of a track that is shown. Edits follow each other. */
export interface Edit {
  /** Duration in ticks of the movie. 0: up to the end. */
  readonly duration: number;
  /** Where the part begins, in ticks of the track. -1: nothing is shown. */
  readonly from: number;
  readonly rate: number;
}

export interface Defaults {
  readonly duration: number;
  readonly size: number;
}

export interface Movie {
  readonly timescale: number;
  readonly tracks: readonly MovieTrack[];
  /** Default values by track number. undefined: the video has no fragments. */
  readonly fragments: ReadonlyMap<number, Defaults> | undefined;
}

const TYPES = new Map<string, MovieTrack['type']>([
  ['vide', 'picture'],
  ['soun', 'sound'],
  ...['sbtl', 'subt', 'text', 'clcp', 'subp'].map((handler) => [handler, 'subtitles'] as const),
]);

/** undefined: the list of tracks is compressed, as in QuickTime before 2000. */
export async function readMovie(slices: Slices, moov: Box): Promise<Movie | undefined> {
  // Real videos have up to fifty tracks with about thirty boxes each.
  const walk = createWalk(slices, 20_000);
  const boxes: Box[] = [];
  for await (const box of walk(moov.start, moov.end)) boxes.push(box);
  if (boxes.some(({ type }) => type === 'cmov')) return undefined;
  const contentOfFirst = async (wanted: string): Promise<Uint8Array | undefined> => {
    const box = boxes.find(({ type }) => type === wanted);
    return box && contentIn(slices, box);
  };
  const header = (await contentOfFirst('mvhd')) ?? NOTHING;
  const extension = await contentOfFirst('mvex');
  return {
    timescale: timescaleIn(header),
    tracks: await readTracks(
      slices,
      walk,
      boxes.filter(({ type }) => type === 'trak'),
    ),
    fragments: extension && defaultsIn(extension),
  };
}

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

/** Ticks per second, from the header of a movie or a track. */
const timescaleIn = (header: Uint8Array): number => u32(header, u8(header, 0) === 1 ? 20 : 12) || 1_000;

const contentIn = (slices: Slices, { start, end }: Box): Promise<Uint8Array> =>
  slices.view(start, Math.min(end - start, 256 * 1024));

const PARENTS: Readonly<Record<string, string>> = {
  mdia: 'trak',
  edts: 'trak',
  udta: 'trak',
  minf: 'mdia',
  stbl: 'minf',
};

const KINDS = ['udta/kind', 'udta/tagc'];

type Leaves = ReadonlyMap<string, Box>;

/** The boxes of a track that contain no other boxes, by parent and type: "mdia/hdlr". Of equal ones the first counts. */
async function leavesOf(walk: Walk, parent: Box, leaves = new Map<string, Box>()): Promise<Leaves> {
  for await (const box of walk(parent.start, parent.end)) {
    const name = `${parent.type}/${box.type}`;
    if (PARENTS[box.type] === parent.type) await leavesOf(walk, box, leaves);
    else if (KINDS.includes(name)) leaves.set(`${name} ${leaves.size}`, box);
    else if (!leaves.has(name)) leaves.set(name, box);
  }
  return leaves;
}

/** Tracks that contain chapter names for this track. They look like subtitles. */
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
  const entry = entryIn(await read('stbl/stsd'));
  const kinds: string[] = [];
  for (const name of leaves.keys())
    if (KINDS.some((kind) => name.startsWith(kind))) kinds.push(kindIn(name, await read(name)));
  const longLanguage = textUpToZero(await read('mdia/elng'), 4);
  return {
    number,
    type,
    entry,
    language: languageOfTrack(longLanguage) ?? languageIn(media),
    title: titleIn(await read('udta/name'), await read('udta/\xa9nam')),
    isDefault: (boxFlags(header) & 1) === 1,
    isForced: isAllForced(entry) || kinds.some((kind) => /^forced[-_]subtitle$/.test(kind)),
    isSdh: kinds.some((kind) => SDH_KINDS.has(kind)),
    isCommentary: kinds.includes('commentary'),
    timescale: timescaleIn(media),
    edits: editsIn(await read('edts/elst')),
    boxes: leaves,
  };
}

/** The title: a plain name in MOV files, otherwise QuickTime's text with its length and language. */
const titleIn = (name: Uint8Array, named: Uint8Array): string =>
  (textUpToZero(name, 0) || decode(named.subarray(4, 4 + u16(named, 0)))).replaceAll('\0', '').trim();

/** Macintosh language codes (QuickTime File Format), from 0 on. */
const OF_MACINTOSH =
  'en fr de it nl sv es da pt no he ja ar fi el is mt tr hr zh-Hant ur hi th ko lt pl hu et lv se fo fa ru zh-Hans nl ga sq ro cs sk sl yi sr mk bg uk be uz kk az az hy ka ro ky tg tk mn mn ps ku ks sd bo ne sa mr bn as gu pa or ml kn ta te si my km lo vi id tl ms ms am ti om so sw rw rn ny mg eo'.split(
    ' ',
  );

function languageIn(media: Uint8Array): string | undefined {
  const code = u16(media, u8(media, 0) === 1 ? 32 : 20);
  // Larger numbers are ISO 639-2 codes: three letters of five bits.
  if (code < 0x400) return media.length === 0 ? undefined : languageOfTrack(OF_MACINTOSH[code] ?? '');
  return languageOfTrack(String.fromCharCode(...[10, 5, 0].map((shift) => ((code >> shift) & 31) + 0x60)));
}

function editsIn(elst: Uint8Array): readonly Edit[] {
  const isLong = u8(elst, 0) === 1;
  const length = isLong ? 20 : 12;
  const count = Math.min(u32(elst, 4), Math.floor(Math.max(0, elst.length - 8) / length), 500);
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * length;
    const [duration, from] = isLong ? [u64(elst, at), i64(elst, at + 8)] : [u32(elst, at), i32(elst, at + 4)];
    const rate = i32(elst, at + length - 4) / 65_536;
    // A rate of 0 freezes a picture. No known text track uses it.
    return { duration, from, rate: rate > 0 ? rate : 1 };
  });
}

/** A track's sample entry (ISO/IEC 14496-12, 8.5.2), which says the format of its samples. */
interface SampleEntry {
  readonly type: string;
  readonly content: Uint8Array;
}

const NO_ENTRY: SampleEntry = { type: '', content: NOTHING };

/** The first entry of an `stsd` box. Later entries are for other fonts or positions of the same text. */
function entryIn(stsd: Uint8Array): SampleEntry {
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

/** A kind that is not in the list has its four characters as name. */
export function textKindOf({ type, content }: SampleEntry): TextKind {
  // ISO/IEC 14496-12, 12.6.3: a namespace, a schema location, and the types of attached files.
  const isWithPictures = type === 'stpp' && /(?:^|\0)image\//.test(decode(content.subarray(8)));
  return isWithPictures ? ['TTML with pictures', 'pictures'] : (TEXT_KINDS.get(type) ?? [printable(type)]);
}

/** The head for a WebVTT file. '' if the track has none. */
export const webVttHead = ({ content }: SampleEntry): string => lettersOf(contentOfBox(content, 'vttC', 8) ?? NOTHING);

/** In tx3g, displayFlags (QuickTime File Format, subtitle sample data) says that all samples are forced. The flag for "some" does not count. */
const isAllForced = ({ type, content }: SampleEntry): boolean => type === 'tx3g' && (u8(content, 8) & 0x80) !== 0;

const printable = (type: string): string => type.replace(/[^ -~]/g, '').trim() || 'unknown';

/** Usual names by the beginning of the type; the first match counts. */
const CODECS: readonly (readonly [RegExp, string])[] = [
  [/^avc/, 'H.264'],
  [/^h[ve][cv]1/, 'HEVC'],
  [/^dv[ah]/, 'Dolby Vision'],
  [/^vp08/, 'VP8'],
  [/^vp09/, 'VP9'],
  [/^av01/, 'AV1'],
  [/^mp4v/, 'MPEG-4 Visual'],
  [/^ap[c4]/, 'ProRes'],
  [/^mjp|^jpeg/, 'Motion JPEG'],
  [/^mp4a/, 'AAC'],
  [/^Opus/, 'Opus'],
  [/^fLaC/, 'FLAC'],
  [/^ac-3/, 'AC-3'],
  [/^ec-3/, 'E-AC-3'],
  [/^dts/, 'DTS'],
  [/^alac/, 'ALAC'],
  [/^\.mp3|^ms\0U/, 'MP3'],
  [/^(?:sowt|twos|raw |[lif]pcm|in24|in32|fl32|fl64)/, 'PCM'],
  [/^enc/, 'encrypted'],
];

/** Object types (mp4ra.org) of other codecs in MPEG-4's own entries (mp4v, mp4a). ffmpeg writes DTS in this way. */
const OBJECT_TYPES: ReadonlyMap<number, string> = new Map([
  ...[0x60, 0x61, 0x62, 0x63, 0x64, 0x65].map((type) => [type, 'MPEG-2'] as const),
  [0x69, 'MP3'],
  [0x6a, 'MPEG-1'],
  [0x6b, 'MP3'],
  [0xa5, 'AC-3'],
  [0xa6, 'E-AC-3'],
  [0xa9, 'DTS'],
  [0xad, 'Opus'],
  [0xdd, 'Vorbis'],
]);

/** The object type in an `esds` box (ISO/IEC 14496-1, 7.2.6). 0: none. */
function objectTypeIn(content: Uint8Array): number {
  // Searched for, because a picture's sizes or QuickTime's sound box come before it.
  const at = String.fromCharCode(...content.subarray(0, 400)).indexOf('esds');
  if (at === -1) return 0;
  /** Skips the tag and the size of a descriptor. All bytes of the size have the highest bit set, except the last. */
  const inside = (tag: number): number => {
    let end = tag + 1;
    while (u8(content, end) >= 0x80) end++;
    return end + 1;
  };
  // The outer descriptor begins with an ID of two bytes, and flags.
  const decoder = inside(at + 8) + 3;
  return u8(content, decoder) === 4 ? u8(content, inside(decoder)) : 0;
}

export function codecOf({ type, content }: SampleEntry): Codec {
  const name = CODECS.find(([beginning]) => beginning.test(type))?.[1] ?? printable(type);
  return codecNamed(OBJECT_TYPES.get(objectTypeIn(content)) ?? name);
}

/** A `kind` box (ISO/IEC 14496-12, 8.10.4) has a scheme and a word of DASH or HTML. Apple's `tagc` has only the word. */
const kindIn = (name: string, content: Uint8Array): string =>
  textUpToZero(content, name.startsWith('udta/tagc') ? 0 : 4 + textUpToZero(content, 4).length + 1);

const SDH_KINDS: ReadonlySet<string> = new Set([
  'caption',
  'captions',
  'public.accessibility.transcribes-spoken-dialog',
  'public.accessibility.describes-music-and-sound',
]);
