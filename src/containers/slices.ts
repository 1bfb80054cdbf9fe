import type { VideoBytes, Watch } from './container.ts';

/** The bytes of a file, of which the slice that was read last is kept. */
export interface Slices {
  readonly size: number;
  /** The bytes from `at`, `length` of them if they are kept; undefined: they have to be read. */
  held(at: number, length: number): Uint8Array | undefined;
  /** The same, read if need be: fewer where the file ends. */
  view(at: number, length: number): Promise<Uint8Array>;
}

/** Behind a jump so little is read at first. */
const LEAST_BYTES = 64 * 1024;
/** A read takes as long as some of these bytes: shorter jumps are read. */
const FAR_TIMES = 4;

/**
 * `sliceLength`: so much is read at once, or what is asked for, if that is more. Who jumps from one place to another one far behind it, over large
 * pictures, gets short slices.
 */
export function createSlices(bytes: VideoBytes, sliceLength: number): Slices {
  const least = Math.min(sliceLength, LEAST_BYTES);
  let next = least;
  let start = 0;
  let slice: Uint8Array = new Uint8Array(0);
  const held = (at: number, length: number): Uint8Array | undefined => {
    const end = Math.min(bytes.size, at + length);
    return at >= start && end <= start + slice.length ? slice.subarray(at - start, end - start) : undefined;
  };
  return {
    size: bytes.size,
    held,
    view: async (at, length) => {
      const kept = held(at, length);
      if (kept !== undefined) return kept;
      const isFar = at - (start + slice.length) > FAR_TIMES * next;
      next = isFar ? least : Math.min(sliceLength, next * 2);
      // Let go before the next one comes: two of them would be in memory.
      slice = new Uint8Array(0);
      const end = Math.min(bytes.size, at + Math.max(length, next));
      if (at < end) slice = await bytes.read(at, end);
      start = at;
      return slice.subarray(0, Math.min(slice.length, length));
    },
  };
}

const STOPPED = new Error('Stopped');

/** What `work` makes of the bytes; undefined: nobody waits any more, which is asked after each read and each unpacking. */
export async function untilStopped<Value>(
  bytes: VideoBytes,
  watch: Watch,
  work: (bytes: VideoBytes) => Promise<Value>,
): Promise<Value | undefined> {
  const wanted = async <Given>(value: Promise<Given>): Promise<Given> => {
    const given = await value;
    if (watch.isStopped()) throw STOPPED;
    return given;
  };
  try {
    return await work({
      size: bytes.size,
      read: (start, end) => wanted(bytes.read(start, end)),
      inflate: (packed, most) => wanted(bytes.inflate(packed, most)),
    });
  } catch (error) {
    if (error === STOPPED) return undefined;
    throw error;
  }
}
