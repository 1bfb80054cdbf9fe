import { MOST_TEXT_BYTES, TOO_MUCH } from '../container.ts';
import type { Slices } from '../reading.ts';
import { type Head, headAt, ID, longNumberAt, unsigned } from './ebml.ts';

/** A SimpleBlock or BlockGroup of the track that is sought. */
export interface FoundBlock {
  readonly id: number;
  /** Offset of its head in the file. */
  readonly at: number;
  /** A view of what was read: not to be kept. */
  readonly content: Uint8Array;
  readonly clusterTicks: number;
}

export interface PassEnd {
  /** A sentence of `take`; undefined: it came to the end. */
  readonly error: string | undefined;
  /** The end is not where the elements say, or on the way something was no element and was jumped over. */
  readonly isCutOff: boolean;
}

/** A head, and as much of the content as tells the track of a block. */
const STEP_BYTES = 32;
const SEARCH_BYTES = 1024 * 1024;

/** What may stand in a cluster or beside one. Anything else is damage, unless a cluster of a known size has it wholly. */
const KNOWN = new Set<number>([
  ...[ID.cluster, ID.cues, ID.tags, ID.seekHead, ID.info, ID.tracks, ID.ebml, ID.segment],
  ...[ID.timestamp, ID.simpleBlock, ID.blockGroup],
  // Chapters, Attachments; Void, CRC-32, Position, PrevSize, SilentTracks, EncryptedBlock.
  ...[0x1043a770, 0x1941a469, 0xec, 0xbf, 0xa7, 0xab, 0x5854, 0xaf],
]);

export const isBlockHead = ({ id, size }: Head): boolean =>
  (id === ID.simpleBlock || id === ID.blockGroup) && Number.isFinite(size);

/**
 * Goes from element to element and gives each block of a track to `take`, which can end it with a sentence. Clusters are not descended
 * into: their children come one after the other whether the cluster tells its size or not. What is jumped over is not read, if the slice
 * at hand ends before.
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
    // Films have hundreds of thousands of blocks: nothing is awaited where the bytes are there.
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
  /** Infinity: it is not told, or no cluster is open. */
  clusterEnd: number;
  isDamaged: boolean;
}

/** To the next element, to the end, or out of a cluster that is damaged; false: something is damaged, and the next cluster has to be sought. */
function step(pass: Pass, head: Head | undefined, bytes: Uint8Array): boolean {
  if (pass.at >= pass.clusterEnd) pass.clusterEnd = Number.POSITIVE_INFINITY;
  // Another film was put behind this one.
  if (head?.id === ID.ebml || head?.id === ID.segment) pass.to = pass.at;
  else if (head === undefined || !enter(pass, head, bytes)) {
    pass.isDamaged = true;
    if (pass.clusterEnd >= pass.to) return false;
    pass.at = pass.clusterEnd;
  }
  return true;
}

const isFar = (end: number, to: number): boolean => Number.isFinite(end) && end > to;

/** Into a cluster, or behind any other element; false: there is none. `bytes` begin with its head. */
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

/** The sentence of `take`. */
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

/** The track of a block, of which the beginning is there; undefined: that does not tell it. */
function trackIn(head: Head, bytes: Uint8Array): number | undefined {
  const inner = head.id === ID.simpleBlock ? head : headAt(bytes, head.length);
  const at = inner === head ? head.length : head.length + (inner?.length ?? 0);
  return inner === head || inner?.id === ID.block ? longNumberAt(bytes, at)?.value : undefined;
}

/** The same where the group has its block behind other elements; 0: it has none. */
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

/** Where the next cluster begins, behind something that is no element; `to`: there is none. */
async function nextCluster(slices: Slices, from: number, to: number): Promise<number> {
  for (let start = from; start < to; ) {
    const bytes = await slices.view(start, SEARCH_BYTES);
    for (let at = bytes.indexOf(0x1f); at !== -1; at = bytes.indexOf(0x1f, at + 1)) {
      const head = headAt(bytes, at);
      // A cluster begins with its time, or a checksum before it. Four bytes alone could be a picture's, too.
      const first = head && bytes[at + head.length];
      if (head?.id === ID.cluster && (first === ID.timestamp || first === 0xbf)) return start + at;
    }
    if (bytes.length < STEP_BYTES) return to;
    start += bytes.length - STEP_BYTES + 1;
  }
  return to;
}
