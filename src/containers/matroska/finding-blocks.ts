import type { VideoBytes } from '../container.ts';
import {
  createSlices,
  type FilePiece,
  MOST_HELD_BYTES,
  MOST_TEXT_BYTES,
  readPieces,
  type Slices,
  TOO_MUCH,
} from '../reading.ts';
import { type Block, readBlock } from './blocks.ts';
import {
  contentOfElement,
  elementsIn,
  type Head,
  headAt,
  ID,
  longNumberAt,
  unsigned,
  unsignedOf,
} from './elements-and-tracks.ts';

interface FoundBlock {
  readonly id: number;
  readonly at: number;
  /** A view into a buffer that is used again, so do not store it. */
  readonly content: Uint8Array;
  readonly clusterTicks: number;
}

export interface PassEnd {
  readonly error: string | undefined;
  /** True if the video ends early, or damaged parts were skipped. */
  readonly isCutOff: boolean;
}

/** Enough bytes for the head and the track number of a block. */
const STEP_BYTES = 32;
const SEARCH_BYTES = 1024 * 1024;

/** Elements that may be inside or beside clusters. Any other element means damage, unless it lies within a cluster of known size. */
const KNOWN = new Set<number>([
  ...[ID.cluster, ID.cues, ID.tags, ID.seekHead, ID.info, ID.tracks, ID.ebml, ID.segment],
  ...[ID.timestamp, ID.simpleBlock, ID.blockGroup],
  // Chapters, Attachments; Void, CRC-32, Position, PrevSize, SilentTracks, EncryptedBlock.
  ...[0x1043a770, 0x1941a469, 0xec, 0xbf, 0xa7, 0xab, 0x5854, 0xaf],
]);

const isBlockHead = ({ id, size }: Head): boolean =>
  (id === ID.simpleBlock || id === ID.blockGroup) && Number.isFinite(size);

/**
 * Goes through the elements and gives each block of the track to `take`. `take` can stop this with a sentence. The children of a cluster follow its head
 * whether its size is known or not, so no recursion is needed. Contents that are skipped are read only if the current slice has them.
 */
export async function passOver(
  slices: Slices,
  { from, to }: { readonly from: number; readonly to: number },
  track: number,
  progress: (share: number) => void,
  take: (block: FoundBlock) => Promise<string | undefined>,
): Promise<PassEnd> {
  const pass: Pass = { at: from, to, clusterTicks: 0, clusterEnd: Number.POSITIVE_INFINITY, isDamaged: false };
  while (pass.at < pass.to) {
    const { at } = pass;
    let bytes = slices.held(at, STEP_BYTES);
    // A video has hundreds of thousands of blocks, so do not await if the bytes are there already.
    if (bytes === undefined) {
      progress((at - from) / (to - from));
      bytes = await slices.view(at, STEP_BYTES);
    }
    const head = headAt(bytes, 0);
    if (!step(pass, head, bytes)) pass.at = await nextCluster(slices, at + 1, to);
    else if (
      head &&
      isBlockHead(head) &&
      pass.at <= to &&
      (trackIn(head, bytes) ?? (await trackOf(slices, head, at))) === track
    ) {
      const error = await takeAt(slices, head, at, pass.clusterTicks, take);
      if (error !== undefined) return { error, isCutOff: false };
    }
  }
  return { error: undefined, isCutOff: pass.isDamaged || pass.at > pass.to || isFar(pass.clusterEnd, pass.to) };
}

interface Pass {
  at: number;
  to: number;
  clusterTicks: number;
  /** Infinity: the end is unknown, or no cluster is open. */
  clusterEnd: number;
  isDamaged: boolean;
}

/** Moves to the next element, to the end, or out of a damaged cluster. False: the bytes are damaged, so search for the next cluster. */
function step(pass: Pass, head: Head | undefined, bytes: Uint8Array): boolean {
  if (pass.at >= pass.clusterEnd) pass.clusterEnd = Number.POSITIVE_INFINITY;
  if (head?.id === ID.ebml || head?.id === ID.segment) pass.to = pass.at;
  else if (head === undefined || !enter(pass, head, bytes)) {
    pass.isDamaged = true;
    if (pass.clusterEnd >= pass.to) return false;
    pass.at = pass.clusterEnd;
  }
  return true;
}

const isFar = (end: number, to: number): boolean => Number.isFinite(end) && end > to;

