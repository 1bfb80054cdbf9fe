import { namesWords, nameWithoutMarks, shownName, withoutInvisible } from '../lib/text.ts';
import { partsOfName } from '../review/saved-name.ts';
import type { FilmOptions } from '../translation/batch.ts';
import type { Work } from './film.ts';

/** The names of films in their list, those of the files that "Save all" puts into one archive, and the name of the archive. */

/** A file to be saved. `path`: of the opened file; `name`: the name that "Save as" would give it. */
interface NamedFile {
  readonly path: string;
  readonly name: string;
}

const folderOf = (path: string): readonly string[] => path.split('/').slice(0, -1);

/** The folder that contains all files; undefined: there is none. */
export function commonFolder(paths: readonly string[]): string | undefined {
  const [first] = folderOf(paths[0] ?? '');
  return first !== undefined && paths.every((path) => folderOf(path)[0] === first) ? first : undefined;
}

export const fileNameOf = ({ path }: Pick<NamedFile, 'path'>): string => path.slice(path.lastIndexOf('/') + 1);

/** The names of films in their list: the file's name or, if two names are equal, its path within the folder that contains all files. */
export function labelsOf(rows: readonly Pick<NamedFile, 'path'>[]): readonly string[] {
  const names = rows.map((row) => nameWithoutMarks(fileNameOf(row)));
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const folder = commonFolder(rows.map(({ path }) => path));
  return rows.map(({ path }, at) => {
    const name = names[at] ?? '';
    return counts.get(name) === 1 ? name : nameWithoutMarks(path.slice(folder === undefined ? 0 : folder.length + 1));
  });
}

/** Returns the name of a film of this list, for a sentence. */
export function namesInList(rows: readonly ListedFile[]): (film: ListedFile) => string {
  const labels = labelsOf(rows);
  const byId = new Map(rows.map(({ id }, at) => [id, labels[at]] as const));
  return (film) => shownName(byId.get(film.id) ?? fileNameOf(film));
}
interface ListedFile extends Pick<NamedFile, 'path'> {
  readonly id: string;
}

/** Parts of a name: a run of letters and digits, or a sign between two. */
const partsOf = (name: string): readonly string[] => name.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u);

/** The names of the rows without the common beginning and end of all names: "E03" for "Show.E03.srt". If nothing remains, the whole name. */
export function shortNamesOf(rows: readonly Pick<NamedFile, 'path'>[]): readonly string[] {
  const names = labelsOf(rows);
  const parts = names.map(partsOf);
  const [first = [], ...others] = parts;
  const shortest = Math.min(...parts.map(({ length }) => length));
  const areSame = (at: number) => others.length > 0 && others.every((other) => other.at(at) === first.at(at));
  let start = 0;
  while (start < shortest && areSame(start)) start++;
  let end = 0;
  while (end < shortest - start && areSame(-end - 1)) end++;
  const short = (own: readonly string[]) =>
    own
      .slice(start, own.length - end)
      .join('')
      .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  return parts.map((own, at) => short(own) || (names[at] ?? ''));
}

/** Paths that are not as "Save as" would name them, which the page names before it saves. */
export interface OtherNames {
  /** They got a number, because another file has the same path. */
  readonly numbered: readonly string[];
  /** They have "_" in place of characters that Windows or the browser does not allow. */
  readonly replaced: readonly string[];
}

/**
 * The paths within the archive, or within the folder in which the files are saved, in the order of `files`. The folder that contains all files becomes the
 * archive's name. No path leads out of the archive, Windows can write each of them, and no two are equal there. `into`: "archive"; "own-folders": beside the
 * opened files, whose folders keep their names; "chosen-folder". `all`: all opened files; `files` is a part of them. `numbers`: knows the paths of other files.
 */
export function archivePaths(
  files: readonly NamedFile[],
  into: 'archive' | 'own-folders' | 'chosen-folder' = 'archive',
  all: readonly Pick<NamedFile, 'path'>[] = files,
  numbers = createNumbering(),
): OtherNames & { readonly paths: readonly string[] } {
  const isInFolder = commonFolder(all.map(({ path }) => path)) !== undefined;
  const numbered: string[] = [];
  const replaced: string[] = [];
  const paths = files.map(({ path, name }) => {
    const folders = folderOf(path).slice(isInFolder ? 1 : 0);
    const safePartHere = into === 'archive' ? safePart : writablePart;
    const safe = [...(into === 'own-folders' ? folders : folders.map(safePartHere)), safePartHere(name)].join('/');
    const free = numbers(safe);
    if (free !== safe) numbered.push(free);
    // A name without its invisible characters looks as before.
    if (withoutInvisible(safe) !== withoutInvisible([...folders, name].join('/'))) replaced.push(free);
    return free;
  });
  return { paths, numbered, replaced };
}

