import { archivePaths } from '../../film/archive.ts';
import { allOk, canStop, type Work } from '../../film/film.ts';
import { isFilmWhole } from '../../film/films.ts';
import { type FilmRow, type FolderOfFile, isDone, type SeriesRecords } from '../../film/series.ts';
import { countWords, grouped, stampOf } from '../../lib/text.ts';
import { pickFolder } from '../kit/browser.ts';
import {
  askBeside,
  type FileOfFilm,
  filesOfFilms,
  filmsIn,
  noteSaved,
  rowsToSave,
  type SavingParts,
} from './save-all.ts';

interface Parts extends SavingParts {
  readonly records: Pick<SeriesRecords, 'folders'>;
}

/** Only Chromium has this method. */
interface AskableFolder extends FileSystemDirectoryHandle {
  requestPermission?(options: { readonly mode: 'readwrite' }): Promise<PermissionState>;
}

/** A file on its way into a folder. */
interface Target {
  readonly file: FileOfFilm;
  readonly root: FileSystemDirectoryHandle;
  /** Below the root. */
  readonly path: string;
}

type Replacing = 'replace' | 'keep' | 'cancel';

const shownPath = ({ root, path }: Target): string => `${root.name}/${path}`;

/** Where films are saved. */
interface Places {
  /** By the film's id: the folder in which its file lies. */
  readonly known: ReadonlyMap<string, FolderOfFile>;
  /** For all other films. */
  readonly chosen: FileSystemDirectoryHandle | undefined;
  /** Folders into which the browser does not let the page write. */
  readonly refused: ReadonlySet<FileSystemDirectoryHandle>;
}

/** What became of files, to be told. */
interface Outcome {
  readonly written: FileOfFilm[];
  readonly names: {
    readonly written: string[];
    readonly kept: string[];
    readonly failed: string[];
    readonly changed: string[];
  };
}
const nothingYet = (): Outcome => ({ written: [], names: { written: [], kept: [], failed: [], changed: [] } });

