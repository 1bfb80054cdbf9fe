import { createReadStream } from 'node:fs';
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, normalize } from 'node:path';
import {
  errorText,
  FILE_FORMATS,
  FORMATS,
  holdsSubtitles,
  isAlike,
  LOOKED_THROUGH_BYTES,
  savedName,
  tooLargeWords,
} from '../core.ts';
import {
  type Candidate,
  chooseOf,
  type FoundFile,
  filmsOf,
  isDoubtfulName,
  isSourceName,
  PROJECT,
  subtitlesAreThere,
  withoutEnding,
} from './choose-source.ts';
import { codeOf, isNotThere, type OutputPlace, outputPath } from './outputs.ts';

/** The functions of the disk that find sources. */
export interface Folders {
  /** In any order. Rejects if the folder cannot be read. */
  list(folder: string): Promise<readonly FolderEntry[]>;
  /** What exists at the path, after following links; undefined: nothing. */
  look(path: string): Promise<'file' | 'folder' | 'other' | undefined>;
  /** A file has one real path, whatever links point to it. */
  realPath(path: string): Promise<string>;
  /** The beginning of a text, one character per byte. */
  head(path: string): Promise<string>;
  /** When a file was last changed, in ms since 1970. */
  changedAt(path: string): Promise<number>;
}

interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface SourcesWanted {
  /** Files and folders that were given as arguments. */
  readonly named: readonly string[];
  /** Files and folders of `--files-from`. */
  readonly listed: readonly string[];
  readonly isRecursive: boolean;
  /** BCP 47; undefined: any language. */
  readonly from: string | undefined;
  /** BCP 47; undefined: a target whose language no file name says. */
  readonly targets: readonly (string | undefined)[];
  /** BCP 47. Skips films that have a file or a track in this language. */
  readonly skipLanguage: string | undefined;
  /** Translates films again that have their output. */
  readonly overwrite: boolean;
  /** The folder of the outputs; undefined: beside their sources. */
  readonly out: string | undefined;
  /** The only output; undefined: the sources' names decide. */
  readonly outputFile: string | undefined;
  /** Outputs contain both languages, and their names say so. */
  readonly isBoth: boolean;
}

export interface FoundSource extends OutputPlace {
  /** "named": it was given as an argument. Other videos are skipped if they have no track with a text. */
  readonly origin: 'named' | 'listed' | 'folder';
  readonly kind: 'text' | 'film' | 'project';
  /** BCP 47, from its name; undefined: the name does not say. */
  readonly language: string | undefined;
  /** The targets without an output. */
  readonly targets: readonly (string | undefined)[];
  /** Where the outputs will be written, as far as the names say. */
  readonly outputs: readonly string[];
  /** False: the outputs may get other names, because the content may be something else than the name says. */
  readonly areSure: boolean;
  /** With `skipLanguage`: the video of the same name, whose tracks must still be checked. */
  readonly film: string | undefined;
}

export interface LeftFile {
  readonly path: string;
  /** The reason, to follow the file's name and a colon: "it is translated already (Film.pt-BR.srt exists)". */
  readonly reason: string;
  /** The output that exists already; undefined: there is another reason. */
  readonly output: string | undefined;
}

interface FoundSources {
  /** In the order of translation. */
  readonly sources: readonly FoundSource[];
  readonly left: readonly LeftFile[];
  /** Given files that cannot be read, each with a sentence to follow its name. */
  readonly missing: readonly { readonly path: string; readonly message: string }[];
}

