import type { Part } from './video-parts.ts';

/**
 * Writes MP4 and MOV files for tests and the benchmark, from a plan of tracks and samples. A plan can contain the peculiarities of other programs. Its pieces
 * (boxes, sample entries, samples of text) are exported, so that a plan can contain false ones. A video consists of parts (video-parts.ts).
 */
export interface Mp4Plan {
  /** '': a QuickTime video without an `ftyp` box. */
  readonly brand?: string;
  readonly durationMs?: number;
  readonly tracks: readonly PlannedTrack[];
  /** True: the list of tracks is before the samples, as for the web. */
  readonly isMovieFirst?: boolean;
  /** True: boxes have sizes of 64 bits, and `co64` lists the chunks. */
  readonly isLong?: boolean;
  /** True: the box of samples states no size and reaches to the end of the file. Only for the last box. */
  readonly hasOpenData?: boolean;
  readonly fragments?: PlannedFragments;
  /** Additional boxes in the list of tracks. */
  readonly inMovie?: readonly Uint8Array[];
}

export interface PlannedFragments {
  readonly lengthMs: number;
  /** What the positions of the samples are relative to. */
  readonly base?: 'moof' | 'explicit' | 'behind';
  readonly hasTimes?: boolean;
  /** True: if the samples of a track share one duration or size, the track states it once. */
  readonly usesDefaults?: boolean;
  /** True: adds an index of the fragments, and a box with which live segments begin. */
  readonly hasIndex?: boolean;
}

export interface PlannedTrack {
  readonly number: number;
  /** "vide", "soun", "sbtl", "subt", "text", "clcp", "subp". */
  readonly handler: string;
  /** The box of a sample entry. */
  readonly entry: Uint8Array;
  /** Ticks per second. Missing: 1,000. */
  readonly timescale?: number;
  /** ISO 639-2 code, or a number for QuickTime. */
  readonly language?: string | number;
  readonly longLanguage?: string;
  readonly title?: string;
  readonly isDefault?: boolean;
  /** Words of DASH. Apple's words begin with "public.". */
  readonly kinds?: readonly string[];
  readonly edits?: readonly PlannedEdit[];
  /** Numbers of the tracks with the names of this track's chapters. */
  readonly chapters?: readonly number[];
  readonly samples: readonly PlannedSample[];
  readonly samplesInChunk?: number;
  /** Bits of a sample size: 32 in `stsz`, fewer in `stz2`. */
  readonly sizeBits?: 4 | 8 | 16 | 32;
}

export interface PlannedEdit {
  readonly durationMs: number;
  /** In ticks of the track. -1: nothing is shown. */
  readonly from: number;
  readonly rate?: number;
}

export interface PlannedSample {
  /** In ticks of the track. */
  readonly duration: number;
  /** A number: this many zeros. */
  readonly content: Uint8Array | number;
}

export const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf8'));
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
/** A spread argument would fail for tables with very many entries. */
const allOf = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));
export const joined = (...parts: readonly Uint8Array[]): Uint8Array => allOf(parts);

/** A number in `length` bytes. */
export function bytesOf(value: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length);
  if (length === 8) bytes.writeBigInt64BE(BigInt(value));
  else if (value < 0) bytes.writeIntBE(value, 0, length);
  else bytes.writeUIntBE(value, 0, length);
  return new Uint8Array(bytes);
}
const u16 = (value: number) => bytesOf(value, 2);
const u32 = (value: number) => bytesOf(value, 4);
const zeros = (length: number) => new Uint8Array(length);

export const box = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const inside = joined(...content);
  return joined(u32(8 + inside.length), latin1(type), inside);
};
/** The parts if `is` is true, otherwise nothing. */
const when = (is: boolean, ...parts: readonly Uint8Array[]): readonly Uint8Array[] => (is ? parts : []);
const flag = (is: boolean, value: number): number => (is ? value : 0);
/** A box with a size of 64 bits. */
export const longBox = (type: string, ...content: readonly Uint8Array[]): Uint8Array => {
  const inside = joined(...content);
  return joined(u32(1), latin1(type), bytesOf(16 + inside.length, 8), inside);
};
export const fullBox = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Uint8Array =>
  box(type, Uint8Array.of(version), bytesOf(flags, 3), ...content);

