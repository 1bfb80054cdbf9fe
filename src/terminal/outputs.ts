import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdirSync, type Stats } from 'node:fs';
import { access, chmod, open, readdir, readlink, realpath, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorText } from '../core.ts';

/** What writing needs of the disk. Tests put disks in its place that are full or read only. */
export interface Disk {
  readonly access: typeof access;
  readonly open: typeof open;
  readonly rename: typeof rename;
}
export const DISK: Disk = { access, open, rename };

/** A file to translate, as far as the place of its output depends on it. */
export interface OutputPlace {
  readonly path: string;
  /** Its folder below the one that was named; empty: it was named itself, or lies directly in that folder. */
  readonly below: string;
}

/**
 * Where the output called `name` is written: beside its source, or below `out`, where folders are as they are at the source. The path begins
 * as the person wrote it. A project file, which anybody may have written, cannot lead out of the folder by its film's name.
 */
export function outputPath({ path, below }: OutputPlace, name: string, out: string | undefined): string {
  const safe = safeName(name);
  if (out === undefined) return path.slice(0, path.length - basename(path).length) + safe;
  return [out.replace(/(?<=.)[\\/]+$/, '').replace(/^\/$/, ''), ...(below === '' ? [] : [below]), safe].join('/');
}

function safeName(name: string, isWindows = process.platform === 'win32'): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not have.
  const safe = name.replace(isWindows ? /[\u0000-\u001f<>:"/\\|?*]/g : /[\u0000-\u001f/]/g, '_');
  return /^\.{0,2}$/.test(safe) ? 'translated.srt' : safe;
}

/** What is known of the outputs of a source before it is opened. */
export interface ExpectedOutputs {
  readonly path: string;
  /** "named": by itself. */
  readonly origin: string;
  readonly outputs: readonly string[];
  /** Its outputs may have other names once it is open. */
  readonly areSure: boolean;
}

export interface Outputs {
  /**
   * For all sources, before anything is sent: claims the outputs of those that were named by themselves, and looks whether the folders of all can
   * be written. Resolves with the first reason against it.
   */
  claimAhead(sources: readonly ExpectedOutputs[]): Promise<string | undefined>;
  /**
   * Reserves the path for the output of `source`. Resolves with the reason, in a sentence, if it cannot be written there: it is reserved for
   * another source, it is a source itself, or the disk does not allow it. Changes nothing on the disk.
   */
  claim(path: string, source: string): Promise<string | undefined>;
  /**
   * Writes the file whole or not at all, and makes its folder. A link is followed; what is no regular file is written to. Resolves with the
   * reason in a sentence if that fails.
   */
  write(path: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Makes the folder of an output, if it can. */
  makeFolder(path: string): Promise<void>;
  /** Removes the folders that were made, and in which nothing was written. */
  removeEmpty(): Promise<void>;
}

interface OutputParts {
  /** The paths of all files that are translated. */
  readonly sources: readonly string[];
  /** Whether the system takes "film.srt" and "Film.srt" for one name. */
  readonly foldsCase: boolean;
  readonly disk: Disk;
}

const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin';

export function createOutputs({ sources, foldsCase = FOLDS_CASE, disk = DISK }: Partial<OutputParts>): Outputs {
  const sourceOf = new Map<string, string>();
  const cleaned = new Set<string>();
  /** Inner ones behind those that they lie in. */
  const made = new Set<string>();
  let sourceKeys: Promise<ReadonlySet<string>> | undefined;

  const keyOf = async (path: string): Promise<string> => {
    const whole = await finalPath(path);
    return foldsCase ? whole.normalize('NFC').toLowerCase() : whole;
  };

  async function claim(path: string, source: string): Promise<string | undefined> {
    if (await isStream(path)) return undefined;
    try {
      const key = await keyOf(path);
      sourceKeys ??= Promise.all((sources ?? []).map(keyOf)).then((keys) => new Set(keys));
      if ((await sourceKeys).has(key)) {
        return `${path} is a file to translate, and the translation of ${source} would replace it. Choose another name with -o, or another folder with --out.`;
      }
      const other = sourceOf.get(key);
      if (other !== undefined && other !== source) {
        return `${other} and ${source} would get the same output: ${path}. Translate each alone, with its own -o.`;
      }
      sourceOf.set(key, source);
      await checkPlace(path, disk);
      return undefined;
    } catch (error) {
      return whyUnwritten(path, error);
    }
  }

  async function makeFolder(path: string): Promise<void> {
    try {
      for (const each of makeFolders(dirname(path))) made.add(each);
    } catch {
      // What cannot be made is told when the file is written.
    }
  }

  async function checkFolder(path: string): Promise<string | undefined> {
    try {
      if (!(await isStream(path))) await checkPlace(path, disk);
      return undefined;
    } catch (error) {
      return whyUnwritten(path, error);
    }
  }

  return {
    claim,
    makeFolder,
    async removeEmpty() {
      // One that holds something stays.
      for (const folder of [...made].toReversed()) await rmdir(folder).catch(() => {});
    },
    async claimAhead(expected) {
      const folders = new Set<string>();
      for (const { output, source } of expected.flatMap(ownOutputs)) {
        const problem = await claim(output, source);
        if (problem !== undefined) return problem;
        folders.add(dirname(output));
      }
      for (const output of expected.flatMap(({ outputs }) => outputs)) {
        if (folders.has(dirname(output))) continue;
        folders.add(dirname(output));
        const problem = await checkFolder(output);
        if (problem !== undefined) return problem;
      }
      return undefined;
    },
    async write(path, bytes) {
      try {
        if (await isStream(path)) await writeTo(path, bytes, disk);
        else {
          await makeFolder(path);
          await replace(path, bytes, disk);
        }
      } catch (error) {
        return whyUnwritten(path, error);
      }
      const folder = dirname(path);
      if (!cleaned.has(folder)) {
        cleaned.add(folder);
        await removeLeftovers(folder);
      }
      return undefined;
    },
  };
}

const OPEN_FILE = /^\/(?:dev\/(?:std(?:out|err)$|fd\/)|proc\/[^/]+\/(?:task\/\d+\/)?fd\/)/;

const ownOutputs = ({ path, origin, outputs, areSure }: ExpectedOutputs) =>
  origin === 'named' && areSure ? outputs.map((output) => ({ output, source: path })) : [];

/** Whether there is something at the path that is no regular file and no folder: a terminal, a pipe, a device. */
export async function isStream(path: string): Promise<boolean> {
  // Behind /dev/stdout there may be a regular file that the shell has opened; its name must not go to another file.
  if (OPEN_FILE.test(resolve(path))) return true;
  const there = await statOf(path);
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Resolves with undefined if there is nothing. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** Whether there is something that an output would replace. */
export const isThere = async (path: string): Promise<boolean> =>
  (await statOf(path)) !== undefined && !(await isStream(path));

/** The path behind all links, also that of a file that is not there yet. */
async function finalPath(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isNotThere(error)) throw error;
  }
  const link = await readlink(path).catch(() => undefined);
  if (link !== undefined) return finalPath(resolve(dirname(path), link));
  const folder = dirname(resolve(path));
  return folder === resolve(path) ? folder : join(await finalPath(folder), basename(path));
}

async function checkPlace(path: string, disk: Disk): Promise<void> {
  const target = await finalPath(path);
  const there = await statOf(target);
  if (there?.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
  let folder = dirname(target);
  while (!(await isThere(folder)) && folder !== dirname(folder)) folder = dirname(folder);
  if (!(await statOf(folder))?.isDirectory()) throw Object.assign(new Error('No folder.'), { code: 'ENOTDIR' });
  await disk.access(folder, constants.W_OK | constants.X_OK);
}

async function writeTo(path: string, bytes: Uint8Array, disk: Disk): Promise<void> {
  // "a": what the shell has written to the file behind /dev/stdout stays.
  const handle = await disk.open(path, 'a');
  try {
    await handle.writeFile(bytes);
  } finally {
    await handle.close();
  }
}

async function replace(path: string, bytes: Uint8Array, disk: Disk): Promise<void> {
  const target = await finalPath(path);
  const folder = dirname(target);
  const before = await statOf(target);
  if (before?.isDirectory()) throw Object.assign(new Error('It is a folder.'), { code: 'EISDIR' });
  makeFolders(folder);
  const temporary = await writeTemporary(folder, bytes, disk, before ? before.mode & 0o777 : undefined);
  try {
    // Whatever the process takes off new files. Disks without permissions refuse.
    if (before) await chmod(temporary, before.mode & 0o7777).catch(() => {});
    await disk.rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/**
 * Makes the folder, and those that it lies in. Returns those that were not there, inner ones behind those that they lie in. Node's own way
 * (`recursive`) never ends in /proc, where nothing can be made and the folder above is there.
 */
export function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let each = resolve(folder); !existsSync(each) && each !== dirname(each); each = dirname(each))
    missing.unshift(each);
  return missing.filter(makeOne);
}

/** false: another process has made it meanwhile. */
function makeOne(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && existsSync(folder)) return false;
    throw error;
  }
}

