import { fail, ok, type Result } from '../../lib/result.ts';
import type { VideoBytes, Watch } from '../container.ts';
import { createSlices, MOST_TEXT_BYTES, NOTHING, type Slices, TOO_MUCH } from '../reading.ts';
import { type Box, boxesIn, boxFlags, contentOfBox, createWalk, i32, numberIn, u8, u16, u32, u64 } from './boxes.ts';
import type { Defaults, Movie, MovieTrack } from './movie.ts';

/** A piece of a track in the file. Times are in the track's ticks, before edits. */
export interface Sample {
  readonly offset: number;
  readonly size: number;
  readonly start: number;
  readonly duration: number;
}

/** More samples than a subtitle track of a whole day has. */
const MOST_SAMPLES = 500_000;

interface Collector {
  readonly samples: readonly Sample[];
  /** True if some samples lie beyond the end of the file and are left out. */
  isCutOff: boolean;
  isFull(): boolean;
  /** Returns false if the rest of this run is beyond the end of the file, or if there are too many samples. */
  add(offset: number, size: number, start: number, duration: number): boolean;
}

function createCollector(fileSize: number): Collector {
  const samples: Sample[] = [];
  return {
    samples,
    isCutOff: false,
    isFull: () => samples.length > MOST_SAMPLES,
    add(offset, size, start, duration) {
      if (this.isFull()) return false;
      if (offset + size > fileSize) {
        this.isCutOff = true;
        return false;
      }
      samples.push({ offset, size, start, duration });
      return true;
    },
  };
}

const TOO_MANY = `The track has more than ${MOST_SAMPLES.toLocaleString('en')} pieces of text. No film has so many, so the track is damaged. Choose another track.`;

/** All samples of a track, in the order of the file's lists. `progress`: only for fragmented videos. */
export async function samplesOf(
  bytes: VideoBytes,
  movie: Movie,
  track: MovieTrack,
  progress: Watch['progress'],
): Promise<Result<Pick<Collector, 'samples' | 'isCutOff'>, string>> {
  // The lists of fragments of a few seconds have some KB.
  const slices = createSlices(bytes, 8 * 1024);
  const collector = createCollector(bytes.size);
  const start = await addListed(slices, track, collector);
  const defaults = movie.fragments?.get(track.number) ?? { duration: 0, size: 0 };
  if (movie.fragments !== undefined) await addFragments(slices, track.number, defaults, start, collector, progress);
  if (collector.isFull()) return fail(TOO_MANY);
  return collector.samples.reduce((sum, { size }) => sum + size, 0) > MOST_TEXT_BYTES ? fail(TOO_MUCH) : ok(collector);
}

interface Sizes {
  readonly count: number;
  at(index: number): number;
}

/** undefined: the table has more than `mostBytes`. */
export async function sizesOf(slices: Slices, track: MovieTrack, mostBytes: number): Promise<Sizes | undefined> {
  const box = track.boxes.get('stbl/stsz') ?? track.boxes.get('stbl/stz2');
  if (box !== undefined && box.end - box.start > mostBytes) return undefined;
  const table = box === undefined ? NOTHING : await slices.view(box.start, box.end - box.start);
  const isSame = box?.type === 'stsz' && u32(table, 4) > 0;
  if (isSame) return { count: u32(table, 8), at: () => u32(table, 4) };
  const bits = box?.type === 'stz2' ? u8(table, 7) : 32;
  const at = {
    4: (index: number) => (u8(table, 12 + (index >> 1)) >> (index % 2 === 0 ? 4 : 0)) & 15,
    8: (index: number) => u8(table, 12 + index),
    16: (index: number) => u16(table, 12 + index * 2),
    32: (index: number) => u32(table, 12 + index * 4),
  }[bits];
  if (at === undefined) return { count: 0, at: () => 0 };
  const held = Math.floor((Math.max(0, table.length - 12) * 8) / bits);
  return { count: Math.min(u32(table, 8), held), at };
}

