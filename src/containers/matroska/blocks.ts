import { timeText } from '../../subtitles/timing.ts';
import type { VideoBytes } from '../container.ts';
import { HELD_TIMES, lettersOf, MOST_HELD_BYTES, NOTHING, TOO_MUCH, upToZero } from '../reading.ts';
import {
  contentOfElement,
  elementsIn,
  ID,
  longNumberAt,
  type Packing,
  type TrackEntry,
  unsignedOf,
} from './elements-and-tracks.ts';

/** A Block or SimpleBlock, with facts from its BlockGroup. Times are in ticks of the file (TimestampScale). */
export interface Block {
  readonly track: number;
  readonly ticks: number;
  readonly durationTicks: number | undefined;
  /** The frames as stored. A block with lacing has several. */
  readonly frames: readonly Uint8Array[];
  /** BlockAdditional 1, where WebVTT has ids and settings. */
  readonly addition: Uint8Array | undefined;
}

/** `id`: the ID of the SimpleBlock or BlockGroup around the content. undefined: the block is damaged. */
export function readBlock(id: number, content: Uint8Array, clusterTicks: number): Block | undefined {
  const isGroup = id === ID.blockGroup;
  const bytes = isGroup ? contentOfElement(content, ID.block) : content;
  const track = bytes && longNumberAt(bytes, 0);
  if (bytes === undefined || track === undefined || bytes.length < track.length + 3) return undefined;
  const [high = 0, low = 0, flags = 0] = bytes.subarray(track.length, track.length + 3);
  const frames = framesOf(bytes.subarray(track.length + 3), (flags >> 1) & 3);
  const durationTicks = isGroup ? unsignedOf(content, ID.blockDuration, Number.NaN) : Number.NaN;
  return {
    track: track.value,
    ticks: clusterTicks + (((high << 24) >> 16) | low),
    durationTicks: Number.isNaN(durationTicks) ? undefined : durationTicks,
    frames,
    addition: isGroup ? additionOf(content) : undefined,
  };
}

function additionOf(group: Uint8Array): Uint8Array | undefined {
  const additions = contentOfElement(group, ID.blockAdditions) ?? NOTHING;
  for (const { id, content } of elementsIn(additions)) {
    if (id === ID.blockMore && unsignedOf(content, ID.blockAddId, 1) === 1)
      return contentOfElement(content, ID.blockAdditional);
  }
  return undefined;
}

/** `lacing`: 0 none, 1 Xiph, 2 fixed size, 3 EBML (RFC 9559, section 10.3). If a size is wrong, returns the frames before it. */
function framesOf(bytes: Uint8Array, lacing: number): readonly Uint8Array[] {
  if (lacing === 0) return [bytes];
  const count = (bytes[0] ?? 0) + 1;
  const laced = bytes.subarray(1);
  if (lacing === 2) return inSizes(laced, 0, new Array<number>(count - 1).fill(Math.floor(laced.length / count)));
  const { sizes, end } = lacing === 1 ? xiphSizes(laced, count - 1) : ebmlSizes(laced, count - 1);
  return inSizes(laced, end, sizes);
}

function inSizes(bytes: Uint8Array, from: number, sizes: readonly number[]): readonly Uint8Array[] {
  const frames: Uint8Array[] = [];
  let at = from;
  for (const size of sizes) {
    if (size < 0 || at + size > bytes.length) return frames;
    frames.push(bytes.subarray(at, at + size));
    at += size;
  }
  frames.push(bytes.subarray(at));
  return frames;
}

interface Sizes {
  readonly sizes: readonly number[];
  readonly end: number;
}

function xiphSizes(bytes: Uint8Array, count: number): Sizes {
  const sizes: number[] = [];
  let at = 0;
  while (sizes.length < count && at < bytes.length) {
    let size = 0;
    while (bytes[at] === 255) size += bytes[at++] ?? 0;
    sizes.push(size + (bytes[at++] ?? 0));
  }
  return { sizes, end: at };
}

/** EBML lacing: the first size, followed by signed differences. */
function ebmlSizes(bytes: Uint8Array, count: number): Sizes {
  const sizes: number[] = [];
  let at = 0;
  while (sizes.length < count) {
    const number = longNumberAt(bytes, at);
    if (number === undefined) break;
    const before = sizes.at(-1);
    sizes.push(before === undefined ? number.value : before + number.value - (2 ** (7 * number.length - 1) - 1));
    at += number.length;
  }
  return { sizes, end: at };
}

export interface ReadPhrase {
  readonly startMs: number;
  readonly durationMs: number | undefined;
  readonly text: string;
  /** For WebVTT only: the phrase's id and settings, and the blocks before it. */
  readonly addition: string;
}

/** Collects the blocks of one track in file order, within a limit of memory. */
export interface PhraseList {
  readonly phrases: readonly ReadPhrase[];
  /** Returns a sentence if no more blocks can be added. */
  add(block: Block): Promise<string | undefined>;
}

export function createPhraseList(track: TrackEntry, tickMs: number, inflate: VideoBytes['inflate']): PhraseList {
  const phrases: ReadPhrase[] = [];
  let left = MOST_HELD_BYTES;
  /** undefined: the frame is damaged, or too large. If it is too large, `left` becomes negative. */
  const unpackWithin = async (frame: Uint8Array): Promise<Uint8Array | undefined> => {
    // Bytes of a phrase besides its text. Without them, a video of blocks without text could fill the memory.
    left -= 500;
    const most = Math.floor(left / HELD_TIMES);
    const unpacked = left < 0 ? undefined : await unpack(frame, track.packings ?? [], most, inflate);
    left -= HELD_TIMES * (unpacked?.length ?? 0);
    return unpacked;
  };
  return {
    phrases,
    add: async ({ ticks, durationTicks, frames, addition = NOTHING }) => {
      const startMs = ticks * tickMs;
      const durationMs = durationOf(track, frames.length, durationTicks && durationTicks * tickMs);
      left -= HELD_TIMES * addition.length;
      for (const [index, frame] of frames.entries()) {
        const unpacked = await unpackWithin(frame);
        if (left < 0) return TOO_MUCH;
        if (unpacked === undefined) return cannotUnpack(startMs);
        phrases.push({
          startMs: startMs + index * (durationMs ?? 0),
          durationMs,
          text: lettersOf(upToZero(unpacked)),
          addition: index === 0 ? lettersOf(upToZero(addition)) : '',
        });
      }
      return undefined;
    },
  };
}

/** The duration of one frame in ms. `toldMs`: the duration of the block. */
function durationOf({ defaultDuration }: TrackEntry, frames: number, toldMs: number | undefined): number | undefined {
  const frameMs = defaultDuration / 1_000_000 || undefined;
  if (frames === 1) return toldMs ?? frameMs;
  return frameMs ?? (toldMs === undefined ? undefined : toldMs / frames);
}

const cannotUnpack = (ms: number): string =>
  `The text at ${timeText(ms, '.')} cannot be read: the track is damaged, or claims to need more than 64 MB of memory. Choose another track.`;

/** undefined: the data are damaged, or unpack to more than `most` bytes. */
export async function unpack(
  packed: Uint8Array,
  packings: readonly Packing[],
  most: number,
  inflate: VideoBytes['inflate'],
): Promise<Uint8Array | undefined> {
  let bytes: Uint8Array | undefined = packed;
  for (const packing of packings) {
    if (packing.kind === 'zlib') bytes = await inflate(bytes, most);
    else bytes = packing.head.length + bytes.length > most ? undefined : joined(packing.head, bytes);
    if (bytes === undefined) return undefined;
  }
  return bytes;
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}