/** Enters a cluster, or moves to the byte after another element. `bytes` begin with its head. False: this is not an element. */
function enter(pass: Pass, head: Head, bytes: Uint8Array): boolean {
  const end = pass.at + head.length + head.size;
  if (head.id === ID.cluster) {
    pass.clusterTicks = 0;
    pass.clusterEnd = end;
    pass.at += head.length;
    return true;
  }
  if (!isSound(head, end, pass.clusterEnd)) return false;
  if (head.id === ID.timestamp) {
    pass.clusterTicks = unsigned(bytes.subarray(head.length, head.length + Math.min(8, head.size)));
  }
  pass.at = end;
  return true;
}

async function takeAt(
  slices: Slices,
  { id, length, size }: Head,
  at: number,
  clusterTicks: number,
  take: (block: FoundBlock) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (size > MOST_TEXT_BYTES) return TOO_MUCH;
  return take({ id, at, content: await slices.view(at + length, size), clusterTicks });
}

const isSound = ({ id, size }: Head, end: number, clusterEnd: number): boolean =>
  Number.isFinite(size) && end <= clusterEnd && (KNOWN.has(id) || Number.isFinite(clusterEnd));

/** The track number of a block, from its first bytes. undefined: these bytes do not contain it. */
function trackIn(head: Head, bytes: Uint8Array): number | undefined {
  const inner = head.id === ID.simpleBlock ? head : headAt(bytes, head.length);
  const at = inner === head ? head.length : head.length + (inner?.length ?? 0);
  return inner === head || inner?.id === ID.block ? longNumberAt(bytes, at)?.value : undefined;
}

/** The track number of a group whose block follows other elements. 0: the group has no block. */
async function trackOf(slices: Slices, head: Head, start: number): Promise<number> {
  const end = start + head.length + head.size;
  for (let at = start + head.length; at < end; ) {
    const bytes = slices.held(at, STEP_BYTES) ?? (await slices.view(at, STEP_BYTES));
    const child = headAt(bytes, 0);
    if (child === undefined) return 0;
    if (child.id === ID.block) return longNumberAt(bytes, child.length)?.value ?? 0;
    at += child.length + child.size;
  }
  return 0;
}

/** Searches for the next cluster after damaged bytes. Returns `to` if there is none. */
async function nextCluster(slices: Slices, from: number, to: number): Promise<number> {
  for (let start = from; start < to; ) {
    const bytes = await slices.view(start, SEARCH_BYTES);
    for (let at = bytes.indexOf(0x1f); at !== -1; at = bytes.indexOf(0x1f, at + 1)) {
      const head = headAt(bytes, at);
      // A cluster begins with its time or a checksum. This is checked because its four ID bytes could also occur in a picture.
      const first = head && bytes[at + head.length];
      if (head?.id === ID.cluster && (first === ID.timestamp || first === 0xbf)) return start + at;
    }
    if (bytes.length < STEP_BYTES) return to;
    start += bytes.length - STEP_BYTES + 1;
  }
  return to;
}

interface Entry {
  /** `cluster`: offset in the file. `relative`: offset in the content of the cluster. */
  readonly cluster: number;
  readonly relative: number;
  readonly durationTicks: number | undefined;
}

/** Enough bytes for the head of a cluster and its time, which comes first. */
const CLUSTER_BYTES = 64;
/** Bytes that are read from each of three clusters, to find out whether the index omits blocks. */
const SAMPLE_BYTES = 2 * 1024 * 1024;

/**
 * The entries of a track in the index (Cues). `segment`: offset of the segment's content. undefined: the index has no block positions for this track, or too
 * many entries.
 */
export function entriesIn(cues: Uint8Array, track: number, segment: number): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const point of elementsIn(cues)) {
    if (point.id !== ID.cuePoint) continue;
    for (const { id, content } of elementsIn(point.content)) {
      if (id !== ID.cueTrackPositions || unsignedOf(content, ID.cueTrack, 0) !== track) continue;
      const relative = contentOfElement(content, ID.cueRelativePosition);
      if (relative === undefined || entries.length * 500 > MOST_HELD_BYTES) return undefined;
      const duration = contentOfElement(content, ID.cueDuration);
      entries.push({
        cluster: segment + unsignedOf(content, ID.cueClusterPosition, 0),
        relative: unsigned(relative),
        durationTicks: duration && unsigned(duration),
      });
    }
  }
  return entries.length === 0 ? undefined : entries;
}

/**
 * Gives the blocks of the index to `take`, in file order. `take` can stop this with a sentence. undefined: the index is wrong or incomplete, as far as this can
 * be detected, so the blocks so far must be discarded. `blockCount`: the number of blocks according to the video's tags. Without it, three clusters are read for
 * comparison. No bytes that are read may contain another block of the track.
 */