const sampleEntry = (type: string, ...content: readonly Uint8Array[]): Uint8Array =>
  box(type, zeros(6), u16(1), ...content);
export const pictureEntry = (type: string, ...boxes: readonly Uint8Array[]): Uint8Array =>
  sampleEntry(type, zeros(70), ...boxes);
export const soundEntry = (type: string, ...boxes: readonly Uint8Array[]): Uint8Array =>
  sampleEntry(type, zeros(20), ...boxes);
/** `size`: the size of each descriptor, as one byte or several. */
export const esds = (objectType: number, size: readonly number[] = [32]): Uint8Array =>
  fullBox('esds', 0, 0, Uint8Array.of(3, ...size, 0, 4, 0, 4, ...size, objectType), zeros(12));
/** `displayFlags`: 0x80000000 for "all samples are forced", 0x40000000 for "some are". */
export const timedTextEntry = (displayFlags = 0): Uint8Array =>
  sampleEntry('tx3g', u32(displayFlags), zeros(26), box('ftab', u16(1), u16(1), Uint8Array.of(5), utf8('Serif')));
export const quickTimeTextEntry = (): Uint8Array => sampleEntry('text', zeros(43));
export const webVttEntry = (head = 'WEBVTT'): Uint8Array => sampleEntry('wvtt', box('vttC', utf8(head)));
export const ttmlEntry = (kindsBeside = ''): Uint8Array =>
  sampleEntry('stpp', utf8(`http://www.w3.org/ns/ttml\0\0${kindsBeside}\0`));
export const otherEntry = (type: string, ...boxes: readonly Uint8Array[]): Uint8Array => sampleEntry(type, ...boxes);

/** A range of characters with its face: 1 bold, 2 italic, 4 underlined. */
export type PlannedStyle = readonly [from: number, to: number, face: number];

/** A sample of Timed Text. With `isQuickTime`: of QuickTime text, whose styles have no end. */
export function timedText(
  text: string | Uint8Array,
  styles: readonly PlannedStyle[] = [],
  isQuickTime = false,
): Uint8Array {
  const bytes = typeof text === 'string' ? utf8(text) : text;
  const entries = styles.map(([from, to, face]) =>
    isQuickTime
      ? joined(u32(from), zeros(6), Uint8Array.of(face), zeros(9))
      : joined(u16(from), u16(to), u16(1), Uint8Array.of(face, 18), u32(0xffffffff)),
  );
  const styled = styles.length === 0 ? [] : [box('styl', u16(styles.length), ...entries)];
  return joined(u16(bytes.length), bytes, ...styled);
}

export interface PlannedCue {
  readonly text: string;
  readonly id?: string;
  readonly settings?: string;
  readonly source?: number;
}

/** A sample of WebVTT. Without cues it is empty. */
export const webVtt = (...cues: readonly PlannedCue[]): Uint8Array =>
  cues.length === 0
    ? box('vtte')
    : joined(
        ...cues.map(({ text, id, settings, source }) =>
          box(
            'vttc',
            ...(source === undefined ? [] : [box('vsid', u32(source))]),
            ...(id === undefined ? [] : [box('iden', utf8(id))]),
            ...(settings === undefined ? [] : [box('sttg', utf8(settings))]),
            box('payl', utf8(text)),
          ),
        ),
      );

/** Samples of phrases that do not overlap, with an empty sample in each gap. Times are in ticks. */
export function samplesWithGaps(
  phrases: readonly { readonly start: number; readonly end: number; readonly content: Uint8Array }[],
  empty: Uint8Array = timedText(''),
): readonly PlannedSample[] {
  let time = 0;
  return phrases.flatMap(({ start, end, content }) => {
    const gap = start - time;
    time = end;
    const sample = { duration: end - start, content };
    return gap > 0 ? [{ duration: gap, content: empty }, sample] : [sample];
  });
}

/** Adjacent samples of one track, from a time on. */
interface Chunk {
  readonly track: PlannedTrack;
  readonly first: number;
  readonly samples: readonly PlannedSample[];
  readonly startMs: number;
  readonly startTicks: number;
  readonly size: number;
}