/** "Save into a folder…" and "Save each film as it is done". */
export function createFolderSaving(parts: Parts) {
  const { session, settings, records, set, getState, inTurn, rest } = parts;
  /** The folder that a person has chosen for films of which no folder is known. */
  let chosen: FileSystemDirectoryHandle | undefined;
  /** A person has answered "Replace" before. */
  let mayReplace = false;

  async function foldersOf(rows: readonly FilmRow[]): Promise<Map<string, FolderOfFile>> {
    const found = await records.folders().then(
      (folders) => folders.of(rows.map(({ id }) => id)),
      () => [],
    );
    return new Map(rows.flatMap(({ id }, at) => (found[at] ? [[id, found[at]] as const] : [])));
  }

  /** Asks for all that is needed to write these films; undefined: a person has chosen no folder. A browser asks only right after a press. */
  async function places(rows: readonly FilmRow[], again: boolean): Promise<Places | undefined> {
    const known = await foldersOf(rows);
    if (rows.some(({ id }) => !known.has(id)) && (again || !chosen)) {
      const picked = await pickFolder('readwrite')?.catch(() => undefined);
      if (!picked) return undefined;
      chosen = picked;
    }
    return { known, chosen, refused: await refusedOf([...known.values()].map(({ root }) => root)) };
  }

  /** The files with their paths, and what is to be told of names. */
  function targetsOf(files: readonly FileOfFilm[], { known, chosen, refused }: Places, outcome: Outcome) {
    const told: string[] = [];
    const targets: Target[] = [];
    const groups = grouped(files, ({ row }) => known.get(row.id)?.root.name);
    for (const [name, group] of groups) {
      const named = group.map(({ row: { path }, name }) => ({ path, name }));
      const { paths, told: ofNames } = archivePaths(named, name !== undefined);
      told.push(...ofNames);
      group.forEach((file, at) => {
        const root = known.get(file.row.id)?.root ?? chosen;
        if (!root || refused.has(root)) outcome.names.failed.push(file.row.path);
        else targets.push({ file, root, path: paths[at] ?? '' });
      });
    }
    return { targets, told };
  }

  async function writeAll(targets: readonly Target[], { known }: Places, replaces: boolean, outcome: Outcome) {
    const { names } = outcome;
    for (const target of targets) {
      const { file } = target;
      const folder = known.get(file.row.id);
      if (folder && (await hasChanged(file.row, folder))) names.changed.push(file.row.path);
      const wasThere = await isThere(target);
      if (!replaces && wasThere) names.kept.push(shownPath(target));
      else if (await isWritten(target, wasThere)) {
        names.written.push(target.root.name);
        outcome.written.push(file);
      } else names.failed.push(shownPath(target));
    }
    await inTurn(() => noteSaved(parts, filmsIn(outcome.written)));
  }

  let isSaving = false;
  /** Another press while files are written is not meant. */
  async function saveInto(withOriginals: boolean): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    await saveNow(withOriginals).finally(() => {
      isSaving = false;
    });
  }

  async function saveNow(withOriginals: boolean): Promise<void> {
    set({ told: '' });
    const { rows: all, told: ofSkipped } = rowsToSave(parts);
    // A film that is done only later has no folder here.
    const rows = all.filter((row) => withOriginals || isDone(row));
    const where = await places(rows, true);
    if (!where) return;
    const { files, told } = await inTurn(async () => {
      await session.writeResult();
      await rest();
      return filesOfFilms(parts, rows, withOriginals);
    });
    const outcome = nothingYet();
    const { targets, told: ofNames } = targetsOf(files, where, outcome);
    const there = await Promise.all(targets.map(isThere));
    const existing = targets.filter((_, at) => there[at]).map(shownPath);
    const how =
      existing.length === 0
        ? 'keep'
        : await askBeside<Replacing>(parts, (answer) => ({ kind: 'existing', paths: existing, answer }));
    if (how === 'cancel') return;
    mayReplace ||= how === 'replace';
    await writeAll(targets, where, how === 'replace', outcome);
    set({ told: [...told, ...outcomeWords(outcome, where), ...ofNames, ...ofSkipped].join(' ') });
  }

  /** While films are saved as they are done: those that were done before, and what became of the others. */
  let following: { readonly done: Set<string>; readonly where: Places; outcome: Outcome } | undefined;
  let saving = Promise.resolve();
  let under = 0;
  const works = () => [session.store.getState(), ...session.others.getState().values()];

  async function saveAsDone(isWanted: boolean): Promise<void> {
    following = undefined;
    set({ savesAsDone: false });
    if (!isWanted) return;
    const { rows } = rowsToSave(parts);
    const where = await places(
      rows.filter((row) => !isDone(row)),
      false,
    );
    if (!where) return;
    if (where.refused.size > 0) return set({ told: outcomeWords(nothingYet(), where).join(' ') });
    following = { done: new Set(rows.filter(isDone).map(({ id }) => id)), where, outcome: nothingYet() };
    set({ savesAsDone: true });
    follow();
  }

  function follow(): void {
    if (!following) return;
    const { done } = following;
    for (const work of works()) {
      if (!isFilmWhole(work) || work.batches.length === 0) continue;
      if (!allOk(work)) done.delete(work.id);
      else if (!done.has(work.id)) {
        done.add(work.id);
        under++;
        saving = saving
          .then(() => saveOne(work))
          .finally(() => {
            under--;
            tellAtEnd();
          });
      }
    }
    tellAtEnd();
  }

  async function saveOne({ id }: Work): Promise<void> {
    const now = following;
    const row = rowsToSave(parts).rows.find((one) => one.id === id);
    if (!now || !row) return;
    // A file that was added since has a folder, too.
    const known = new Map([...now.where.known, ...(await foldersOf([row]))]);
    const where = { ...now.where, known };
    const { files } = await inTurn(() => filesOfFilms(parts, [row], false));
    await writeAll(targetsOf(files, where, now.outcome).targets, where, mayReplace, now.outcome);
  }

  function tellAtEnd(): void {
    if (!following || under > 0 || works().some(canStop)) return;
    const words = outcomeWords(following.outcome, following.where);
    if (words.length === 0) return;
    following.outcome = nothingYet();
    set({ told: words.join(' ') });
  }

  /** What a person has chosen for this list holds for no other one. */
  function leaveList(): void {
    following = undefined;
    chosen = undefined;
    mayReplace = false;
  }

  /** Whoever empties a film, or lets the page forget keys, wants nothing of it to stay in the browser. */
  async function forgetFolders(): Promise<void> {
    leaveList();
    if (getState().savesAsDone) set({ savesAsDone: false });
    await records
      .folders()
      .then((folders) => folders.forgetAll())
      .catch(() => {});
  }
  settings.store.subscribe(({ forgetting }, before) => {
    if (forgetting.times !== before.forgetting.times) void forgetFolders();
  });
  session.store.subscribe((film, before) => {
    const isCleared = film.sourceText === '' && before.sourceText !== '' && before.batches.length === 0;
    // A list that is put away may come back with its folders.
    const hasEnded = film.id === '' && film.past === before.past;
    if (before.id !== '' && (hasEnded || (film.id === before.id && isCleared))) void forgetFolders();
    follow();
  });
  session.others.subscribe(follow);

  return {
    saveInto,
    saveAsDone,
    leaveList,
    /** Notes where a file lies whose film has just come into the list. */
    async keepFolder(id: string, folder: FolderOfFile | undefined): Promise<void> {
      // Without it, a folder is chosen.
      if (folder)
        await records
          .folders()
          .then((folders) => folders.keep(id, folder))
          .catch(() => {});
    },
  };
}