/** A name of our own in every folder, short enough beside names of any length. */
const TEMPORARY = /^\.subtitle-translator-[\w-]+\.tmp$/;
export const temporaryName = (): string => `.subtitle-translator-${process.pid}-${randomBytes(6).toString('hex')}.tmp`;

/** Writes a file whose bytes have reached the disk, to be renamed. Resolves with its path. Leaves nothing behind if it fails. */
export async function writeTemporary(
  folder: string,
  bytes: Uint8Array | string,
  disk: Disk,
  mode = 0o666,
): Promise<string> {
  const path = join(folder, temporaryName());
  const handle = await disk.open(path, 'wx', mode);
  try {
    try {
      await handle.writeFile(bytes);
      await handle.sync().catch(unlessUnsupported);
    } finally {
      await handle.close();
    }
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
  return path;
}

/** Some disks of other computers cannot be told to write at once. */
function unlessUnsupported(error: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
}

/** After a power failure the new name is there. Windows and some disks refuse; the file itself is whole in any case. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Removes temporary files of a crash. Those of a process that still writes are younger than a day. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => TEMPORARY.test(each))) {
    const path = join(folder, name);
    const there = await stat(path).catch(() => undefined);
    if (there && Date.now() - there.mtimeMs > DAY_MS) await unlink(path).catch(() => {});
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

export const isNotThere = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

/** What could not be written, why, and what to do. */
export function whyUnwritten(path: string, error: unknown): string {
  const folder = dirname(path);
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${path} could not be written: the disk is full. Make room, then give the same command again.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `${path} could not be written: this user may not write in ${folder}. Change the folder's permissions, or choose another one with --out.`;
    case 'EISDIR':
      return `${path} could not be written: it is a folder. Choose another name with -o.`;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} could not be written: ${folder} is not a folder. Choose another one with --out.`;
    case 'ENAMETOOLONG':
      return `${path} could not be written: its name is too long for the disk. Choose a shorter one with -o.`;
    case 'EPIPE':
      return `${path} could not be written: the program that reads it has ended. Start that program again.`;
    default:
      return `${path} could not be written: ${errorText(error)}. Choose another folder with --out.`;
  }
}
