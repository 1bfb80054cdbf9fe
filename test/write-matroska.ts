import { deflateSync } from 'node:zlib';
import type { Part } from './video-parts.ts';

/**
 * Writes Matroska and WebM files for tests and the benchmark, from a plan of tracks, blocks and clusters. A plan can contain the peculiarities of other
 * programs. A file consists of parts (video-parts.ts).
 */
export interface MatroskaPlan {
  readonly docType?: string;
  /** Length of a tick in ns. Times of blocks are in ticks. */
  readonly timestampScale?: number;
  readonly durationMs?: number;
  readonly tracks: readonly PlannedTrack[];
  readonly clusters: readonly PlannedCluster[];
  /** True: the segment and its clusters do not state their size, as in live streams. */
  readonly hasUnknownSizes?: boolean;
  /** False: no SeekHead, so readers do not find elements after the clusters. */
  readonly hasSeekHead?: boolean;
  /** Selects the blocks in the index. undefined: the file has no index. */
  readonly index?: (block: PlannedBlock, place: number) => boolean;
  /** Added to the relative positions in the index, to make them wrong. */
  readonly indexIsOffBy?: number;
  readonly hasNoRelativePositions?: boolean;
  /** NUMBER_OF_FRAMES by track number. */
  readonly counts?: Readonly<Record<number, number>>;
}

export interface PlannedTrack {
  readonly number: number;
  /** 1 video, 2 audio, 17 subtitles. */
  readonly type: number;
  readonly codecId: string;
  readonly head?: Uint8Array | string;
  readonly language?: string;
  readonly bcp47?: string;
  readonly name?: string;
  readonly isDefault?: boolean;
  readonly isForced?: boolean;
  readonly isSdh?: boolean;
  readonly isCommentary?: boolean;
  readonly isEnabled?: boolean;
  readonly defaultDurationMs?: number;
  /** In the order in which they are applied. The writer packs the blocks. `scope`: 1 blocks, 2 head, 3 both. */
  readonly packings?: readonly PlannedPacking[];
}

export type PlannedPacking = { readonly scope?: number } & (
  | { readonly kind: 'zlib' }
  | { readonly kind: 'stripped'; readonly head: Uint8Array }
  | { readonly kind: 'encrypted' }
);

export interface PlannedCluster {
  readonly ms: number;
  readonly blocks: readonly PlannedBlock[];
}

export interface PlannedBlock {
  readonly track: number;
  readonly ms: number;
  /** undefined: not stated. */
  readonly durationMs?: number;
  /** A number: this many zeros. Several contents: one block with lacing. */
  readonly content: string | Uint8Array | number | readonly (string | Uint8Array)[];
  readonly lacing?: 'xiph' | 'fixed' | 'ebml';
  readonly isSimple?: boolean;
  /** BlockAdditional 1. */
  readonly addition?: string;
}

const utf8 = (text: string | Uint8Array): Uint8Array =>
  typeof text === 'string' ? new Uint8Array(Buffer.from(text, 'utf8')) : text;
const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** A big-endian number in `length` bytes, or in as few as possible. */
export function unsigned(value: number, length = 0): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  while (bytes.length < Math.max(1, length)) bytes.unshift(0);
  return Uint8Array.from(bytes);
}

/** A number that states its own length, in `length` bytes or as few as possible. */
export function longNumber(value: number, length = 0): Uint8Array {
  let needed = Math.max(1, length);
  while (value >= 2 ** (7 * needed) - 1) needed++;
  const bytes = unsigned(value, needed);
  bytes[0] = (bytes[0] ?? 0) | (0x80 >> (needed - 1));
  return bytes;
}

const UNKNOWN_SIZE = Uint8Array.of(1, 255, 255, 255, 255, 255, 255, 255);

export const element = (id: number, ...content: readonly Uint8Array[]): Uint8Array => {
  const whole = joined(...content);
  return joined(unsigned(id), longNumber(whole.length), whole);
};
const number = (id: number, value: number | boolean): Uint8Array => element(id, unsigned(Number(value)));
const string = (id: number, value: string | Uint8Array): Uint8Array => element(id, utf8(value));