/** What tells later whether a file has changed, if it lies in one of these folders. Of two folders of one name the page cannot tell in which. */
export function folderOfFile(
  file: File,
  bytes: Uint8Array<ArrayBuffer>,
  roots: readonly FileSystemDirectoryHandle[],
): FolderOfFile | undefined {
  const path = file.webkitRelativePath;
  const [root, other] = roots.filter(({ name }) => path.startsWith(`${name}/`));
  if (!root || other) return undefined;
  return { root, path, size: file.size, modifiedAt: file.lastModified, stamp: stampOfBytes(bytes) };
}

const stampOfBytes = (bytes: BufferSource): string => stampOf(new TextDecoder('latin1').decode(bytes));

/** Asks once for each folder. Returns those into which the page may not write. */
async function refusedOf(folders: readonly FileSystemDirectoryHandle[]) {
  const asked: (readonly [FileSystemDirectoryHandle, boolean])[] = [];
  const refused = new Set<FileSystemDirectoryHandle>();
  for (const root of folders) {
    const same = await Promise.all(asked.map(([one]) => one.isSameEntry(root)));
    const [, may] = asked[same.indexOf(true)] ?? [root, await mayWrite(root)];
    asked.push([root, may]);
    if (!may) refused.add(root);
  }
  return refused;
}

/** A browser that has no question to ask lets the page write. */
async function mayWrite(folder: AskableFolder): Promise<boolean> {
  try {
    return (await (folder.requestPermission?.({ mode: 'readwrite' }) ?? 'granted')) === 'granted';
  } catch {
    return false;
  }
}

/** True if the opened file is not the same any more. One that is gone is not told. */
async function hasChanged(row: FilmRow, { root, path, size, modifiedAt, stamp }: FolderOfFile): Promise<boolean> {
  // Another file was opened in this row.
  if (row.path !== path) return false;
  try {
    const { folder, name } = await placeOf({ root, path: path.split('/').slice(1).join('/') }, false);
    const file = await (await folder.getFileHandle(name)).getFile();
    if (file.size === size && file.lastModified === modifiedAt) return false;
    return stampOfBytes(await file.arrayBuffer()) !== stamp;
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

/** An empty file is what a browser leaves that was closed while it wrote. */
async function isThere(target: Target): Promise<boolean> {
  try {
    const { folder, name } = await placeOf(target, false);
    return (await (await folder.getFileHandle(name)).getFile()).size > 0;
  } catch {
    return false;
  }
}

/** Writes a file as a whole or not at all: the browser puts it into its place once all of it is written. */
async function isWritten(target: Target, wasThere: boolean): Promise<boolean> {
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
      if (!wasThere) await folder.removeEntry(name).catch(() => {});
      throw error;
    }
    return true;
  } catch {
    return false;
  }
}

function outcomeWords({ names: { written, kept, failed, changed } }: Outcome, { refused }: Places): readonly string[] {
  const folders = [...new Set([...refused].map(({ name }) => `“${name}”`))];
  return [
    ...(written.length > 0
      ? [
          `Saved into ${[...new Set(written)].map((name) => `“${name}”`).join(', ')}: ${countWords(written.length, 'file')}.`,
        ]
      : []),
    ...(kept.length > 0 ? [`Not replaced, because they were there already: ${kept.join(', ')}.`] : []),
    ...(folders.length > 0
      ? [`The browser does not let the page write into ${folders.join(', ')}. Press again and allow it.`]
      : []),
    ...(failed.length > 0 ? [`Not saved: ${failed.join(', ')}.`] : []),
    ...(changed.length > 0
      ? [
          `Changed on this computer since they were opened, so their translations are of the older text: ${changed.join(', ')}.`,
        ]
      : []),
  ];
}
