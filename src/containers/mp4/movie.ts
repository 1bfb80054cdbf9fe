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

/** A `trak` box. */
export interface MovieTrack extends TrackFacts {
  readonly entry: SampleEntry;
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

/** undefined: its list of tracks is packed, in QuickTime's way of before 2000. */
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

/** Ticks a second, of a header of a movie or of a track. */
const timescaleIn = (header: Uint8Array): number => u32(header, u8(header, 0) === 1 ? 20 : 12) || 1_000;

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

/** Of these a track has several. */
const KINDS = ['udta/kind', 'udta/tagc'];

type Leaves = ReadonlyMap<string, Box>;

/** The boxes of a track that hold no others, by their parent and their type: "mdia/hdlr". The first of each counts. */
async function leavesOf(walk: Walk, parent: Box, leaves = new Map<string, Box>()): Promise<Leaves> {
  for await (const box of walk(parent.start, parent.end)) {
    const name = `${parent.type}/${box.type}`;
    if (PARENTS[box.type] === parent.type) await leavesOf(walk, box, leaves);
    else if (KINDS.includes(name)) leaves.set(`${name} ${leaves.size}`, box);
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

/** In a MOV file as the name is, else as QuickTime's text: its length, its language. */
const titleIn = (name: Uint8Array, named: Uint8Array): string =>
  (textUpToZero(name, 0) || decode(named.subarray(4, 4 + u16(named, 0)))).replaceAll('\0', '').trim();

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
interface SampleEntry {
  /** Four characters. */
  readonly type: string;
  readonly content: Uint8Array;
}

const NO_ENTRY: SampleEntry = { type: '', content: NOTHING };

/** The first entry of an `stsd` box: those behind it are for other fonts or places of the same text. */
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

/** What a track of subtitles is. Other text than that of the list has its four characters as its name. */
export function textKindOf({ type, content }: SampleEntry): TextKind {
  // ISO/IEC 14496-12, 12.6.3: a namespace, a place of its schema, the kinds of what stands beside the text.
  const isWithPictures = type === 'stpp' && /(?:^|\0)image\//.test(decode(content.subarray(8)));
  return isWithPictures ? ['TTML with pictures', 'pictures'] : (TEXT_KINDS.get(type) ?? [printable(type)]);
}

/** The head that a WebVTT track keeps for its file; '': none. */
export const webVttHead = ({ content }: SampleEntry): string => lettersOf(contentOfBox(content, 'vttC', 8) ?? NOTHING);

/** tx3g, displayFlags (QuickTime File Format, subtitle sample data): all samples are forced. "Some are" is no track of forced ones. */
const isAllForced = ({ type, content }: SampleEntry): boolean => type === 'tx3g' && (u8(content, 8) & 0x80) !== 0;

const printable = (type: string): string => type.replace(/[^ -~]/g, '').trim() || 'unknown';

/** The field's words by the beginning of the type, the first that fits. */
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

/** What else stands in MPEG-4's own entries (mp4v, mp4a), by its object type (mp4ra.org): ffmpeg writes DTS so. */
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

/** In front stand the sizes of a picture, or QuickTime's box of a sound. */
const SOUGHT_BYTES = 400;

/** The object type in the descriptors of an `esds` box (ISO/IEC 14496-1, 7.2.6); 0: there is none. */
function objectTypeIn(content: Uint8Array): number {
  const at = String.fromCharCode(...content.subarray(0, SOUGHT_BYTES)).indexOf('esds');
  if (at === -1) return 0;
  /** Behind a descriptor's tag and its size, of whose bytes all but the last have the highest bit. */
  const inside = (tag: number): number => {
    let end = tag + 1;
    while (u8(content, end) >= 0x80) end++;
    return end + 1;
  };
  // The outer descriptor begins with an ID of two bytes, and flags.
  const decoder = inside(at + 8) + 3;
  return u8(content, decoder) === 4 ? u8(content, inside(decoder)) : 0;
}

/** The codec of a track of picture or sound. */
export function codecOf({ type, content }: SampleEntry): Codec {
  const name = CODECS.find(([beginning]) => beginning.test(type))?.[1] ?? printable(type);
  return codecNamed(OBJECT_TYPES.get(objectTypeIn(content)) ?? name);
}

/** The text of a `kind` box (ISO/IEC 14496-12, 8.10.4) is whose word it is, and the word, as DASH or HTML has it; of Apple's `tagc` the word alone. */
const kindIn = (name: string, content: Uint8Array): string =>
  textUpToZero(content, name.startsWith('udta/tagc') ? 0 : 4 + textUpToZero(content, 4).length + 1);

const SDH_KINDS: ReadonlySet<string> = new Set([
  'caption',
  'captions',
  'public.accessibility.transcribes-spoken-dialog',
  'public.accessibility.describes-music-and-sound',
]);