/** A table of entries after its version and count. `count`: the number of entries that are really there. */
interface Table {
  readonly bytes: Uint8Array;
  readonly count: number;
}

async function tableOf(slices: Slices, box: Box | undefined, entryLength: number): Promise<Table> {
  const most = 8 + (MOST_SAMPLES + 1) * entryLength;
  const bytes = box === undefined ? NOTHING : await slices.view(box.start, Math.min(box.end - box.start, most));
  return { bytes, count: Math.min(u32(bytes, 4), Math.floor(Math.max(0, bytes.length - 8) / entryLength)) };
}

/** Adds the samples of the track's own tables. Returns the time after the last one. */
async function addListed(slices: Slices, track: MovieTrack, collector: Collector): Promise<number> {
  const { boxes } = track;
  const sizes = await sizesOf(slices, track, 12 + (MOST_SAMPLES + 1) * 4);
  const chunkBox = boxes.get('stbl/stco') ?? boxes.get('stbl/co64');
  const isLong = chunkBox?.type === 'co64';
  const chunks = await tableOf(slices, chunkBox, isLong ? 8 : 4);
  const perChunk = counterOf(await tableOf(slices, boxes.get('stbl/stsc'), 12));
  const durations = durationsOf(await tableOf(slices, boxes.get('stbl/stts'), 8));
  let index = 0;
  let time = 0;
  // If the table is too large, it has too many samples, so it is not read.
  const { count, at: sizeAt } = sizes ?? { count: MOST_SAMPLES + 1, at: () => 0 };
  for (let chunk = 0; chunk < chunks.count && index < count; chunk++) {
    let offset = isLong ? u64(chunks.bytes, 8 + chunk * 8) : u32(chunks.bytes, 8 + chunk * 4);
    const end = Math.min(count, index + perChunk(chunk + 1));
    for (; index < end && !collector.isFull(); index++) {
      const size = sizeAt(index);
      const duration = durations(1);
      // The rest of this chunk is beyond the end of the file, too.
      if (!collector.add(offset, size, time, duration)) {
        time += duration + durations(end - index - 1);
        break;
      }
      offset += size;
      time += duration;
    }
    index = end;
  }
  return time;
}

/** How many samples a chunk has. To be called in order, from 1 on. */
function counterOf({ bytes, count }: Table): (chunk: number) => number {
  let entry = 0;
  return (chunk) => {
    while (entry + 1 < count && u32(bytes, 8 + (entry + 1) * 12) <= chunk) entry++;
    return u32(bytes, 8 + entry * 12 + 4);
  };
}

/** The duration of the next samples together. */
function durationsOf({ bytes, count }: Table): (samples: number) => number {
  let entry = 0;
  let left = u32(bytes, 8);
  return (samples) => {
    let time = 0;
    for (let open = samples; open > 0 && entry < count; ) {
      // Samples that the table does not contain last as long as its last entry.
      const taken = entry + 1 < count ? Math.min(open, left) : open;
      time += taken * u32(bytes, 12 + entry * 8);
      open -= taken;
      left -= taken;
      if (open > 0) {
        entry++;
        left = u32(bytes, 8 + entry * 8);
      }
    }
    return time;
  };
}

/** Zeros would count as a box up to the end of the video. */
const NO_TYPE = '\0\0\0\0';

/** Adds the samples in the video's fragments (ISO/IEC 14496-12, 8.8), in file order. `begin`: the end time of the samples before the first fragment. */
async function addFragments(
  slices: Slices,
  number: number,
  defaults: Defaults,
  begin: number,
  collector: Collector,
  progress: Watch['progress'],
): Promise<void> {
  let time = begin;
  let known = 0;
  for await (const { type, at, start, end, isCut } of createWalk(slices, 1_000_000)(0, slices.size)) {
    if (isCut) collector.isCutOff = true;
    if (type === NO_TYPE) break;
    known = end;
    if (type !== 'moof') continue;
    // Large enough: a list for an hour of pictures has 2 MB.
    const moof = await slices.view(start, Math.min(end - start, 16 * 1024 * 1024));
    time = addFragment(moof, at, number, defaults, time, collector);
    if (collector.isFull()) return;
    progress(end / slices.size);
  }
  // An incomplete download leaves a hole of zeros where no box can be.
  if (slices.size - known >= NO_TYPE.length * 2) collector.isCutOff = true;
}

