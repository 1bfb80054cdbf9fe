import { MOST_HELD_BYTES, MOST_TEXT_BYTES, type VideoBytes } from '../container.ts';
import { createSlices, type FilePiece, readPieces } from '../reading.ts';
import { type Block, readBlock, trackOfBlock } from './blocks.ts';
import { contentOfElement, elementsIn, headAt, ID, unsigned, unsignedOf } from './ebml.ts';
import { isBlockHead, type PassEnd, passOver } from './pass.ts';

/** A block as the film's index (Cues) names it. */
interface Entry {
  /** Offsets in the file, of the cluster; in the cluster's content, of the block. */
  readonly cluster: number;
  readonly relative: number;
  readonly durationTicks: number | undefined;
}

/** So much is read for a block whose length is not known: most phrases are shorter. */
const BLOCK_BYTES = 1_024;
/** Of a cluster: its head, and the time that stands first in it. */
const CLUSTER_BYTES = 64;
/** Of each of three clusters, so much is read to see whether the index leaves blocks out. */
const SAMPLE_BYTES = 2 * 1024 * 1024;
/** What an entry costs in memory, beside the bytes of its block. */
const ENTRY_BYTES = 500;

/**
 * A track's entries in a Cues element. `segment`: where the content of the segment begins. undefined: the index does not tell where blocks of this track
 * stand, or it has more entries than can be.
 */
export function entriesIn(cues: Uint8Array, track: number, segment: number): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const point of elementsIn(cues)) {
    if (point.id !== ID.cuePoint) continue;
    for (const { id, content } of elementsIn(point.content)) {
      if (id !== ID.cueTrackPositions || unsignedOf(content, ID.cueTrack, 0) !== track) continue;
      const relative = contentOfElement(content, ID.cueRelativePosition);
      if (relative === undefined || entries.length * ENTRY_BYTES > MOST_HELD_BYTES) return undefined;
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
 * Gives the blocks that the index names to `take`, in the file's order, which can end it with a sentence. undefined: the index lies, or leaves blocks out, as
 * far as it can be told, and what was taken is not to be used: `told` is how many blocks the film's tags count; without them three of the clusters are read to
 * compare; and what is read anyway must hold no other block of the track.
 */
export async function takeByIndex(
  bytes: VideoBytes,
  track: number,
  entries: readonly Entry[],
  told: number | undefined,
  progress: (share: number) => void,
  take: (block: Block) => Promise<string | undefined>,
): Promise<PassEnd | undefined> {
  const clusters = await readClusters(bytes, entries, progress);
  if (clusters === undefined) return undefined;
  const places = new Map<number, Place>();
  for (const { cluster, relative, durationTicks } of entries) {
    const { from = 0, ticks = 0 } = clusters.get(cluster) ?? {};
    places.set(from + relative, { offset: from + relative, size: BLOCK_BYTES, ticks, durationTicks });
  }
  if (told !== undefined && places.size < told) return undefined;
  const end = await takeBlocks(bytes, track, places, progress, take);
  if (end === undefined || end.error !== undefined || told !== undefined) return end;
  return (await isSampleWhole(bytes, track, [...clusters.keys()], places)) ? end : undefined;
}

interface Cluster {
  /** Where its content begins. */
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
  const isDone = await readPieces(
    bytes,
    inOrder(pieces),
    (share) => progress(share * CLUSTERS_SHARE),
    ({ offset }, read) => {
      const head = headAt(read, 0);
      const ticks = head && contentOfElement(read.subarray(head.length, CLUSTER_BYTES), ID.timestamp);
      if (head?.id !== ID.cluster || ticks === undefined) return false;
      clusters.set(offset, { from: offset + head.length, ticks: unsigned(ticks) });
      return true;
    },
  );
  return isDone ? clusters : undefined;
}

const inOrder = <P extends FilePiece>(pieces: Iterable<P>): readonly P[] =>
  [...pieces].sort((one, other) => one.offset - other.offset);

/** Of the progress. */
const CLUSTERS_SHARE = 0.4;

interface Place extends FilePiece {
  readonly ticks: number;
  readonly durationTicks: number | undefined;
}

async function takeBlocks(
  bytes: VideoBytes,
  track: number,
  places: ReadonlyMap<number, Place>,
  progress: (share: number) => void,
  take: (block: Block) => Promise<string | undefined>,
): Promise<PassEnd | undefined> {
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
  return isDone || error !== undefined ? { error, isCutOff: false } : undefined;
}

/** The track of the block at an offset of bytes that may end within it; 0: no block is there. */
function trackAt(bytes: Uint8Array, at: number): number {
  const head = headAt(bytes, at);
  if (head === undefined || !isBlockHead(head)) return 0;
  const content = bytes.subarray(at + head.length, at + head.length + head.size);
  const block = head.id === ID.blockGroup ? contentOfElement(content, ID.block) : content;
  return block ? trackOfBlock(block) : 0;
}

/** Whether up to the next block that the index names stands one of the track that it does not name, in what was read. */
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
