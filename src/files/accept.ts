import { fail, ok, type Result } from '../lib/result.ts';
import { shownName } from '../lib/text.ts';
import { hasSubtitleName, SUBTITLE_NAMES } from '../subtitles/formats.ts';
import { isProjectText, otherNameWords, PROJECT_HEAD, tooLargeWords } from './other-formats.ts';
import { goneWords } from './video-bytes.ts';

/** Accepts .srt files (with `anyFormat` also the other formats) of up to 20 MB. The error is a sentence for people. */
export function checkUpload(
  { name, size }: Pick<File, 'name' | 'size'>,
  { anyFormat = false } = {},
): Result<void, string> {
  const isSubtitle = hasSubtitleName(name);
  if (/\.(?:zip|rar|7z|gz)$/i.test(name))
    return fail(`"${shownName(name)}" is an archive. Unpack it, then open the subtitle file in it.`);
  const other = otherNameWords(name);
  if (other !== undefined) return fail(other);
  if (!(anyFormat ? isSubtitle : /\.srt$/i.test(name))) {
    if (isSubtitle) return fail(`Open "${shownName(name)}" with “Open…”. “Upload .srt” opens only .srt files.`);
    const ends = `${SUBTITLE_NAMES.slice(0, -1).join(', ')} or ${SUBTITLE_NAMES.at(-1)}`;
    return fail(
      anyFormat
        ? `"${shownName(name)}" is not an .srt file or another subtitle file. Choose one whose name ends in ${ends}.`
        : `"${shownName(name)}" is not an .srt file. Choose a subtitle file whose name ends in .srt.`,
    );
  }
  const tooLarge = tooLargeWords({ name, size });
  return tooLarge === undefined ? ok(undefined) : fail(tooLarge);
}

/**
 * The first subtitle file in natural order ("E2" before "E10"), and the number of other files. Without subtitle files, the first file, so that its
 * refusal can be shown.
 */
export function firstOfFiles<Named extends { readonly name: string }>(
  files: readonly Named[],
): { readonly file: Named | undefined; readonly left: number } {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const sorted = files.toSorted((one, other) => compare(one.name, other.name));
  const [first, ...others] = sorted.filter(({ name }) => hasSubtitleName(name));
  return { file: first ?? sorted[0], left: others.length };
}

/** Explains why a file with the name of a video was not recognized; undefined: the name is not that of a video. */
export async function notAFilmWords(file: File): Promise<string | undefined> {
  const { name, size } = file;
  if (!/\.(?:mk[v3]d?|webm|mp4|m4v|mov|avi|m?2?ts|flv|wmv|mpe?g|vob|og[mv]|3gp)$/i.test(name)) return undefined;
  if (size === 0) return `"${shownName(name)}" is empty.`;
  const isThere = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isThere
    ? `"${shownName(name)}" has the name of a video, but this page cannot read it as a video. Is it a subtitle file? Then give it a name that ends in .srt.`
    : goneWords(name);
}

/** Returns true if "Save project" wrote the file, whatever its name; false if the file cannot be read. */
export async function isProjectFile(file: Blob): Promise<boolean> {
  try {
    return isProjectText(await file.slice(0, PROJECT_HEAD).text());
  } catch {
    return false;
  }
}

/** A season has a few hundred files, which may lie among thousands of pictures. The limit keeps a person from reading a whole disk by mistake. */
const MOST_FILES = 10_000;
/** The number of folders within one another that are read. */
const DEEPEST = 5;

/** The readable files of a drop, including those in folders. */
export async function filesInFolders(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  async function walk(entry: FileSystemEntry, depth: number): Promise<void> {
    if (files.length >= MOST_FILES) return;
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      files.push(withPath(file, entry.fullPath.replace(/^\//, '')));
    } else if (isFolder(entry) && depth < DEEPEST) {
      for (const inner of await entriesOf(entry)) await walk(inner, depth + 1).catch(() => {});
    }
  }
  for (const entry of entries) await walk(entry, 0).catch(() => {});
  return files;
}

/** The files of a chosen folder; `filesInFolders` returns those of a drop. */
export async function filesOfFolder(root: FileSystemDirectoryHandle): Promise<readonly File[]> {
  const files: File[] = [];
  async function walk(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
    for await (const inner of folder.values()) {
      if (files.length >= MOST_FILES) return;
      const own = `${path}/${inner.name}`;
      if (inner.kind === 'file') await inner.getFile().then((file) => files.push(withPath(file, own)), skip);
      else if (own.split('/').length <= DEEPEST) await walk(inner, own).catch(skip);
    }
  }
  await walk(root, root.name).catch(skip);
  return files;
}

const skip = (): void => {};

/** Adds the path that files from a folder picker have. Browsers leave it empty in other files. */
const withPath = (file: File, path: string): File => Object.defineProperty(file, 'webkitRelativePath', { value: path });

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Reads all entries of a folder. A reader returns only some of them in each call, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
