import { fail, ok, type Result } from '../lib/result.ts';
import { hasSubtitleName, SUBTITLE_NAMES } from './endings.ts';
import { otherNameWords } from './other-formats.ts';

const MAX_UPLOAD_BYTES = 20 * 1024 * 1024;

/** Whether a file may be opened: .srt, or with `anyFormat` the other formats, of at most 20 MB. The error is a sentence for people. */
export function checkUpload(
  { name, size }: Pick<File, 'name' | 'size'>,
  { anyFormat = false } = {},
): Result<void, string> {
  const isSubtitle = hasSubtitleName(name);
  if (/\.(?:zip|rar|7z|gz)$/i.test(name))
    return fail(`"${name}" is packed. Unpack it, and open the subtitle file that is in it.`);
  const other = otherNameWords(name);
  if (other !== undefined) return fail(other);
  if (!(anyFormat ? isSubtitle : /\.srt$/i.test(name))) {
    const ends = `${SUBTITLE_NAMES.slice(0, -1).join(', ')} or ${SUBTITLE_NAMES.at(-1)}`;
    const more = isSubtitle ? ', or open this one with “Open…”' : '';
    return fail(
      anyFormat
        ? `"${name}" is not an .srt file or another subtitle file. Choose one whose name ends in ${ends}.`
        : `"${name}" is not an .srt file. Choose a subtitle file whose name ends in .srt${more}.`,
    );
  }
  if (size > MAX_UPLOAD_BYTES) {
    const megabytes = Math.ceil(size / 1024 / 1024);
    return fail(
      `"${name}" is too large for a subtitle file (${megabytes} MB; at most 20 MB). Check that it is not a video, or split it into smaller files.`,
    );
  }
  return ok(undefined);
}

/** The first subtitle file in natural order ("E2" before "E10") and how many more there are; where none is, the first file, to be refused. */
export function firstOfFiles<Named extends { readonly name: string }>(
  files: readonly Named[],
): { readonly file: Named | undefined; readonly left: number } {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = files.toSorted((one, other) => compare(one.name, other.name));
  const [first, ...others] = sorted.filter(({ name }) => hasSubtitleName(name));
  return { file: first ?? sorted[0], left: others.length };
}

/** What is said of a file whose name alone promises a film; undefined: its name promises none. */
export async function notAFilmWords(file: File): Promise<string | undefined> {
  const { name, size } = file;
  if (!/\.(?:mk[v3]d?|webm|mp4|m4v|mov|avi|m?2?ts|flv|wmv|mpe?g|vob|og[mv]|3gp)$/i.test(name)) return undefined;
  if (size === 0) return `"${name}" is empty: there is neither a film nor a text in it.`;
  const isThere = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isThere
    ? `"${name}" is named as a film, but holds none that this page knows. If it is a text of subtitles, let its name end in .srt.`
    : goneWords(name);
}

/** What is said of a file that cannot be read any more. */
export const goneWords = (name: string): string =>
  `"${name}" could not be read. Was it moved or changed? Open it again.`;

/** What a project file begins with (project.ts, which is part of the first load, as this module is not). */
const BEGINNING = /^\s*\{\s*"format":\s*"subtitle-translator-project"/;
const BEGINNING_BYTES = 200;

/** Whether a file is one that "Save project" made, whatever its name; false if it cannot be read. */
export async function isProjectFile(file: Blob): Promise<boolean> {
  try {
    return BEGINNING.test(await file.slice(0, BEGINNING_BYTES).text());
  } catch {
    return false;
  }
}

/** A season is a few hundred files; a whole disk must not be read by mistake. */
const MOST_FILES = 2_000;
const DEEPEST = 5;

/** The files of what was dropped, folders looked through. What cannot be read is left out. */
export async function filesInFolders(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  async function walk(entry: FileSystemEntry, depth: number): Promise<void> {
    if (files.length >= MOST_FILES) return;
    if (isFile(entry)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)));
    else if (isFolder(entry) && depth < DEEPEST) {
      for (const inner of await entriesOf(entry)) await walk(inner, depth + 1).catch(() => {});
    }
  }
  for (const entry of entries) await walk(entry, 0).catch(() => {});
  return files;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader gives a part at each call, and nothing after the last one. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