/** Sentences about changed names, for after the files were saved. */
export function otherNamesWords({ numbered, replaced }: OtherNames): readonly string[] {
  const names = `${replaced.length} ${replaced.length === 1 ? 'name has' : 'names have'}`;
  return [
    ...(numbered.length > 0
      ? [`Several files would have the same name. These got a number: ${namesWords(numbered)}.`]
      : []),
    ...(replaced.length > 0 ? [`${names} “_” in place of characters that Windows or the browser does not allow.`] : []),
  ];
}

/** On some systems, two paths that differ only in upper and lower case, or in the composition of letters, are the same path. */
const keyOf = (path: string): string => path.normalize('NFC').toLowerCase();

/** Returns a function that adds a number to a path if an earlier path is the same. */
export function createNumbering(): (path: string) => string {
  const taken = new Set<string>();
  return (path) => {
    const free = freePath(path, taken);
    taken.add(keyOf(free));
    return free;
  };
}

function freePath(path: string, taken: ReadonlySet<string>): string {
  const [ending = ''] = /\.[^./]*$/.exec(path) ?? [];
  const file = fileNameOf({ path });
  const { name } = partsOfName(file);
  // Players read the language between the last two dots.
  const at =
    name !== '' && file.startsWith(name) ? path.length - file.length + name.length : path.length - ending.length;
  let free = path;
  for (let number = 2; taken.has(keyOf(free)); number++) free = `${path.slice(0, at)} (${number})${path.slice(at)}`;
  return free;
}

/** Windows opens a device under these names, whatever follows the first dot. */
const OF_DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/** A name that Windows accepts for a file or folder, and that cannot lead to another folder. */
export const safePart = (part: string): string =>
  part
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .replace(OF_DEVICES, '$&_') || '_';

/**
 * The same name as Chromium lets a page write it into a folder: its base/i18n/file_util_icu.cc also refuses invisible characters, and blanks and "~" at the ends.
 */
const writablePart = (part: string): string => safePart(withoutInvisible(part)).replace(/^[\s~]+|[\s~]+$/g, '_');

/** Equal for a path and for the one as which "Save all" or "Save into a folder…" may have saved it. */
export const savedKeyOf = (path: string): string => keyOf(path.split('/').map(writablePart).join('/'));
/** Whether both can differ, in much less time. */
export const isSavedOtherwise = (path: string): boolean => /[\p{C}<>:"\\|?*~]|[\s.](?:\/|$)|(?:^|\/)\s/u.test(path);

/** "Show.pt.zip": the folder's name, or the common beginning of all names up to the number in which they differ. */
export function archiveName(files: readonly NamedFile[], language: string | undefined): string {
  const stems = files.map(({ path }) => partsOfName(path.slice(path.lastIndexOf('/') + 1)).name);
  const name = commonFolder(files.map(({ path }) => path)) ?? commonStart(stems);
  return [safePart(name || 'subtitles'), ...(language === undefined ? [] : [language]), 'zip'].join('.');
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length--;
  // Removes the beginning of this number, and the word or letter before it: "Show.S01E0" becomes "Show".
  const start = first.slice(0, length);
  const whole = others.length === 0 ? start : start.replace(/\d+$/, '');
  return whole.replace(/[\s._\-([]*(?:s(?:eason)?[\s._-]*\d+)?[\s._-]*(?:e|ep|episode|part)?[\s._\-([]*$/i, '');
}

/** A series in the form of a project file. */
export interface SeriesOfProject {
  readonly films: readonly FilmOfProject[];
  /** The index of the film that is open. */
  readonly openAt: number;
  /** The cost of films that were finally removed. */
  readonly spentByGone: Work['spent'];
  /** The options of films that were not begun. */
  readonly options: FilmOptions;
}
export interface FilmOfProject {
  /** The path of its file, as in its row. */
  readonly path: string;
  /** A person wants it to be translated, although the run would skip it. */
  readonly isWanted: boolean;
  /** When its file was added, an earlier film had the same text. */
  readonly isCopy: boolean;
  readonly film: Work;
}