const MOVIE_TIMESCALE = 1_000;
const sizeOf = ({ content }: PlannedSample): number => (typeof content === 'number' ? content : content.length);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function chunksOf(track: PlannedTrack, samplesInChunk = track.samplesInChunk ?? 1): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let ticks = 0;
  for (let first = 0; first < track.samples.length; first += samplesInChunk) {
    const samples = track.samples.slice(first, first + samplesInChunk);
    const startMs = (ticks * 1_000) / (track.timescale ?? 1_000);
    chunks.push({ track, first, samples, startMs, startTicks: ticks, size: total(samples.map(sizeOf)) });
    ticks += total(samples.map(({ duration }) => duration));
  }
  return chunks;
}

function* dataOf(chunks: readonly Chunk[]): Generator<Part> {
  for (const { content } of chunks.flatMap(({ samples }) => samples)) {
    yield typeof content === 'number' ? { size: content } : { size: content.length, bytes: content };
  }
}

const part = (bytes: Uint8Array): Part => ({ size: bytes.length, bytes });

export function* mp4Parts(plan: Mp4Plan): Generator<Part> {
  const { brand = 'isom' } = plan;
  const ftyp = brand === '' ? zeros(0) : box('ftyp', latin1(brand), u32(0), latin1(brand));
  yield part(ftyp);
  if (plan.fragments !== undefined) {
    const moov = movie(plan, new Map());
    yield part(moov);
    yield* fragmentParts(plan, plan.fragments, ftyp.length + moov.length);
    return;
  }
  const chunks = plan.tracks.flatMap((track) => chunksOf(track)).sort((one, other) => one.startMs - other.startMs);
  const size = total(chunks.map((chunk) => chunk.size));
  const isLong = plan.isLong === true || size > 0xffffff00;
  const head = plan.hasOpenData
    ? joined(u32(0), latin1('mdat'))
    : isLong
      ? joined(u32(1), latin1('mdat'), bytesOf(16 + size, 8))
      : joined(u32(8 + size), latin1('mdat'));
  const placedFrom = (start: number) => {
    const places = new Map<PlannedTrack, number[]>(plan.tracks.map((track) => [track, []]));
    let at = start;
    for (const chunk of chunks) {
      places.get(chunk.track)?.push(at);
      at += chunk.size;
    }
    return movie({ ...plan, isLong }, places);
  };
  if (plan.isMovieFirst) {
    const moov = placedFrom(ftyp.length + placedFrom(0).length + head.length);
    yield part(moov);
    yield part(head);
    yield* dataOf(chunks);
  } else {
    yield part(head);
    yield* dataOf(chunks);
    yield part(placedFrom(ftyp.length + head.length));
  }
}

function movie(plan: Mp4Plan, places: ReadonlyMap<PlannedTrack, readonly number[]>): Uint8Array {
  const { tracks, durationMs = 0, fragments, isLong = false, inMovie = [] } = plan;
  const lastOfMatrix = joined(u32(0x10000), zeros(12), u32(0x10000), zeros(12), u32(0x40000000));
  const mvhd = fullBox(
    'mvhd',
    0,
    0,
    joined(zeros(8), u32(MOVIE_TIMESCALE), u32(durationMs), u32(0x10000), zeros(12), lastOfMatrix, zeros(24), u32(99)),
  );
  const extension = fragments && [
    ...tracks.map(({ number, samples: [first] }) =>
      fullBox('trex', 0, 0, u32(number), u32(1), u32(first?.duration ?? 0), u32(first ? sizeOf(first) : 0), u32(0)),
    ),
  ];
  const traks = tracks.map((track) => trackBox(track, fragments ? undefined : (places.get(track) ?? []), isLong));
  return (isLong ? longBox : box)(
    'moov',
    mvhd,
    ...traks,
    ...(extension ? [box('mvex', ...extension)] : []),
    ...inMovie,
  );
}

