import type { Watch } from '../container.ts';
import type { Slices } from '../reading.ts';
import { boxesIn, contentOfBox, createWalk, flagsOf, i32, numberIn, u32, u64 } from './boxes.ts';
import type { Defaults } from './movie.ts';
import type { Collector } from './sample.ts';

/** Of a fragment's list of samples: of an hour of picture it has 2 MB. */
const MOST_FRAGMENT_BYTES = 16 * 1024 * 1024;
const MOST_TOP_BOXES = 1_000_000;

/**
 * Adds a track's samples that stand in the film's fragments (ISO/IEC 14496-12, 8.8), in the order of the file. `begin`: the time behind those
 * before them. `progress`: how much of the film is gone through.
 */
export async function addFragments(
  slices: Slices,
  number: number,
  defaults: Defaults,
  begin: number,
  collector: Collector,
  progress: Watch['progress'],
): Promise<void> {
  let time = begin;
  for await (const { type, at, start, end, isCut } of createWalk(slices, MOST_TOP_BOXES)(0, slices.size)) {
    if (isCut) collector.isCutOff = true;
    if (type !== 'moof') continue;
    const moof = await slices.view(start, Math.min(end - start, MOST_FRAGMENT_BYTES));
    time = addFragment(moof, at, number, defaults, time, collector);
    if (collector.isFull()) return;
    progress(end / slices.size);
  }
}

/** Gives the time behind the fragment. */
function addFragment(
  moof: Uint8Array,
  moofAt: number,
  number: number,
  defaults: Defaults,
  begin: number,
  collector: Collector,
): number {
  let time = begin;
  // A track's data stands behind that of the track before it, unless it says something else.
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
  /** What the offsets of its runs count from. */
  readonly base: number;
}

const HAS_BASE = 0x1;
const IS_BASE_MOOF = 0x20000;

/** What a `tfhd` box says; its fields are there by its flags. */
function headerOf(tfhd: Uint8Array, moofAt: number, behind: number, ofTrack: Defaults): Header {
  const flags = flagsOf(tfhd);
  let at = 8;
  const field = (flag: number, length: number): number | undefined => {
    if ((flags & flag) === 0) return undefined;
    at += length;
    return length === 8 ? u64(tfhd, at - 8) : u32(tfhd, at - 4);
  };
  const base = field(HAS_BASE, 8) ?? (flags & IS_BASE_MOOF ? moofAt : behind);
  field(0x2, 4);
  const duration = field(0x8, 4) ?? ofTrack.duration;
  return { base, defaults: { duration, size: field(0x10, 4) ?? ofTrack.size } };
}

/** Where the data of a run ends, and its time. */
interface RunEnd {
  readonly behind: number;
  readonly time: number;
}

/** `collector` undefined: of another track. */
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
  const flags = flagsOf(trun);
  const told = u32(trun, 4);
  const hasOffset = (flags & 0x1) !== 0;
  const first = 8 + (hasOffset ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const [hasDuration = 0, hasSize = 0, ...others] = [0x100, 0x200, 0x400, 0x800].map((flag) => (flags & flag ? 4 : 0));
  const length = others.reduce((sum, field) => sum + field, hasDuration + hasSize);
  let offset = hasOffset ? base + i32(trun, 8) : before.behind;
  let { time } = before;
  // Without a field of their own all samples are the same, and those of another track need no counting.
  if (!hasSize && collector === undefined) return { behind: offset + told * defaults.size, time };
  const count = length === 0 ? told : Math.min(told, Math.floor(Math.max(0, trun.length - first) / length));
  for (let index = 0, at = first; index < count; index++, at += length) {
    const duration = hasDuration ? u32(trun, at) : defaults.duration;
    const size = hasSize ? u32(trun, at + hasDuration) : defaults.size;
    if (collector?.add(Math.max(0, offset), size, time, duration) === false) break;
    offset += size;
    time += duration;
  }
  return { behind: offset, time };
}
