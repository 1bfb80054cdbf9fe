import { MOST_UNPACKED_BYTES, type Watch } from '../container.ts';
import { TOO_MUCH } from './blocks.ts';
import { type Head, headAt, ID, numberAt, type Slices, unsigned } from './ebml.ts';

/** A SimpleBlock or BlockGroup of the track that is sought. */
export interface FoundBlock {
  readonly id: number;
  /** Offset of its head in the file. */
  readonly at: number;
  /** A view of what was read: not to be kept. */
  readonly content: Uint8Array;
  readonly clusterTicks: number;
}

export type PassEnd =
  | 'stopped'
  | {
      /** A sentence of `take`; undefined: it came to the end. */
      readonly error: string | undefined;
      /** The end is not where the elements say, or on the way something was no element and was jumped over. */
      readonly isCutOff: boolean;
    };

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
  watch: Watch,
  take: (block: FoundBlock) => Promise<string | undefined>,
): Promise<PassEnd> {
  const pass: Pass = { at: from, to, clusterTicks: 0, clusterEnd: Number.POSITIVE_INFINITY, isDamaged: false };
  while (pass.at < pass.to && !watch.isStopped()) {
    const { at } = pass;
    const kept = slices.held(at, STEP_BYTES);
    if (kept === undefined) watch.progress((at - from) / (to - from));
    const bytes = kept ?? (await slices.view(at, STEP_BYTES));
    const block = await step(pass, bytes, slices, watch);
    const error = block && (await takeIfOf(track, block, slices, bytes, take));
    if (error !== undefined) return { error, isCutOff: false };
  }
  if (watch.isStopped()) return 'stopped';
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

interface BlockHead {
  readonly head: Head;
  readonly at: number;
  readonly clusterTicks: number;
}

/** To the next element, behind what is none, or to the end; a block that was passed by is returned. `bytes`: from where it stands. */
async function step(pass: Pass, bytes: Uint8Array, slices: Slices, watch: Watch): Promise<BlockHead | undefined> {
  const { at, to } = pass;
  const head = headAt(bytes, 0);
  if (at >= pass.clusterEnd) pass.clusterEnd = Number.POSITIVE_INFINITY;
  // Another film was put behind this one.
  if (head?.id === ID.ebml || head?.id === ID.segment) pass.to = at;
  else if (head === undefined || !enter(pass, head, bytes)) {
    pass.isDamaged = true;
    pass.at = pass.clusterEnd < to ? pass.clusterEnd : await nextCluster(slices, at + 1, to, watch);
  } else if (isBlockHead(head) && pass.at <= to) return { head, at, clusterTicks: pass.clusterTicks };
  return undefined;
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

/** The sentence of `take`. `bytes`: from the block's head on. */
async function takeIfOf(
  track: number,
  { head, at, clusterTicks }: BlockHead,
  slices: Slices,
  bytes: Uint8Array,
  take: (block: FoundBlock) => Promise<string | undefined>,
): Promise<string | undefined> {
  if ((await trackOf(slices, head, bytes, at)) !== track) return undefined;
  if (head.size > MOST_UNPACKED_BYTES) return TOO_MUCH;
  return take({ id: head.id, at, content: await slices.view(at + head.length, head.size), clusterTicks });
}

const isSound = ({ id, size }: Head, end: number, clusterEnd: number): boolean =>
  Number.isFinite(size) && end <= clusterEnd && (KNOWN.has(id) || Number.isFinite(clusterEnd));

async function trackOf(slices: Slices, head: Head, bytes: Uint8Array, start: number): Promise<number> {
  if (head.id === ID.simpleBlock) return numberAt(bytes, head.length)?.value ?? 0;
  const end = start + head.length + head.size;
  for (let at = start + head.length; at < end; ) {
    const child = slices.held(at, STEP_BYTES) ?? (await slices.view(at, STEP_BYTES));
    const childHead = headAt(child, 0);
    if (childHead === undefined) return 0;
    if (childHead.id === ID.block) return numberAt(child, childHead.length)?.value ?? 0;
    at += childHead.length + childHead.size;
  }
  return 0;
}

/** Where the next cluster begins, behind something that is no element; `to`: there is none. */
async function nextCluster(slices: Slices, from: number, to: number, watch: Watch): Promise<number> {
  for (let start = from; start < to && !watch.isStopped(); ) {
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