/** `chunks`: offsets of the chunks. undefined: the samples are in fragments. */
function trackBox(track: PlannedTrack, chunks: readonly number[] | undefined, isLong: boolean): Uint8Array {
  const {
    number,
    handler,
    timescale = 1_000,
    isDefault = true,
    edits,
    chapters,
    title,
    kinds = [],
    longLanguage,
  } = track;
  const duration = total(track.samples.map((sample) => sample.duration));
  const version = isLong ? 1 : 0;
  const wide = (value: number) => bytesOf(value, isLong ? 8 : 4);
  const tkhd = fullBox('tkhd', version, isDefault ? 3 : 2, wide(0), wide(0), u32(number), u32(0), wide(0), zeros(60));
  const mdhd = fullBox(
    'mdhd',
    version,
    0,
    joined(wide(0), wide(0), u32(timescale), wide(duration), u16(languageCode(track.language)), u16(0)),
  );
  const hdlr = fullBox('hdlr', 0, 0, u32(0), latin1(handler), zeros(12), utf8('Handler\0'));
  const elst = edits?.map(({ durationMs, from, rate = 1 }) =>
    joined(wide(durationMs), bytesOf(from, isLong ? 8 : 4), bytesOf(Math.round(rate * 65_536), 4)),
  );
  const stsd = fullBox('stsd', 0, 0, u32(1), track.entry);
  const tables =
    chunks === undefined ? tablesOf({ ...track, samples: [] }, [], isLong) : tablesOf(track, chunks, isLong);
  const userData = [
    ...(title === undefined ? [] : [box('name', utf8(title))]),
    ...kinds.map((kind) =>
      kind.startsWith('public.')
        ? box('tagc', utf8(kind))
        : fullBox('kind', 0, 0, utf8(`urn:mpeg:dash:role:2011\0${kind}\0`)),
    ),
  ];
  return box(
    'trak',
    tkhd,
    ...(chapters === undefined ? [] : [box('tref', box('chap', ...chapters.map(u32)))]),
    ...(elst === undefined ? [] : [box('edts', fullBox('elst', version, 0, u32(elst.length), ...elst))]),
    box(
      'mdia',
      mdhd,
      ...(longLanguage === undefined ? [] : [fullBox('elng', 0, 0, utf8(`${longLanguage}\0`))]),
      hdlr,
      box('minf', fullBox('nmhd', 0, 0), box('stbl', stsd, ...tables)),
    ),
    ...(userData.length === 0 ? [] : [box('udta', ...userData)]),
  );
}

function languageCode(language: string | number = 'und'): number {
  if (typeof language === 'number') return language;
  return Array.from(language).reduce((code, letter) => code * 32 + (letter.charCodeAt(0) - 0x60), 0);
}

/** Equal neighbours, counted. */
function runsOf(values: readonly number[]): readonly (readonly [count: number, value: number])[] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.[1] === value) last[0]++;
    else runs.push([1, value]);
  }
  return runs;
}

function tablesOf(track: PlannedTrack, chunks: readonly number[], isLong: boolean): readonly Uint8Array[] {
  const { samples, samplesInChunk = 1, sizeBits = 32 } = track;
  const durations = runsOf(samples.map(({ duration }) => duration));
  const inChunks = chunks.map((_, index) => Math.min(samplesInChunk, samples.length - index * samplesInChunk));
  let chunk = 1;
  const counts = runsOf(inChunks).map(([count, value]) => {
    const entry = joined(u32(chunk), u32(value), u32(1));
    chunk += count;
    return entry;
  });
  const offsets = chunks.map((offset) => bytesOf(offset, isLong ? 8 : 4));
  return [
    fullBox(
      'stts',
      0,
      0,
      u32(durations.length),
      allOf(durations.map(([count, value]) => joined(u32(count), u32(value)))),
    ),
    fullBox('stsc', 0, 0, u32(counts.length), allOf(counts)),
    sizeTable(samples.map(sizeOf), sizeBits),
    fullBox(isLong ? 'co64' : 'stco', 0, 0, u32(offsets.length), allOf(offsets)),
  ];
}

function sizeTable(sizes: readonly number[], bits: number): Uint8Array {
  const count = u32(sizes.length);
  if (bits === 4) {
    const pairs = Array.from({ length: Math.ceil(sizes.length / 2) }, (_, index) => {
      return (sizes[index * 2] ?? 0) * 16 + (sizes[index * 2 + 1] ?? 0);
    });
    return fullBox('stz2', 0, 0, zeros(3), Uint8Array.of(bits), count, Uint8Array.from(pairs));
  }
  const values = sizes.map((size) => bytesOf(size, bits / 8));
  if (bits !== 32) return fullBox('stz2', 0, 0, zeros(3), Uint8Array.of(bits), count, allOf(values));
  const [first = 0] = sizes;
  const isSame = sizes.length > 1 && first > 0 && sizes.every((size) => size === first);
  return fullBox('stsz', 0, 0, u32(isSame ? first : 0), count, allOf(isSame ? [] : values));
}

