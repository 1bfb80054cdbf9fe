import { archivePaths } from '../../film/archive.ts';
import { allOk, canStop } from '../../film/film.ts';
import { isFilmWhole } from '../../film/films.ts';
import { type FilmRow, isDone } from '../../film/series.ts';
import type { FolderOfFile } from '../../film/stored-series.ts';
import { grouped } from '../../lib/text.ts';
import { pickFolder } from '../kit/browser.ts';
import { hasChanged, mayWrite, type Root, rootOf, rootsOf, type Target, unlike, whatIsAt } from './folder-files.ts';
import { type FolderOutcome, isPut, nothingYet, outcomeWords, refusedWords, shownPath } from './folder-outcome.ts';
import {
  askBeside,
  type FileOfFilm,
  filesOfFilms,
  mayRename,
  noteSaved,
  rowsToSave,
  type SavingParts,
} from './save-all.ts';

type Replacing = 'replace' | 'keep' | 'cancel';

interface Places {
  /** By film id: the folder that contains the film's file. */
  readonly known: ReadonlyMap<string, FolderOfFile>;
  readonly roots: readonly Root[];
  /** The folder for all other films. */
  readonly chosen: Root | undefined;
  /** The rows of these other films, including those that are not done. */
  readonly others: readonly FilmRow[];
  /** The path of each file that has one, by film and name. A film that is done again gets the same path. */
  readonly paths: Map<string, string>;
}

/** A file and its folder. `isBeside`: the folder contains the film's own file. */
interface Placed {
  readonly file: FileOfFilm;
  readonly root: Root;
  readonly isBeside: boolean;
}