/** The parts of the file in order, made when they are needed. */
export function* matroskaParts(plan: MatroskaPlan): Generator<Part> {
  const { hasSeekHead = true, hasUnknownSizes = false } = plan;
  const info = infoOf(plan);
  const tracks = element(0x1654ae6b, ...plan.tracks.map(trackEntry));
  const seekHeadSize = hasSeekHead ? seekHeadOf(0, 0, 0, 0).length : 0;
  const clustersAt = seekHeadSize + info.length + tracks.length;
  const cuePoints: Uint8Array[] = [];
  let cuesAt = clustersAt;
  for (const cluster of plan.clusters) {
    const { size, headSize, places } = clusterParts(plan, cluster);
    cuePoints.push(...cuePointsOf(plan, cluster, cuesAt, places));
    cuesAt += headSize + size;
  }
  const cues = plan.index === undefined ? new Uint8Array(0) : element(0x1c53bb6b, ...cuePoints);
  const tags = tagsOf(plan);
  const end = cuesAt + cues.length + tags.length;
  const part = (bytes: Uint8Array): Part => ({ size: bytes.length, bytes });
  yield part(element(0x1a45dfa3, string(0x4282, plan.docType ?? 'matroska')));
  yield part(joined(unsigned(0x18538067), hasUnknownSizes ? UNKNOWN_SIZE : longNumber(end, 8)));
  if (hasSeekHead) {
    const cuesPlace = cues.length === 0 ? 0 : cuesAt;
    yield part(
      seekHeadOf(seekHeadSize, seekHeadSize + info.length, cuesPlace, tags.length === 0 ? 0 : cuesAt + cues.length),
    );
  }
  yield part(info);
  yield part(tracks);
  for (const cluster of plan.clusters) yield* clusterParts(plan, cluster).parts;
  yield part(cues);
  yield part(tags);
}

/** Its size does not depend on the positions. */
function seekHeadOf(info: number, tracks: number, cues: number, tags: number): Uint8Array {
  const seek = (id: number, at: number) =>
    element(0x4dbb, element(0x53ab, unsigned(id)), element(0x53ac, unsigned(at, 8)));
  return element(
    0x114d9b74,
    seek(0x1549a966, info),
    seek(0x1654ae6b, tracks),
    seek(0x1c53bb6b, cues),
    seek(0x1254c367, tags),
  );
}

function infoOf({ timestampScale = 1_000_000, durationMs }: MatroskaPlan): Uint8Array {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(((durationMs ?? 0) * 1_000_000) / timestampScale);
  const told = durationMs === undefined ? [] : [element(0x4489, new Uint8Array(duration))];
  return element(0x1549a966, number(0x2ad7b1, timestampScale), ...told);
}

function trackEntry(track: PlannedTrack): Uint8Array {
  const {
    language,
    bcp47,
    name,
    isDefault,
    isForced,
    isSdh,
    isCommentary,
    isEnabled,
    defaultDurationMs,
    packings = [],
  } = track;
  const some = <Value>(value: Value | undefined, write: (value: Value) => Uint8Array) =>
    value === undefined ? [] : [write(value)];
  return element(
    0xae,
    number(0xd7, track.number),
    element(0x73c5, unsigned(track.number + 2 ** 40, 8)),
    number(0x83, track.type),
    string(0x86, track.codecId),
    ...some(track.head, (head) => element(0x63a2, packed(utf8(head), packings, 2))),
    ...some(language, (text) => string(0x22b59c, text)),
    ...some(bcp47, (text) => string(0x22b59d, text)),
    ...some(name, (text) => string(0x536e, text)),
    ...some(isDefault, (is) => number(0x88, is)),
    ...some(isForced, (is) => number(0x55aa, is)),
    ...some(isSdh, (is) => number(0x55ab, is)),
    ...some(isCommentary, (is) => number(0x55af, is)),
    ...some(isEnabled, (is) => number(0xb9, is)),
    ...some(defaultDurationMs, (ms) => number(0x23e383, ms * 1_000_000)),
    ...(packings.length === 0 ? [] : [element(0x6d80, ...packings.map(encodingOf))]),
  );
}

function encodingOf(packing: PlannedPacking, order: number): Uint8Array {
  const compression = () =>
    packing.kind === 'stripped'
      ? element(0x5034, number(0x4254, 3), element(0x4255, packing.head))
      : element(0x5034, number(0x4254, 0));
  const what = packing.kind === 'encrypted' ? [number(0x5033, 1)] : [number(0x5033, 0), compression()];
  return element(0x6240, number(0x5031, order), number(0x5032, packing.scope ?? 1), ...what);
}

function packed(bytes: Uint8Array, packings: readonly PlannedPacking[], scope: number): Uint8Array {
  let written = bytes;
  for (const packing of packings) {
    if (((packing.scope ?? 1) & scope) === 0) continue;
    if (packing.kind === 'zlib') written = new Uint8Array(deflateSync(written));
    if (packing.kind === 'stripped') written = written.subarray(packing.head.length);
  }
  return written;
}

interface ClusterParts {
  readonly headSize: number;
  readonly size: number;
  readonly parts: readonly Part[];
  /** Offsets of the blocks in the content of the cluster. */
  readonly places: readonly number[];
}

