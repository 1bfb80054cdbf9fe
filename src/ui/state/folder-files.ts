import { createNumbering } from '../../film/archive.ts';
import { type FilmRow, type FolderOfFile, pathBeside } from '../../film/series.ts';
import { stampOf } from '../../lib/text.ts';
import { pathOf } from './read-file.ts';
import type { FileOfFilm } from './save-all.ts';

/** The browser's handles of folders, and files in them. */

/** Only Chromium has this method. */
interface AskableFolder extends FileSystemDirectoryHandle {
  requestPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

/** A folder into which files are written. */
export interface Root {
  readonly handle: FileSystemDirectoryHandle;
  readonly mayWrite: boolean;
  /** The path at which it lies in the outermost of these folders, with "/" at its end. */
  readonly within: string;
  /** Gives a path in that outermost folder a number if an earlier file has it. */
  readonly numbered: (path: string) => string;
}

/** A file on its way into a folder. */
export interface Target {
  readonly file: FileOfFilm;
  readonly root: FileSystemDirectoryHandle;
  /** Below the root. */
  readonly path: string;
}

/** What tells later whether a file has changed, if it lies in one of these folders. `bytes`: undefined: a video, which is not read as a whole. Of two folders of one name the page cannot tell in which. */
export function folderOfFile(
  file: File,
  bytes: Uint8Array<ArrayBuffer> | undefined,
  given: readonly FileSystemHandle[],
): FolderOfFile | undefined {
  const path = pathOf(file);
  const [root, other] = given.filter(isFolder).filter(({ name }) => path.startsWith(`${name}/`));
  if (!root || other) return undefined;
  return { root, path, size: file.size, modifiedAt: file.lastModified, stamp: bytes ? stampOfBytes(bytes) : '' };
}

export const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory';

/** What finds a file again that was chosen or dropped, or that lies in one of these folders; undefined: the browser gave nothing. */
export async function handleOfFile(
  file: File,
  given: readonly FileSystemHandle[],
): Promise<FileSystemFileHandle | undefined> {
  const known = folderOfFile(file, undefined, given);
  if (!known && pathOf(file).includes('/')) return undefined;
  if (!known) return given.find((one): one is FileSystemFileHandle => one.kind === 'file' && one.name === file.name);
  try {
    const { folder, name } = await placeOf({ root: known.root, path: known.path.split('/').slice(1).join('/') }, false);
    return await folder.getFileHandle(name);
  } catch {
    return undefined;
  }
}

const stampOfBytes = (bytes: BufferSource): string => stampOf(new TextDecoder('latin1').decode(bytes));

/** The first handle of each folder: the browser gives a folder another handle for each of its films. */
export async function unlike(
  folders: readonly FileSystemDirectoryHandle[],
): Promise<readonly FileSystemDirectoryHandle[]> {
  const found: FileSystemDirectoryHandle[] = [];
  for (const folder of folders) {
    const same = await Promise.all(found.map((one) => one.isSameEntry(folder)));
    if (!same.includes(true)) found.push(folder);
  }
  return found;
}

/** One may lie in another. */
export async function rootsOf(
  folders: readonly FileSystemDirectoryHandle[],
  refused: ReadonlySet<FileSystemDirectoryHandle>,
): Promise<readonly Root[]> {
  const numberings = new Map(folders.map((folder) => [folder, createNumbering()] as const));
  return Promise.all(
    folders.map(async (handle) => {
      let [outermost, path] = [handle, [] as readonly string[]];
      for (const other of folders) {
        const found = await other.resolve(handle);
        if (found && found.length > path.length) [outermost, path] = [other, found];
      }
      const numbered = numberings.get(outermost) ?? createNumbering();
      return { handle, mayWrite: !refused.has(handle), within: path.map((part) => `${part}/`).join(''), numbered };
    }),
  );
}

export async function rootOf(folder: FileSystemDirectoryHandle, roots: readonly Root[]): Promise<Root | undefined> {
  const same = await Promise.all(roots.map(({ handle }) => handle.isSameEntry(folder)));
  return roots[same.indexOf(true)];
}

/** A browser that has no question to ask lets the page write. */
export async function mayWrite(folder: AskableFolder): Promise<boolean> {
  try {
    return (await (folder.requestPermission?.({ mode: 'readwrite' }) ?? 'granted')) === 'granted';
  } catch {
    return false;
  }
}

/** True if the opened file is not the same any more. One that is gone is not told. */
export async function hasChanged(
  row: Pick<FilmRow, 'path' | 'track' | 'video'>,
  { root, path, size, modifiedAt, stamp }: FolderOfFile,
): Promise<boolean> {
  const opened = row.track === '' ? row.path : pathBeside(row, row.video);
  // Another file was opened in this row.
  if (opened !== path) return false;
  try {
    const { folder, name } = await placeOf({ root, path: path.split('/').slice(1).join('/') }, false);
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === size && file.lastModified === modifiedAt) return false;
    return stamp === '' || stampOfBytes(await file.arrayBuffer()) !== stamp;
  } catch {
    return false;
  }
}

/** The folder of a file, and its name. `create`: folders that are missing are made. */
async function placeOf({ root, path }: Pick<Target, 'root' | 'path'>, create: boolean) {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
  return { folder, name };
}

/** An empty file is what a browser leaves that was closed while it wrote. What cannot be read, as it is in use, is a file. */
export async function whatIsAt(target: Target): Promise<'nothing' | 'empty' | 'file'> {
  try {
    const { folder, name } = await placeOf(target, false);
    return (await (await folder.getFileHandle(name)).getFile()).size > 0 ? 'file' : 'empty';
  } catch (error) {
    return (error as Error).name === 'NotFoundError' ? 'nothing' : 'file';
  }
}

/** Writes a file as a whole or not at all: the browser puts it into its place once all of it is written. `isNew`: nothing was there. */
export async function isWritten(target: Target, isNew: boolean): Promise<boolean> {
  try {
    const { folder, name } = await placeOf(target, true);
    const handle = await folder.getFileHandle(name, { create: true });
    try {
      const writing = await handle.createWritable();
      try {
        await writing.write(target.file.text);
        await writing.close();
      } catch (error) {
        await writing.abort().catch(() => {});
        throw error;
      }
    } catch (error) {
      // Before the first byte, the browser makes an empty file.
      if (isNew) await folder.removeEntry(name).catch(() => {});
      throw error;
    }
    return true;
  } catch {
    return false;
  }
}
