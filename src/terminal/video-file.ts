import type { BigIntStats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** A video file that is read in slices, like the page's File, so that it is never in memory as a whole. */
export interface VideoFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Changes with the content: made of the size, the time of the last change, and the place on the disk. */
  readonly stamp: string;
  /** Shorter than requested at the end of the file. Rejects if the file was changed, replaced or removed since it was opened. */
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
  /** Whether its name belongs to another video since it was opened, or to one of another size. False if the name is gone, or only the time has changed. */
  isReplaced(): Promise<boolean>;
  /** Waits for the slices that are being read. Later slices reject. */
  close(): Promise<void>;
}

/** Rejects with the error of the system if the file cannot be opened. */
export async function openVideoFile(path: string): Promise<VideoFile> {
  const handle = await open(path, 'r');
  try {
    const opened = await handle.stat({ bigint: true });
    return videoFileOf(path, handle, opened);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function videoFileOf(path: string, handle: FileHandle, opened: BigIntStats): VideoFile {
  const size = Number(opened.size);
  return {
    name: basename(path),
    size,
    stamp: stampOf(opened),
    slice: (start, end) => ({
      async arrayBuffer() {
        const bytes = await bytesAt(handle, start, Math.min(end, size));
        const now = await handle.stat({ bigint: true });
        // A file without a name was removed or replaced. The name may belong to another film now.
        if (stampOf(now) !== stampOf(opened) || now.nlink === 0n) throw new Error('The file was changed.');
        return bytes;
      },
    }),
    async isReplaced() {
      const now = await stat(path, { bigint: true }).catch(() => undefined);
      return now !== undefined && (now.size !== opened.size || now.ino !== opened.ino);
    },
    close: () => handle.close(),
  };
}

const stampOf = ({ size, mtimeNs, ino }: BigIntStats): string => [size, mtimeNs, ino].join(':');

async function bytesAt(handle: FileHandle, start: number, end: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  for (let filled = 0; filled < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new Error('The file has become shorter.');
    filled += bytesRead;
  }
  return bytes.buffer;
}
