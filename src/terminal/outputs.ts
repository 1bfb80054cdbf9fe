import { randomBytes } from 'node:crypto';
import { constants, existsSync, mkdirSync, type Stats } from 'node:fs';
import { access, chmod, open, readdir, readlink, realpath, rename, rmdir, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorText, safePart } from '../core.ts';

/** The functions of the disk that write. Tests replace them by disks that are full or read-only. */
export interface Disk {
  readonly access: typeof access;
  readonly open: typeof open;
  readonly rename: typeof rename;
}
export const DISK: Disk = { access, open, rename };

/** The facts of a file to translate that decide where its output is written. */
export interface OutputPlace {
  readonly path: string;
  /** Its folder, relative to the folder that was given; '': the file itself was given, or is directly in that folder. */
  readonly below: string;
}

/**
 * The path for the output `name`: beside its source, or in `out` with the same folders as at the source. The path begins as the person wrote it. Anybody may
 * have written a project file, so its film's name cannot lead out of the folder.
 */
export function outputPath({ path, below }: OutputPlace, name: string, out: string | undefined): string {
  const safe = safeName(name);
  if (out === undefined) return path.slice(0, path.length - basename(path).length) + safe;
  return [out.replace(/(?<=.)[\\/]+$/, '').replace(/^\/$/, ''), ...(below === '' ? [] : [below]), safe].join('/');
}

/** The name without what a name must not contain, or what leads to another folder. */
export function safeName(name: string, isWindows = process.platform === 'win32'): string {
  if (/^\.{0,2}$/.test(name)) return 'translated.srt';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain them.
  return isWindows ? safePart(name) : name.replace(/[\u0000-\u001f/]/g, '_');
}

/** The facts about a source's outputs before it is opened. */
export interface ExpectedOutputs {
  readonly path: string;
  /** "named": it was given as an argument. */
  readonly origin: string;
  readonly outputs: readonly string[];
  /** False: its outputs may get other names once it is open. */
  readonly areSure: boolean;
}

export interface Outputs {
  /**
   * Call it for all sources before anything is sent: claims the outputs of sources that were given as arguments, and checks that the program can write into all
   * folders. Resolves with the first reason why not.
   */
  claimAhead(sources: readonly ExpectedOutputs[]): Promise<string | undefined>;
  /**
   * Reserves the path for the output of `source`. Resolves with a sentence if the output cannot be written there: another source has reserved the path, the
   * path is a source itself, or the disk refuses. Changes nothing on the disk.
   */
  claim(path: string, source: string): Promise<string | undefined>;
  /**
   * Writes the file completely or not at all, and makes its folder. Follows a link; writes directly to what is not a regular file. Resolves with a sentence if
   * it fails.
   */
  write(path: string, bytes: Uint8Array): Promise<string | undefined>;
  /** Makes the folder of an output, if that is possible. */
  makeFolder(path: string): Promise<void>;
  /** Removes the folders that this object made and that are still empty. */
  removeEmpty(): Promise<void>;
}

interface OutputParts {
  /** The paths of all files that are translated. */
  readonly sources: readonly string[];
  /** Whether the system treats "film.srt" and "Film.srt" as one name. */
  readonly foldsCase: boolean;
  readonly disk: Disk;
}

const FOLDS_CASE = process.platform === 'win32' || process.platform === 'darwin';

export function createOutputs({ sources, foldsCase = FOLDS_CASE, disk = DISK }: Partial<OutputParts>): Outputs {
  const sourceOf = new Map<string, string>();
  const cleaned = new Set<string>();
  /** Inner folders come after the folders that contain them. */
  const made = new Set<string>();
  let sourceKeys: Promise<ReadonlySet<string>> | undefined;

  const keyOf = async (path: string): Promise<string> => {
    const whole = await finalPath(path);
    return foldsCase ? whole.normalize('NFC').toLowerCase() : whole;
  };

  async function claim(path: string, source: string): Promise<string | undefined> {
    try {
      if (await isStream(path)) return undefined;
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
      // Not reported here: writing the file will fail and say why.
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
      // rmdir refuses a folder that is not empty.
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

/** Whether the path is neither a regular file nor a folder: a terminal, a pipe, a device. */
export async function isStream(path: string): Promise<boolean> {
  // /dev/stdout may be a regular file that the shell has opened. Its name must not be given to another file.
  if (OPEN_FILE.test(resolve(path))) return true;
  const there = await statOf(path);
  return there !== undefined && !there.isFile() && !there.isDirectory();
}

/** Resolves with undefined if nothing exists there. */
async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** Whether an output would replace something. Rejects if nobody can look at the path. */
export const isThere = async (path: string): Promise<boolean> =>
  (await statOf(path)) !== undefined && !(await isStream(path));

/** The path after following all links, even if the file does not exist yet. */
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
  // "a": keeps what the shell has already written to the file behind /dev/stdout.
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
    // Sets the former permissions, whatever mask the process has for new files. Disks without permissions refuse.
    if (before) await chmod(temporary, before.mode & 0o7777).catch(() => {});
    await disk.rename(temporary, target);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
}

/**
 * Makes the folder and the folders that contain it. Returns the new ones, inner folders after outer ones. Node's own way (`recursive`) never ends in /proc,
 * where nothing can be made although the parent folder exists.
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

/** The names of our temporary files. They are in every folder, and short enough for any file name. */
const TEMPORARY = /^\.subtitle-translator-[\w-]+\.tmp$/;
export const temporaryName = (): string => `.subtitle-translator-${process.pid}-${randomBytes(6).toString('hex')}.tmp`;

/** Writes a temporary file, waits until its bytes are on the disk, and resolves with its path. The caller renames it. Removes it if it fails. */
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

/** Some network disks do not support writing at once. */
function unlessUnsupported(error: unknown): void {
  if (!['EINVAL', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
}

/** Makes the new name survive a power failure. Windows and some disks refuse, but the file itself is complete in any case. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Removes temporary files of crashed processes. Files of a process that is still writing are younger than a day. */
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

/** Says what could not be written, why, and what to do. */
export function whyUnwritten(path: string, error: unknown): string {
  const folder = dirname(path);
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${path} could not be written: the disk is full. Make room, then give the same command again.`;
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return `${path} could not be written: this user may not write in ${folder}. Change the folder's permissions, or choose another one with --out or -o.`;
    case 'EISDIR':
      return `${path} could not be written: it is a folder. Choose another name with -o.`;
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} could not be written: ${folder} is not a folder. Choose another one with --out or -o.`;
    case 'ENAMETOOLONG':
      return `${path} could not be written: its name is too long for the disk. Choose a shorter one with -o.`;
    case 'ELOOP':
      return `${path} could not be written: it is a link that leads back to itself. Remove the link.`;
    case 'EPIPE':
      return `${path} could not be written: the program that reads it has ended. Start that program again.`;
    default:
      return `${path} could not be written: ${errorText(error)}. Choose another folder with --out or -o.`;
  }
}