function addFragment(
  moof: Uint8Array,
  moofAt: number,
  number: number,
  defaults: Defaults,
  begin: number,
  collector: Collector,
): number {
  let time = begin;
  // A track's data follow those of the track before, unless the file says otherwise.
  let behind = moofAt;
  for (const { type, content: traf } of boxesIn(moof)) {
    const tfhd = type === 'traf' ? contentOfBox(traf, 'tfhd') : undefined;
    if (tfhd === undefined) continue;
    const isWanted = u32(tfhd, 4) === number;
    const header = headerOf(tfhd, moofAt, behind, defaults);
    const tfdt = contentOfBox(traf, 'tfdt');
    const end = addRuns(traf, header, tfdt ? numberIn(tfdt) : time, isWanted ? collector : undefined);
    behind = end.behind;
    if (isWanted) time = end.time;
  }
  return time;
}

interface Header {
  readonly defaults: Defaults;
  readonly base: number;
}

/** The flags of `tfhd` say which fields it contains. */
function headerOf(tfhd: Uint8Array, moofAt: number, behind: number, ofTrack: Defaults): Header {
  const flags = boxFlags(tfhd);
  let at = 8;
  const field = (flag: number, length: number): number | undefined => {
    if ((flags & flag) === 0) return undefined;
    at += length;
    return length === 8 ? u64(tfhd, at - 8) : u32(tfhd, at - 4);
  };
  const base = field(0x1, 8) ?? (flags & 0x20000 ? moofAt : behind);
  field(0x2, 4);
  const duration = field(0x8, 4) ?? ofTrack.duration;
  return { base, defaults: { duration, size: field(0x10, 4) ?? ofTrack.size } };
}

interface RunEnd {
  readonly behind: number;
  readonly time: number;
}

function addRuns(traf: Uint8Array, header: Header, begin: number, collector: Collector | undefined): RunEnd {
  let end: RunEnd = { behind: header.base, time: begin };
  for (const { type, content } of boxesIn(traf)) if (type === 'trun') end = addRun(content, header, end, collector);
  return end;
}

function addRun(
  trun: Uint8Array,
  { base, defaults }: Header,
  before: RunEnd,
  collector: Collector | undefined,
): RunEnd {
  const flags = boxFlags(trun);
  const sampleCount = u32(trun, 4);
  const hasOffset = (flags & 0x1) !== 0;
  const first = 8 + (hasOffset ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const [hasDuration = 0, hasSize = 0, ...others] = [0x100, 0x200, 0x400, 0x800].map((flag) => (flags & flag ? 4 : 0));
  const length = others.reduce((sum, field) => sum + field, hasDuration + hasSize);
  let offset = hasOffset ? base + i32(trun, 8) : before.behind;
  let { time } = before;
  // If all samples have the default size, the samples of another track need no visit.
  if (!hasSize && collector === undefined) return { behind: offset + sampleCount * defaults.size, time };
  const count =
    length === 0 ? sampleCount : Math.min(sampleCount, Math.floor(Math.max(0, trun.length - first) / length));
  for (let index = 0, at = first; index < count; index++, at += length) {
    const duration = hasDuration ? u32(trun, at) : defaults.duration;
    const size = hasSize ? u32(trun, at + hasDuration) : defaults.size;
    if (collector?.add(Math.max(0, offset), size, time, duration) === false) break;
    offset += size;
    time += duration;
  }
  return { behind: offset, time };
}
