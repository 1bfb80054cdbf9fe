import { filesInFolders, filesOfFolder } from '../../files/accept.ts';
import { stampOfBytes } from '../../files/decode.ts';
import { createNumbering } from '../../film/archive.ts';
import { type FilmRow, pathBeside } from '../../film/series.ts';
import type { FolderOfFile } from '../../film/stored-series.ts';
import type { DroppedHandle } from './page-state.ts';
import { pathOf } from './read-file.ts';
import type { FileOfFilm } from './save-all.ts';

/** The browser's handles of folders, and files in them. */

/** Only Chromium has this method. */
interface AskableFolder extends FileSystemDirectoryHandle {
  queryPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>;
  requestPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

/** A folder into which files are written. */
export interface Root {
  readonly handle: FileSystemDirectoryHandle;
  readonly mayWrite: boolean;
  /** The folder's path in the outermost of the known folders, with "/" at its end. */
  readonly within: string;
  /** Adds a number to a path in that outermost folder if an earlier file has the same path. */
  readonly numbered: (path: string) => string;
}

/** A file to be written, and its folder. */
export interface Target {
  readonly file: FileOfFilm;
  readonly root: FileSystemDirectoryHandle;
  /** Below the root. */
  readonly path: string;
}

/**
 * Facts that tell later whether a file has changed, if the file is in one of these folders. `stamp`: of its bytes; '' for a video, which is not read as a whole. If
 * two folders have the same name, the page cannot tell which one contains the file.
 */
export function folderOfFile(file: File, stamp: string, given: readonly FileSystemHandle[]): FolderOfFile | undefined {
  const path = pathOf(file);
  const [root, other] = given.filter(isFolder).filter(({ name }) => path.startsWith(`${name}/`));
  if (!root || other) return undefined;
  return { root, path, size: file.size, modifiedAt: file.lastModified, stamp };
}

export const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory';

/** The handle by which the browser finds a chosen or dropped file again; also for a file in one of these folders. undefined: the browser gave no handle. */
export async function handleOfFile(
  file: File,
  given: readonly FileSystemHandle[],
): Promise<FileSystemFileHandle | undefined> {
  const known = folderOfFile(file, '', given);
  if (!known && pathOf(file).includes('/')) return undefined;
  if (!known) return given.find((one): one is FileSystemFileHandle => one.kind === 'file' && one.name === file.name);
  try {
    const { folder, name } = await placeOf({ root: known.root, path: known.path.split('/').slice(1).join('/') }, false);
    return await folder.getFileHandle(name);
  } catch {
    return undefined;
  }
}

/** One handle for each folder: the browser returns a new handle of the same folder for each of its films. */
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

/** The folders as roots. A folder may be inside another one. */
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

/** Whether the page may write. With `asks` the browser asks the person, if necessary. A browser without this question lets the page write. */
export async function mayWrite(folder: AskableFolder, asks: boolean): Promise<boolean> {
  const how = asks ? 'requestPermission' : 'queryPermission';
  try {
    return (await (folder[how]?.({ mode: 'readwrite' }) ?? 'granted')) === 'granted';
  } catch {
    return false;
  }
}

/** True if the opened file has changed since. A file that does not exist any more does not count. */
export async function hasChanged(
  row: Pick<FilmRow, 'path' | 'track' | 'video'>,
  { root, path, size, modifiedAt, stamp }: FolderOfFile,
): Promise<boolean> {
  const opened = row.track === '' ? row.path : pathBeside(row, row.video);
  // A person has opened another file in this row.
  if (opened !== path) return false;
  try {
    const { folder, name } = await placeOf({ root, path: path.split('/').slice(1).join('/') }, false);
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === size && file.lastModified === modifiedAt) return false;
    return stamp === '' || stampOfBytes(new Uint8Array(await file.arrayBuffer())) !== stamp;
  } catch {
    return false;
  }
}

/** The folder of a file, and the file's name. `create`: makes missing folders. */
async function placeOf({ root, path }: Pick<Target, 'root' | 'path'>, create: boolean) {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create });
  return { folder, name };
}

/** "empty": a browser that was closed during a write leaves an empty file. A file that cannot be read, because another program uses it, counts as a file. */
export async function whatIsAt(target: Target): Promise<'nothing' | 'empty' | 'file'> {
  try {
    const { folder, name } = await placeOf(target, false);
    return (await (await folder.getFileHandle(name)).getFile()).size > 0 ? 'file' : 'empty';
  } catch (error) {
    return (error as Error).name === 'NotFoundError' ? 'nothing' : 'file';
  }
}

/** Writes a file as a whole or not at all: the browser moves it to its place after the last byte. `isNew`: there was no file before. */
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
      // The browser makes an empty file before the first byte is written.
      if (isNew) await folder.removeEntry(name).catch(() => {});
      throw error;
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * The handles by which the browser finds the dropped or chosen files and folders again. A browser gives no handle of a folder that it protects, or if a person
 * chose none.
 */
export async function knownHandles(handles: readonly DroppedHandle[]): Promise<readonly FileSystemHandle[]> {
  const found = await Promise.all(handles.map((handle) => handle?.catch(() => undefined)));
  return found.filter((handle) => handle !== undefined);
}

export async function fileHandle(handle: DroppedHandle): Promise<FileSystemFileHandle | undefined> {
  const found = await handle?.catch(() => undefined);
  return found?.kind === 'directory' ? undefined : (found as FileSystemFileHandle | undefined);
}

/** The chosen or dropped files, and the files in the chosen or dropped folders. */
export async function filesGiven(
  given: readonly File[],
  folder: readonly FileSystemEntry[] | undefined,
  handles: readonly DroppedHandle[],
) {
  if (!folder && given.length > 0) return { files: given, roots: [], isOfFolder: false };
  const roots = (await knownHandles(handles)).filter(isFolder);
  const files = folder ? await filesInFolders(folder) : (await Promise.all(roots.map(filesOfFolder))).flat();
  return { files, roots, isOfFolder: true };
}
