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