/** The paths in a list: one per line, or separated by NUL. */
export const pathsInList = (text: string, isByNul: boolean): readonly string[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(isByNul ? '\0' : /\r?\n/)
    .filter((path) => path !== '');

/** Whether a language (BCP 47) matches the requested one: "pt" matches any Portuguese, "pt-BR" only that of Brazil. */
export function isOfLanguage(language: string | undefined, asked: string): boolean {
  if (language === undefined || !isAlike(language, asked)) return false;
  const { region } = new Intl.Locale(asked);
  return region === undefined || region === new Intl.Locale(language).region;
}

/** Samples, trailers, and files that systems store for themselves. */
const isOfNoInterest = (name: string): boolean =>
  /^\.|^@eaDir$|^samples?$|(?:^|[-._])sample(?:\.[^.]+){1,3}$|-trailer(?:\.[^.]+){0,3}$/i.test(name);

/** Finds the files to translate by their names. Reads only the beginnings of files with a doubtful name. */
export async function findSources(disk: Folders, wanted: SourcesWanted): Promise<FoundSources> {
  const { found, left, missing } = await collect(disk, wanted);
  const films = await Promise.all(filmsOf(found).map((film) => withTimes(disk, film, wanted)));
  const chosen = films.flatMap((film) => {
    const files = chooseOf(film, wanted);
    left.push(...files.left.map((each) => ({ ...each, output: undefined })));
    return files.chosen.map((candidate) => ({ candidate, film }));
  });
  const sources: FoundSource[] = [];
  const outputs = outputsOn(disk);
  for (const { candidate, film } of chosen.toSorted((one, other) => one.candidate.at - other.candidate.at)) {
    const one = await withTargets(disk, outputs, candidate, film, wanted);
    if ('reason' in one) left.push(one);
    else sources.push(one);
  }
  return { sources, left, missing };
}

/** If nobody says the language, and a film exists in several, its oldest file is the source: the others may be translations of it. */
async function withTimes(
  disk: Folders,
  film: readonly Candidate[],
  { from }: SourcesWanted,
): Promise<readonly Candidate[]> {
  const languages = new Set(film.flatMap(({ kind, language }) => (kind === 'text' && language ? [language] : [])));
  if (from !== undefined || languages.size < 2) return film;
  const timed = film.map(async (each) => ({ ...each, changedAt: await timeOf(disk, each.path) }));
  return Promise.all(timed);
}

const timeOf = (disk: Folders, path: string): Promise<number> => disk.changedAt(path).catch(() => 0);

/** All files that could be sources, in the order of the call; within folders, in natural order. */
async function collect(disk: Folders, wanted: SourcesWanted) {
  const found: FoundFile[] = [];
  const left: LeftFile[] = [];
  const missing: { readonly path: string; readonly message: string }[] = [];
  const seen = new Set<string>();
  const walked = new Set<string>();
  const byName = new Set(await Promise.all(wanted.named.map((path) => realOf(disk, path))));

  async function add(path: string, below: string, given: FoundFile['origin']): Promise<void> {
    const real = await realOf(disk, path);
    if (seen.has(real)) return;
    if (await isUnnameable(disk, path)) return void left.push({ path, reason: NOT_UTF8, output: undefined });
    seen.add(real);
    const origin = byName.has(real) ? 'named' : given;
    const isText = origin === 'named' || !isDoubtfulName(path) || holdsSubtitles(await disk.head(path));
    if (isText) found.push({ path, below, origin, folder: await realOf(disk, dirname(path)) });
    else if (origin === 'listed') left.push({ path, reason: 'it contains no subtitles', output: undefined });
  }

  async function walk(folder: string, below: string): Promise<void> {
    const real = await realOf(disk, folder);
    if (walked.has(real)) return;
    walked.add(real);
    for (const { name, kind } of await entriesOf(disk, folder)) {
      const path = inFolder(folder, name);
      const inner = await behindLink(disk, path, kind);
      if (inner === 'file' && isSourceName(name)) await add(path, below, 'folder');
      if (inner === 'folder' && wanted.isRecursive) await walkInner(path, [below, name].filter(Boolean).join('/'));
    }
  }

  const walkInner = (path: string, below: string): Promise<unknown> =>
    walk(path, below).catch(() => left.push({ path, reason: 'it cannot be read', output: undefined }));

  async function give(path: string, origin: 'named' | 'listed'): Promise<void> {
    try {
      const kind = await disk.look(path);
      if (kind === undefined) missing.push({ path, message: goneWords('It') });
      else if (kind === 'folder') await walk(path, origin === 'listed' ? belowOf(path) : '');
      else await add(path, origin === 'listed' ? belowOf(dirname(path)) : '', origin);
    } catch (error) {
      missing.push({ path, message: unreadWords('It', error) });
    }
  }

  for (const path of wanted.named) await give(path, 'named');
  for (const path of wanted.listed) await give(path, 'listed');
  if (wanted.skipLanguage !== undefined) {
    const folders = new Set(found.filter(({ origin }) => origin !== 'folder').map(({ path }) => dirname(path)));
    for (const folder of folders) {
      const beside = (await entriesOf(disk, folder)).filter(({ name }) => isSourceName(name) && !isDoubtfulName(name));
      for (const { name } of beside) await add(inFolder(folder, name), '', 'beside');
    }
  }
  return { found, left, missing };
}

const realOf = (disk: Folders, path: string): Promise<string> => disk.realPath(path).catch(() => path);

const NOT_UTF8 = 'its name is not in UTF-8, so the program cannot open it. Rename it';

/** Node replaces bytes of a name that are not UTF-8, so the file is not found. */
const isUnnameable = async (disk: Folders, path: string): Promise<boolean> =>
  path.includes('\uFFFD') && (await disk.look(path)) === undefined;

/** Ignores a link that leads nowhere or that may not be followed. */
const behindLink = async (disk: Folders, path: string, kind: FolderEntry['kind']) =>
  kind === 'link' ? disk.look(path).catch(() => undefined) : kind;

const inFolder = (folder: string, name: string): string => `${folder.replace(/[\\/]+$/, '')}/${name}`;

/** The folder below `--out` for a file of a list, if the list says it. */
function belowOf(folder: string): string {
  const below = normalize(folder).replaceAll('\\', '/');
  return below === '.' || isAbsolute(folder) || /^\.\.(?:\/|$)/.test(below) ? '' : below.replace(/\/$/, '');
}

/** The same order on all computers, so that a place in a list always means the same file. */
const { compare } = new Intl.Collator('en', { numeric: true });

async function entriesOf(disk: Folders, folder: string): Promise<readonly FolderEntry[]> {
  const entries = (await disk.list(folder)).filter(({ name }) => !isOfNoInterest(name));
  return entries.toSorted((one, other) => compare(one.name, other.name) || (one.name < other.name ? -1 : 1));
}

/** The source with its targets without an output, or the reason why it is not translated. */
async function withTargets(
  disk: Folders,
  written: WrittenOutputs,
  one: Candidate,
  film: readonly Candidate[],
  wanted: SourcesWanted,
): Promise<FoundSource | LeftFile> {
  const { path, below, origin, kind, language } = one;
  const { skipLanguage, overwrite } = wanted;
  const inLanguage = film.find((each) => skipLanguage !== undefined && isOfLanguage(each.language, skipLanguage));
  if (skipLanguage !== undefined && inLanguage)
    return { path, reason: subtitlesAreThere(skipLanguage, inLanguage.path), output: undefined };
  const asked = wanted.targets.filter((target) => origin === 'named' || target === undefined || target !== language);
  const places = asked.map((target) => ({ target, paths: outputPaths(one, target, wanted) }));
  // A source that is its own output is refused later, with a reason.
  const isWritten =
    wanted.outputFile === undefined || (await realOf(disk, wanted.outputFile)) !== (await realOf(disk, path));
  const done = await Promise.all(
    places.map(({ paths }) => (overwrite || !isWritten ? undefined : written.findOutput(paths))),
  );
  const rest = places.filter((_, at) => done[at] === undefined);
  if (rest.length === 0) {
    const output = done.find((each) => each !== undefined);
    const isOlder = output !== undefined && (await timeOf(disk, output)) < (await timeOf(disk, path));
    const hint = isOlder ? '. The file was changed since then: --overwrite translates it again' : '';
    return { path, reason: `it is translated already (${basename(output ?? path)} exists)${hint}`, output };
  }
  return {
    path,
    below,
    kind,
    language,
    origin: origin === 'beside' ? 'folder' : origin,
    targets: rest.map(({ target }) => target),
    outputs: rest.flatMap(({ paths }) => paths.slice(0, 1)),
    areSure: rest.every(({ paths }) => paths.length === 1),
    film: skipLanguage === undefined ? undefined : film.find((each) => each.kind === 'film')?.path,
  };
}

/** All paths that the output may get. */
function outputPaths(
  one: Candidate,
  target: string | undefined,
  { out, outputFile, isBoth }: SourcesWanted,
): readonly string[] {
  if (outputFile !== undefined) return [outputFile];
  return savedNames(one, target, isBoth).map((name) => outputPath(one, name, out));
}

/** The format of a track, or of a .txt file, is unknown until it is open. */
function savedNames({ name, kind }: Candidate, target: string | undefined, isBoth: boolean): readonly string[] {
  const own = FILE_FORMATS.find((format) => FORMATS[format].endings.some((end) => name.toLowerCase().endsWith(end)));
  if (own !== undefined) return [savedName(name, target, own, { isBoth })];
  const base = kind === 'project' ? name.replace(PROJECT, '') : withoutEnding(name);
  const opened = kind === 'text' ? [name] : [`${base}.srt`, `${base}.sdh.srt`];
  const saved = opened.map((each) => savedName(each, target, 'srt', { isBoth }));
  // A .sub file beside a video usually contains pictures. No track is saved as one.
  const formats = FILE_FORMATS.filter((format) => kind !== 'film' || format !== 'sub');
  return saved.flatMap((each) => formats.map((format) => each.replace(/srt$/, format)));
}

interface WrittenOutputs {
  /** The first of these paths that has a file. */
  findOutput(paths: readonly string[]): Promise<string | undefined>;
}

/** Reads each folder of outputs once. */
function outputsOn(disk: Folders): WrittenOutputs {
  const known = new Map<string, Promise<ReadonlyMap<string, FolderEntry['kind']>>>();
  async function read(folder: string) {
    // A folder that does not exist yet has no outputs.
    const entries = await disk.list(folder).catch(() => []);
    return new Map(
      entries.filter(({ kind }) => kind === 'file' || kind === 'link').map(({ name, kind }) => [name, kind] as const),
    );
  }
  return {
    async findOutput(paths) {
      const folder = dirname(paths[0] ?? '');
      const names = known.get(folder) ?? read(folder);
      known.set(folder, names);
      const written = await names;
      for (const path of paths) {
        const kind = written.get(basename(path));
        // The output is yet to be written through a link that leads to no file.
        if (kind !== undefined && (await behindLink(disk, path, kind)) !== undefined) return path;
      }
      return undefined;
    },
  };
}

/** Reads a subtitle file or a project. Rejects a file that is too large for subtitles: a video under another name could fill the memory. */
export async function readWhole(path: string): Promise<Uint8Array> {
  const [name, file] = [basename(path), await stat(path)];
  if (!file.isFile() && !file.isDirectory()) return readStream(name, createReadStream(path));
  if (!/\.json$/i.test(path)) refuseLarge(name, file.size);
  return readFile(path);
}

/** Reads a stream to its end. Rejects if it is too long for subtitles: a device such as /dev/zero has no end. */
export async function readStream(name: string, stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    refuseLarge(name, size);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class TooLarge extends Error {}

function refuseLarge(name: string, size: number): void {
  const words = tooLargeWords({ name, size });
  if (words !== undefined) throw new TooLarge(words);
}

const goneWords = (path: string): string => `${path} does not exist. Check its name and its folder.`;

/** Says why a file cannot be read, and what to do. */
export function unreadWords(path: string, error: unknown): string {
  if (isNotThere(error)) return goneWords(path);
  if (error instanceof TooLarge) return error.message;
  switch (codeOf(error)) {
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be read: this user may not read it. Change its permissions, or leave it out.`;
    case 'EISDIR':
      return `${path} is a folder. Give a file instead.`;
    default:
      return `${path} cannot be read: ${errorText(error)}. Check the disk, or leave it out.`;
  }
}

/** The disk of this computer. */
export const FOLDERS: Folders = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map((entry) => ({
      name: entry.name,
      kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : 'other',
    }));
  },
  async look(path) {
    try {
      const there = await stat(path);
      return there.isFile() ? 'file' : there.isDirectory() ? 'folder' : 'other';
    } catch (error) {
      if (isNotThere(error) || codeOf(error) === 'ELOOP') return undefined;
      throw error;
    }
  },
  realPath: (path) => realpath(path),
  changedAt: async (path) => (await stat(path)).mtimeMs,
  async head(path) {
    const file = await open(path, 'r');
    try {
      const bytes = Buffer.alloc(LOOKED_THROUGH_BYTES);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.toString('latin1', 0, bytesRead);
    } finally {
      await file.close();
    }
  },
};
