import { HEAD_BYTES, recognizeVideo, type VideoBytes, type VideoKind } from '../containers/container.ts';
import { shownName } from '../lib/text.ts';

/** The file can no longer be read: it was moved, changed or deleted after it was opened. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

/** The part of a file's interface that is used: a browser's File has it, and a program can make one for an open file. */
export interface FileLike {
  readonly name: string;
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file that can be read as a whole. */
export interface WholeFile extends FileLike {
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A file and its type (MIME), which browsers tell by its name. */
export type KindedFile = Pick<FileLike, 'slice'> & { readonly type: string };

/** The kind of a video, by its content; undefined: unknown, or the file cannot be read. Pictures are not read: a folder may have thousands. */
export async function videoKindIn(file: KindedFile): Promise<VideoKind | undefined> {
  if (file.type.startsWith('image/')) return undefined;
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return recognizeVideo(new Uint8Array(head));
}

/** `read` rejects with FileGone. */
export const videoBytesOf = (file: Omit<FileLike, 'name'>): VideoBytes => ({
  size: file.size,
  async read(start, end) {
    try {
      return new Uint8Array(await file.slice(start, end).arrayBuffer());
    } catch (cause) {
      throw new FileGone('The file cannot be read any more.', { cause });
    }
  },
  inflate,
});

/** Unpacks at most `most` bytes, whatever size the video states. */
async function inflate(packed: Uint8Array, most: number): Promise<Uint8Array | undefined> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream('deflate'))
    .getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return undefined;
      }
      parts.push(value);
    }
  } catch {
    // The data is not zlib, damaged, or cut off.
    return undefined;
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export const goneWords = (name: string): string =>
  `"${shownName(name)}" could not be read. Was it moved or changed? Open it again.`;