/** "Save into a folder…" and "Save each film as it is done". */
export function createFolderSaving(parts: SavingParts) {
  const { session, settings, records, set, getState, inTurn, rest } = parts;
  /** The folder that a person chose for the films whose own folder is unknown. */
  let chosen: FileSystemDirectoryHandle | undefined;
  /** A person has answered "Replace" once. */
  let mayReplace = false;

  async function foldersOf(rows: readonly Pick<FilmRow, 'id'>[]): Promise<Map<string, FolderOfFile>> {
    const found = await records.folders().then(
      (folders) => folders.of(rows.map(({ id }) => id)),
      () => [],
    );
    return new Map(rows.flatMap(({ id }, at) => (found[at] ? [[id, found[at]] as const] : [])));
  }

  /** Whether there is a folder for the films whose own folder is unknown. */
  async function isChosen(asks: 'never' | 'once' | 'again'): Promise<boolean> {
    if (chosen && asks !== 'again') return true;
    if (asks === 'never') return false;
    const { id } = getState();
    const picked = await pickFolder('readwrite')?.catch((error: Error) => {
      if (!isPickerClosed(error)) set({ message: 'No folder was chosen. Try again and choose one.' });
    });
    // Another list may have been opened meanwhile.
    if (!picked || getState().id !== id) return false;
    chosen = picked;
    return true;
  }

  /**
   * Asks for every permission and folder that writing these films needs. undefined: the person chose no folder, or the list was closed meanwhile. Call it right
   * after a press, because only then a browser asks. `asks`: "never": a film whose folder is unknown has none then; "again": also for a folder that was chosen before.
   */
  async function places(rows: readonly FilmRow[], asks: 'never' | 'once' | 'again'): Promise<Places | undefined> {
    const { id: listId } = getState();
    const all = rowsToSave(parts).rows;
    const known = await foldersOf(all);
    const handles = await unlike(rows.flatMap(({ id }) => known.get(id)?.root ?? []));
    // Before the picker: after it a browser asks nothing more.
    const refused = new Set<FileSystemDirectoryHandle>();
    for (const handle of handles) if (!(await mayWrite(handle, asks !== 'never'))) refused.add(handle);
    if (rows.some(({ id }) => !known.has(id)) && !(await isChosen(asks))) return undefined;
    const roots = await rootsOf(await unlike([...handles, ...(chosen ? [chosen] : [])]), refused);
    const others = all.filter(({ id }) => !known.has(id));
    if (getState().id !== listId) return undefined;
    return { known, roots, chosen: chosen && (await rootOf(chosen, roots)), others, paths: new Map() };
  }

  async function targetsOf(
    files: readonly FileOfFilm[],
    where: Places,
    outcome: FolderOutcome,
  ): Promise<readonly Target[]> {
    const { known, chosen, roots, paths } = where;
    const placed: Placed[] = [];
    for (const file of files) {
      const folder = known.get(file.row.id)?.root;
      const root = folder ? await rootOf(folder, roots) : chosen;
      if (!root) outcome.placeless.push(file.row);
      else if (root.mayWrite) placed.push({ file, root, isBeside: folder !== undefined });
      else {
        outcome.refused.push(root.handle.name);
        outcome.failed.push(file.row);
      }
    }
    const unnamed = placed.filter(({ file }) => !paths.has(keyOf(file)));
    for (const isBeside of [true, false]) {
      const inFolders = grouped(
        unnamed.filter((one) => one.isBeside === isBeside),
        ({ root }) => root,
      );
      for (const group of inFolders.values()) namePaths(group, where, outcome);
    }
    return placed.map(({ file, root }) => ({ file, root: root.handle, path: paths.get(keyOf(file)) ?? '' }));
  }

  async function writeAll(targets: readonly Target[], { known }: Places, replaces: boolean, outcome: FolderOutcome) {
    const written: FileOfFilm[] = [];
    for (const target of targets) {
      const { file } = target;
      const folder = known.get(file.row.id);
      if (folder && (await hasChanged(file.row, folder))) outcome.changed.push(file.row);
      if (await isPut(target, replaces, outcome)) written.push(file);
    }
    outcome.noteFailure = (await inTurn(() => noteSaved(parts, written, parts.filmOf))) || outcome.noteFailure;
  }

  let isSaving = false;
  /** Ignores another press while files are written. */
  async function saveInto(withOriginals: boolean): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    await saveNow(withOriginals).finally(() => {
      isSaving = false;
    });
  }

  async function saveNow(withOriginals: boolean): Promise<void> {
    set({ message: '' });
    const { rows: all, messages: ofSkipped } = rowsToSave(parts);
    // Asks for no folder for films that are done only later, because this command does not save them.
    const rows = all.filter((row) => withOriginals || isDone(row));
    const where = await places(rows, 'again');
    if (!where) return;
    const { files, messages } = await inTurn(async () => {
      await session.writeResult();
      await rest();
      return filesOfFilms(parts, rows, withOriginals);
    });
    const outcome = nothingYet();
    const targets = await targetsOf(files, where, outcome);
    if (!(await mayRename(parts, outcome))) return;
    const there = await Promise.all(targets.map(whatIsAt));
    const existing = targets.filter((_, at) => there[at] === 'file').map(shownPath);
    const how =
      existing.length === 0
        ? 'keep'
        : await askBeside<Replacing>(parts, (answer) => ({ kind: 'existing', paths: existing, answer }));
    if (how === 'cancel') return;
    mayReplace ||= how === 'replace';
    await writeAll(targets, where, how === 'replace', outcome);
    set({ message: [...messages, ...outcomeWords(outcome, parts.rowsNow()), ...ofSkipped].join(' ') });
  }

  /** Set while films are saved when they are done. `done`: the films that were done before; `coming`: those of them that are not written yet. */
  let following:
    | { readonly done: Set<string>; readonly coming: Set<string>; where: Places; outcome: FolderOutcome }
    | undefined;
  let saving = Promise.resolve();
  const works = () => [session.store.getState(), ...session.others.getState().values()];

  async function saveAsDone(isWanted: boolean): Promise<void> {
    following = undefined;
    set({ asDone: null });
    if (isWanted) await begin();
    await inTurn(keep);
  }

  async function begin(): Promise<void> {
    const { rows } = rowsToSave(parts);
    const where = await places(
      rows.filter((row) => !isDone(row)),
      'once',
    );
    if (!where) return;
    const refused = refusedOf(where);
    if (refused.length > 0) return set({ message: refusedWords(refused).join(' ') });
    const { removed } = getState();
    const done = [...rows, ...(removed ? [removed] : [])].filter(isDone);
    followFrom(
      done.map(({ id }) => id),
      where,
    );
  }

  /** After a reload, in turn: continues as before, if the browser still lets the page write. Asks nothing, because nobody has pressed anything. */
  async function goOn(): Promise<void> {
    const { asDone } = getState();
    if (!asDone || following) return;
    const left = rowsToSave(parts).rows.filter((row) => !isDone(row) || !asDone.includes(row.id));
    const where = await places(left, 'never');
    if (where && refusedOf(where).length === 0) return followFrom(asDone, where);
    set({ asDone: null, message: NO_MORE_AS_DONE });
    await keep();
  }

  /** `done`: the films that are not saved. */
  function followFrom(done: readonly string[], where: Places): void {
    following = { done: new Set(done), coming: new Set(), where, outcome: nothingYet() };
    set({ asDone: done });
    // Films may have been done while the person answered the browser's question, or just before a reload.
    saveListed();
    follow();
  }

  /** Saves the done films of the list that are not saved yet. They need not be in memory. */
  function saveListed(): void {
    if (following) for (const { id } of rowsToSave(parts).rows.filter(isDone)) saveSoon(id);
  }

  /** Stores which films are not to be saved any more. */
  async function keep(): Promise<void> {
    if (following) {
      const { done, coming } = following;
      set({ asDone: [...done].filter((id) => !coming.has(id)) });
    }
    // The list may be closed by now.
    if (getState().rows.length > 0) await parts.write(parts.list(parts.rowsNow()));
  }

  function follow(): void {
    if (!following) return;
    const { done } = following;
    for (const work of works()) {
      if (!isFilmWhole(work) || work.batches.length === 0) continue;
      if (allOk(work)) saveSoon(work.id);
      else if (done.delete(work.id)) void inTurn(keep);
    }
    tellAtEnd();
  }

  function saveSoon(id: string): void {
    const now = following;
    // A removed film is saved once it is back.
    if (!now || now.done.has(id) || !getState().rows.some((row) => row.id === id)) return;
    now.done.add(id);
    now.coming.add(id);
    saving = saving
      .then(() => saveOne(id))
      .finally(() => {
        now.coming.delete(id);
        tellAtEnd();
      })
      .then(() => (following === now ? inTurn(keep) : undefined));
  }

  async function saveOne(id: string): Promise<void> {
    const now = following;
    // A person may have removed it, or sent it again.
    const row = rowsToSave(parts).rows.find((one) => one.id === id && isDone(one));
    if (!row) now?.done.delete(id);
    if (!now || !row) return;
    const where = await withAdded(now.where, row);
    now.where = where;
    const { files } = await inTurn(() => filesOfFilms(parts, [row], false));
    if (files.length === 0) now.outcome.failed.push(row);
    const targets = await targetsOf(files, where, now.outcome);
    await writeAll(targets, where, mayReplace, now.outcome);
  }

  /** A file that was added later may be in a folder of its own. */
  async function withAdded(where: Places, row: FilmRow): Promise<Places> {
    const { known, roots, others } = where;
    const added = await foldersOf([row]);
    const folder = added.get(row.id)?.root;
    if (!folder) return { ...where, others: [...others.filter(({ id }) => id !== row.id), row] };
    const isNew = (await rootOf(folder, roots)) === undefined;
    const refused = new Set(isNew && !(await mayWrite(folder, true)) ? [folder] : []);
    const ofFolder = isNew ? await rootsOf([folder], refused) : [];
    return { ...where, known: new Map([...known, ...added]), roots: [...roots, ...ofFolder] };
  }

  function tellAtEnd(): void {
    if (!following || following.coming.size > 0 || works().some(canStop)) return;
    const words = outcomeWords(following.outcome, parts.rowsNow());
    if (words.length === 0) return;
    following.outcome = nothingYet();
    set({ message: words.join(' ') });
  }

  /** Forgets the person's choices for this list: they are not valid for another one. */
  function leaveList(): void {
    following = undefined;
    chosen = undefined;
    mayReplace = false;
  }

  /** A person who clears a film or forgets keys wants no trace of it in the browser. */
  async function forgetFolders(): Promise<void> {
    leaveList();
    if (getState().asDone) set({ asDone: null });
    await records
      .folders()
      .then((folders) => folders.forgetAll())
      .catch(() => {});
  }
  // The person may have pressed "Forget keys" before this code was loaded.
  let forgotten = 0;
  function followKeys({ forgetting: { times } } = settings.store.getState()): void {
    if (times !== forgotten) void forgetFolders();
    forgotten = times;
  }
  followKeys();
  settings.store.subscribe((state) => followKeys(state));
  session.store.subscribe((film, before) => {
    const isCleared = film.sourceText === '' && before.sourceText !== '' && before.batches.length === 0;
    // Undo may bring back a list that was replaced, so the folders of that list stay stored.
    const hasEnded = film.id === '' && film.past === before.past;
    if (before.id !== '' && (hasEnded || (film.id === before.id && isCleared))) void forgetFolders();
    follow();
  });
  session.others.subscribe(follow);

  /** Stores the folder of a film that was just added to the list. */
  async function keepFolder(id: string, folder: FolderOfFile | undefined): Promise<void> {
    // Without a folder, the person is asked to choose one.
    if (folder)
      await records
        .folders()
        .then((folders) => folders.keep(id, folder))
        .catch(() => {});
  }

  return {
    saveInto,
    saveAsDone,
    goOn,
    saveListed,
    leaveList,
    keepFolder,
    /** Stores the folder of one film for another one, too. */
    share: async (id: string, other: string) => keepFolder(other, (await foldersOf([{ id }])).get(id)),
  };
}

const refusedOf = ({ roots }: Places) => roots.flatMap(({ handle, mayWrite }) => (mayWrite ? [] : [handle.name]));

const NO_MORE_AS_DONE =
  '“Save each film as it is done” is off, because the page may not write into the folder any more. Tick it again, and answer the browser’s question.';

/** Gives the files of one folder their paths. */
function namePaths(group: readonly Placed[], { others, paths }: Places, outcome: FolderOutcome): void {
  const [first] = group;
  if (!first) return;
  const { isBeside, root } = first;
  const named = group.map(({ file: { row, name } }) => ({ path: row.path, name }));
  const numbered = (path: string) => root.numbered(root.within + path).slice(root.within.length);
  const found = isBeside
    ? archivePaths(named, 'own-folders', named, numbered)
    : archivePaths(named, 'chosen-folder', others, numbered);
  for (const [at, { file }] of group.entries()) paths.set(keyOf(file), found.paths[at] ?? '');
  outcome.numbered.push(...found.numbered);
  outcome.replaced.push(...found.replaced);
}

const keyOf = ({ row, name }: FileOfFilm): string => `${row.id} ${name}`;

const isPickerClosed = (error: Error): boolean => error.name === 'AbortError';