function* fragmentParts(plan: Mp4Plan, fragments: PlannedFragments, begin: number): Generator<Part> {
  const inside = new Map<number, Chunk[]>();
  for (const chunk of plan.tracks.flatMap((track) => chunksOf(track, 1))) {
    const number = Math.floor(chunk.startMs / fragments.lengthMs);
    inside.set(number, [...(inside.get(number) ?? []), chunk]);
  }
  let at = begin;
  for (const [number, members] of [...inside].sort(([one], [other]) => one - other)) {
    const index = fragments.hasIndex
      ? joined(box('styp', latin1('msdh'), u32(0)), fullBox('sidx', 0, 0, u32(1), u32(1_000), zeros(8), u32(0)))
      : zeros(0);
    const tracks = plan.tracks
      .map((track) => members.filter((chunk) => chunk.track === track))
      .filter((ofTrack) => ofTrack.length > 0);
    const moofAt = at + index.length;
    const length = fragmentBox(fragments, tracks, moofAt, 0, number).length;
    const moof = fragmentBox(fragments, tracks, moofAt, length + 8, number);
    const data = tracks.flat();
    const size = total(data.map((chunk) => chunk.size));
    yield part(joined(index, moof, u32(8 + size), latin1('mdat')));
    yield* dataOf(data);
    at += index.length + moof.length + 8 + size;
  }
}

/** `dataAt`: where the samples begin, relative to the box. */
function fragmentBox(
  fragments: PlannedFragments,
  tracks: readonly (readonly Chunk[])[],
  moofAt: number,
  dataAt: number,
  number: number,
): Uint8Array {
  let at = dataAt;
  const trafs = tracks.map((chunks, index) => {
    const traf = trackFragment(fragments, chunks, moofAt, at, index === 0);
    at += total(chunks.map((chunk) => chunk.size));
    return traf;
  });
  return box('moof', fullBox('mfhd', 0, 0, u32(number + 1)), ...trafs);
}

function trackFragment(
  { base = 'moof', hasTimes = true, usesDefaults = false }: PlannedFragments,
  chunks: readonly Chunk[],
  moofAt: number,
  dataAt: number,
  isFirst: boolean,
): Uint8Array {
  const samples = chunks.flatMap((chunk) => chunk.samples);
  const [
    {
      track,
      startTicks,
      samples: [first],
    } = { track: undefined, startTicks: 0, samples: [] },
  ] = chunks;
  const isOneDuration = usesDefaults && samples.every(({ duration }) => duration === first?.duration);
  const isOneSize = usesDefaults && samples.every((one) => sizeOf(one) === sizeOf(first ?? one));
  const isOfMoof = base === 'moof';
  const isTold = base === 'explicit';
  const tfhd = fullBox(
    'tfhd',
    0,
    flag(isOfMoof, 0x20000) + flag(isTold, 1) + flag(isOneDuration, 8) + flag(isOneSize, 16),
    u32(track?.number ?? 0),
    ...when(isTold, bytesOf(moofAt + dataAt, 8)),
    ...when(isOneDuration, u32(first?.duration ?? 0)),
    ...when(isOneSize, u32(sizeOf(first ?? NO_SAMPLE))),
  );
  // A run needs no position if it follows the data of the track before.
  const hasPlace = isOfMoof || (base === 'behind' && isFirst);
  const entries = samples.map((sample) =>
    joined(...when(!isOneDuration, u32(sample.duration)), ...when(!isOneSize, u32(sizeOf(sample)))),
  );
  return box(
    'traf',
    tfhd,
    ...when(hasTimes, fullBox('tfdt', 1, 0, bytesOf(startTicks, 8))),
    fullBox(
      'trun',
      0,
      flag(hasPlace, 1) + flag(!isOneDuration, 0x100) + flag(!isOneSize, 0x200),
      u32(samples.length),
      ...when(hasPlace, u32(dataAt)),
      allOf(entries),
    ),
  );
}

const NO_SAMPLE: PlannedSample = { duration: 0, content: 0 };