function clusterParts(plan: MatroskaPlan, { ms, blocks }: PlannedCluster): ClusterParts {
  const time = number(0xe7, ticksOf(plan, ms));
  const written = blocks.map((block) => blockParts(plan, block, ms));
  const places: number[] = [];
  let size = time.length;
  for (const parts of written) {
    places.push(size);
    for (const part of parts) size += part.size;
  }
  const head = joined(unsigned(0x1f43b675), plan.hasUnknownSizes ? UNKNOWN_SIZE : longNumber(size, 4));
  const first = joined(head, time);
  return { headSize: head.length, size, parts: [{ size: first.length, bytes: first }, ...written.flat()], places };
}

const ticksOf = ({ timestampScale = 1_000_000 }: MatroskaPlan, ms: number): number =>
  Math.round((ms * 1_000_000) / timestampScale);

function blockParts(plan: MatroskaPlan, block: PlannedBlock, clusterMs: number): readonly Part[] {
  const ticks = ticksOf(plan, block.ms) - ticksOf(plan, clusterMs);
  const packings = plan.tracks.find((track) => track.number === block.track)?.packings ?? [];
  const head = (flags: number) =>
    joined(
      longNumber(block.track),
      Uint8Array.of((ticks >> 8) & 255, ticks & 255, flags | (block.isSimple ? 0x80 : 0)),
    );
  if (typeof block.content === 'number') {
    const first = head(0);
    const size = first.length + block.content;
    const bytes = joined(unsigned(0xa3), longNumber(size), first);
    return [{ size: bytes.length, bytes }, { size: block.content }];
  }
  const contents =
    typeof block.content === 'string' || block.content instanceof Uint8Array ? [block.content] : block.content;
  const frames = contents.map((content) => packed(utf8(content), packings, 1));
  const lacing = block.lacing === undefined ? 0 : { xiph: 1, fixed: 2, ebml: 3 }[block.lacing];
  const content = joined(head(lacing << 1), laced(frames, block.lacing));
  const bytes = block.isSimple ? element(0xa3, content) : element(0xa0, element(0xa1, content), ...beside(plan, block));
  return [{ size: bytes.length, bytes }];
}

function beside(plan: MatroskaPlan, { durationMs, addition }: PlannedBlock): readonly Uint8Array[] {
  const additions =
    addition === undefined ? [] : [element(0x75a1, element(0xa6, number(0xee, 1), string(0xa5, addition)))];
  return [...additions, ...(durationMs === undefined ? [] : [number(0x9b, ticksOf(plan, durationMs))])];
}

function laced(frames: readonly Uint8Array[], lacing: PlannedBlock['lacing']): Uint8Array {
  if (lacing === undefined) return joined(...frames);
  const sizes = frames.slice(0, -1).map(({ length }) => length);
  const count = Uint8Array.of(frames.length - 1);
  if (lacing === 'fixed') return joined(count, ...frames);
  if (lacing === 'xiph') {
    const written = sizes.flatMap((size) => [...new Array<number>(Math.floor(size / 255)).fill(255), size % 255]);
    return joined(count, Uint8Array.from(written), ...frames);
  }
  // Differences of three bytes, with the middle of their range added.
  const written = sizes.map((size, index) =>
    longNumber(index === 0 ? size : size - (sizes[index - 1] ?? 0) + 2 ** 20 - 1, index === 0 ? 0 : 3),
  );
  return joined(count, ...written, ...frames);
}

function cuePointsOf(plan: MatroskaPlan, { blocks }: PlannedCluster, at: number, places: readonly number[]) {
  return blocks.flatMap((block, index) => {
    if (!plan.index?.(block, index)) return [];
    const relative = (places[index] ?? 0) + (plan.indexIsOffBy ?? 0);
    const duration = block.durationMs === undefined ? [] : [number(0xb2, ticksOf(plan, block.durationMs))];
    const place = plan.hasNoRelativePositions ? [] : [number(0xf0, relative)];
    const positions = element(0xb7, number(0xf7, block.track), number(0xf1, at), ...place, ...duration);
    return [element(0xbb, number(0xb3, ticksOf(plan, block.ms)), positions)];
  });
}

function tagsOf({ counts = {} }: MatroskaPlan): Uint8Array {
  const tags = Object.entries(counts).map(([track, count]) =>
    element(
      0x7373,
      element(0x63c0, element(0x63c5, unsigned(Number(track) + 2 ** 40, 8))),
      element(0x67c8, string(0x45a3, 'DURATION'), string(0x4487, '00:01:00.0')),
      element(0x67c8, string(0x45a3, 'NUMBER_OF_FRAMES'), string(0x4487, String(count))),
    ),
  );
  return tags.length === 0 ? new Uint8Array(0) : element(0x1254c367, ...tags);
}