export async function takeByIndex(
  bytes: VideoBytes,
  track: number,
  entries: readonly Entry[],
  blockCount: number | undefined,
  progress: (share: number) => void,
  take: (block: Block) => Promise<string | undefined>,
): Promise<PassEnd | undefined> {
  const clusters = await readClusters(bytes, entries, (share) => progress(share * CLUSTERS_SHARE));
  if (clusters === undefined) return undefined;
  const places = new Map<number, Place>();
  for (const { cluster, relative, durationTicks } of entries) {
    const { from = 0, ticks = 0 } = clusters.get(cluster) ?? {};
    // Bytes that are read for a block of unknown length. Most blocks are shorter.
    places.set(from + relative, { offset: from + relative, size: 1_024, ticks, durationTicks });
  }
  if (blockCount !== undefined && places.size < blockCount) return undefined;
  let error: string | undefined;
  const progressOfBlocks = (share: number) => progress(CLUSTERS_SHARE + share * (1 - CLUSTERS_SHARE));
  const isDone = await readPieces(bytes, inOrder(places.values()), progressOfBlocks, async (place, read) => {
    const head = headAt(read, 0);
    if (head === undefined || trackAt(read, 0) !== track) return false;
    const length = head.length + head.size;
    if (length > MOST_TEXT_BYTES || place.offset + length > bytes.size) return false;
    if (hasUnnamed(read, length, track, place.offset, places)) return false;
    const whole =
      length > read.length ? await bytes.read(place.offset, place.offset + length) : read.subarray(0, length);
    const block = readBlock(head.id, whole.subarray(head.length), place.ticks);
    if (block === undefined) return false;
    error = await take({ ...block, durationTicks: block.durationTicks ?? place.durationTicks });
    return error === undefined;
  });
  if (error !== undefined) return { error, isCutOff: false };
  const isWhole =
    isDone && (blockCount !== undefined || (await isSampleWhole(bytes, track, [...clusters.keys()], places)));
  return isWhole ? { error: undefined, isCutOff: false } : undefined;
}

const CLUSTERS_SHARE = 0.4;

interface Cluster {
  readonly from: number;
  readonly ticks: number;
}

async function readClusters(
  bytes: VideoBytes,
  entries: readonly Entry[],
  progress: (share: number) => void,
): Promise<ReadonlyMap<number, Cluster> | undefined> {
  const clusters = new Map<number, Cluster>();
  const pieces = [...new Set(entries.map(({ cluster }) => cluster))].map((offset) => ({ offset, size: CLUSTER_BYTES }));
  const isDone = await readPieces(bytes, inOrder(pieces), progress, ({ offset }, read) => {
    const head = headAt(read, 0);
    const ticks = head && contentOfElement(read.subarray(head.length, CLUSTER_BYTES), ID.timestamp);
    if (head?.id !== ID.cluster || ticks === undefined) return false;
    clusters.set(offset, { from: offset + head.length, ticks: unsigned(ticks) });
    return true;
  });
  return isDone ? clusters : undefined;
}

const inOrder = <P extends FilePiece>(pieces: Iterable<P>): readonly P[] =>
  [...pieces].sort((one, other) => one.offset - other.offset);

interface Place extends FilePiece {
  readonly ticks: number;
  readonly durationTicks: number | undefined;
}

/** The track of the block at an offset. The bytes may end within the block. undefined: there is no block, or it is not the first element of its group. */
function trackAt(bytes: Uint8Array, at: number): number | undefined {
  const head = headAt(bytes, at);
  return head && isBlockHead(head) ? trackIn(head, bytes.subarray(at)) : undefined;
}

function hasUnnamed(
  read: Uint8Array,
  from: number,
  track: number,
  start: number,
  places: ReadonlyMap<number, unknown>,
): boolean {
  for (let at = from; at < read.length; ) {
    const head = headAt(read, at);
    if (head === undefined || !isBlockHead(head) || places.has(start + at)) return false;
    if (trackAt(read, at) === track) return true;
    at += head.length + head.size;
  }
  return false;
}

async function isSampleWhole(
  bytes: VideoBytes,
  track: number,
  clusters: readonly number[],
  places: ReadonlyMap<number, unknown>,
): Promise<boolean> {
  const sample = new Set([0, clusters.length >> 1, clusters.length - 1].map((index) => clusters[index] ?? 0));
  let isWhole = true;
  for (const from of sample) {
    const to = Math.min(bytes.size, from + SAMPLE_BYTES);
    await passOver(
      createSlices(bytes, SAMPLE_BYTES),
      { from, to },
      track,
      () => {},
      async ({ at }) => {
        isWhole &&= places.has(at);
        return undefined;
      },
    );
  }
  return isWhole;
}
