import { inflateSync } from 'node:zlib';
import type { VideoBytes } from '../src/containers/container.ts';

/**
 * A file as parts in order. A part without bytes stands for zeros, so that a video of gigabytes takes no memory. `videoBytesOf` reads the parts directly,
 * `wholeOf` joins the bytes of a small video, and the code that writes to disk leaves holes.
 */
export interface Part {
  readonly size: number;
  /** undefined: the part consists of zeros. */
  readonly bytes?: Uint8Array;
}

export const wholeOf = (parts: Iterable<Part>): Uint8Array =>
  new Uint8Array(Buffer.concat(Array.from(parts, ({ size, bytes = new Uint8Array(size) }) => bytes)));

/** Counts of the reads from a file. */
export interface ReadCounts {
  reads: number;
  bytes: number;
}

/** A file in parts, for the readers of containers. Throws if a reader reads outside the file, which it must never do. */
export function videoBytesOf(parts: Iterable<Part>): VideoBytes & { readonly counts: ReadCounts } {
  const placed: { readonly at: number; readonly size: number; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  for (const part of parts) {
    if (part.bytes !== undefined) placed.push({ at: size, size: part.size, bytes: part.bytes });
    size += part.size;
  }
  const counts = { reads: 0, bytes: 0 };
  return {
    size,
    counts,
    read: async (start, end) => {
      if (!(start >= 0 && start <= end && end <= size))
        throw new Error(`A read from ${start} to ${end} of ${size} bytes`);
      counts.reads += 1;
      counts.bytes += end - start;
      const slice = new Uint8Array(end - start);
      for (let index = firstBehind(placed, start); ; index++) {
        const part = placed[index];
        if (part === undefined || part.at >= end) return slice;
        const from = Math.max(start, part.at);
        slice.set(part.bytes.subarray(from - part.at, end - part.at), from - start);
      }
    },
    inflate: async (bytes, most) => {
      try {
        return new Uint8Array(inflateSync(bytes, { maxOutputLength: Math.max(1, most) }));
      } catch {
        return undefined;
      }
    },
  };
}

/** The first part that ends after an offset. */
function firstBehind(parts: readonly { readonly at: number; readonly size: number }[], offset: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const part = parts[middle];
    if (part !== undefined && part.at + part.size <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
