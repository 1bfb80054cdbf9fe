import { goneWords } from '../../files/video-bytes.ts';
import {
  countRepairs,
  type FilmRow,
  type FolderOfFile,
  factsOfWork,
  inOrder,
  NO_ROW,
  type RowFacts,
  workOfFile,
} from '../../film/series.ts';
import type { Session } from '../../film/session.ts';
import type { SurveyedFile } from '../../film-worker/calls.ts';
import { stampOf } from '../../lib/text.ts';
import { folderOfFile } from './folder-files.ts';
import type { SeriesDesk, SeriesList, SeriesView } from './page-state.ts';
import { bytesOf, checkFile, lettersNotices, lookedAtTooLong, pathOf } from './read-file.ts';

/** The largest series. More files were opened by mistake, as a folder of photos, which is not read through. */
const MOST_FILMS = 200;

interface Parts extends Pick<SeriesList, 'getState' | 'write' | 'list' | 'inTurn'> {
  readonly session: Session;
  readonly set: (change: Partial<SeriesView>) => void;
  readonly tell: (words: string) => void;
  /** Tells beside the list, or where a refused file is told as long as there is none. */
  readonly report: (words: string) => void;
  /** Prepares a long text before it is shown. */
  readonly prepareText: (text: string) => Promise<void>;
  /** Makes the film on the page the first one of a series. */
  readonly begin: () => Promise<boolean>;
  /** Puts a film into the run that is under way. Returns what is to be told. */
  readonly queue: (id: string) => string | Promise<string>;
  /** Called once the first files of a series are in its list. */
  readonly onMade: () => void;
  readonly keepFolder: (id: string, folder: FolderOfFile | undefined) => Promise<void>;
  readonly rowFor: (film: { readonly fileName: string }) => FilmRow;
}

/** Reads files and gives each one its row. */
export function createAdding({
  session,
  set,
  tell,
  report,
  prepareText,
  begin,
  queue,
  onMade,
  keepFolder,
  rowFor,
  getState,
  write,
  list,
  inTurn,
}: Parts) {
  const film = session.store.getState;

  const isEmptyPage = () => film().sourceText === '' && film().batches.length === 0;

  /** The file that was opened on the empty page. */
  let first: (RowFacts & Pick<FilmRow, 'path'> & { readonly folder: FolderOfFile | undefined }) | undefined;

  /** Files that were refused before there was a list. */
  let refused: readonly Pick<FilmRow, 'path' | 'refusal'>[] = [];

  /** Lists them, or returns why they were refused. */
  async function withRefused(): Promise<readonly string[]> {
    const files = refused;
    refused = [];
    if (film().id === '') return files.map(({ refusal }) => refusal);
    for (const { path, refusal } of files) await addRefused(path, refusal);
    return [];
  }

  /** Returns what is to be told of the file; empty: nothing. */
  async function addOne(file: File, roots: readonly FileSystemDirectoryHandle[]): Promise<string> {
    const path = pathOf(file);
    const checked = await checkFile(file, true);
    const bytes = checked.ok ? await bytesOf(file) : undefined;
    if (!checked.ok) return addRefused(path, checked.error);
    if (!bytes) return addRefused(path, goneWords(file.name));
    const found = await session.analysis.ask('survey', { bytes, name: file.name }).catch(lookedAtTooLong(file.name));
    // The session is over.
    if (!found) return '';
    if (!found.ok) return addRefused(path, found.error);
    if (found.value.text.trim() === '') return addRefused(path, `"${file.name}" is empty.`);
    return addReadable(path, file.name, found.value, folderOfFile(file, bytes, roots));
  }

  async function addRefused(path: string, refusal: string): Promise<string> {
    // As long as a film is alone on the page, there is no list.
    if (film().id === '') {
      refused = [...refused, { path, refusal }];
      return '';
    }
    await write(list([...withoutRefused(path), { ...rowFor({ fileName: path }), refusal }]));
    return '';
  }

  /** A file that was refused may have been mended and comes again. */
  const withoutRefused = (path: string) => getState().rows.filter((row) => row.path !== path || row.refusal === '');

  async function addReadable(
    path: string,
    name: string,
    file: SurveyedFile,
    folder: FolderOfFile | undefined,
  ): Promise<string> {
    const { text, phrases, language = '', isBroken, counts } = file;
    const stamp = stampOf(text);
    const here = film();
    const isSame = (row: FilmRow) =>
      row.path === path && (row.id === here.id ? stampOf(here.sourceText) : row.stamp) === stamp;
    const isAlone = here.id === '' && here.fileName === name && here.sourceText === text;
    if (isAlone || getState().rows.some(isSame)) return `${name} is in the list already.`;
    const { id } = rowFor({ fileName: name });
    const work = workOfFile(id, text, name, lettersNotices(file));
    const { readAs, withoutStyles } = work;
    const repairs = isBroken ? await session.analysis.ask('repairs', { text, readAs, withoutStyles }) : undefined;
    const read = { phrases, counts, language, isBroken, repairs: countRepairs(repairs), review: null };
    if (isEmptyPage() && here.id === '') {
      await prepareText(text);
      session.openSource(text, lettersNotices(file), name);
      // Commands follow one another, so the film is open once this one is carried out.
      await session.nameFilm('');
      first = { path, folder, ...factsOfWork(film(), read) };
      return '';
    }
    if (!(await begin())) return getState().told;
    const row: FilmRow = { ...NO_ROW, id, path, ...factsOfWork(work, read) };
    if (!(await write(list([...withoutRefused(path), row]), [work]))) return '';
    await keepFolder(id, folder);
    return queue(id);
  }

  /** The number of times that another list, or none, has come to the page. */
  let turns = 0;

  /** Files that are being added. */
  let adding: Promise<unknown> = Promise.resolve();
  async function addAll(
    files: readonly File[],
    told: string,
    roots: readonly FileSystemDirectoryHandle[],
    goes: (() => Promise<boolean>) | undefined,
  ): Promise<void> {
    await inTurn(async () => {});
    const count = files.length + (goes ? 0 : getState().reading + getState().rows.length);
    if (count > MOST_FILMS)
      return report(`Nothing was added: there would be ${count} files, and the limit is ${MOST_FILMS}.`);
    if (goes && !(await goes())) return;
    tell('');
    await addEach(files, told, roots);
  }

  async function addEach(
    files: readonly File[],
    told: string,
    roots: readonly FileSystemDirectoryHandle[],
  ): Promise<void> {
    const of = turns;
    const wasAlone = film().id === '';
    const said = [told];
    /** Files that are still to be read belong to their list, which may have gone. */
    const add = (work: () => Promise<readonly string[]>) =>
      inTurn(async () => void (of === turns && said.push(...(await work()))));
    const ordered = inOrder(files.map((file, at) => ({ ...NO_ROW, id: String(at), path: pathOf(file) })));
    set({ reading: getState().reading + files.length });
    let left = files.length;
    try {
      for (const { id } of ordered) {
        const file = files[Number(id)];
        if (file) await add(async () => [await addOne(file, roots)]);
        set({ reading: getState().reading - 1 });
        left--;
      }
    } finally {
      // The code that reads files could not be loaded.
      set({ reading: getState().reading - left });
    }
    await add(withRefused);
    if (of === turns && wasAlone && film().id !== '') onMade();
    if (of === turns) report([...new Set(said)].filter(Boolean).join(' '));
  }

  return {
    add(...[files, told = '', roots = [], goes]: Parameters<SeriesDesk['add']>): Promise<void> {
      const done = addAll(files, told, roots, goes);
      adding = done.catch(() => {});
      return done;
    },
    /** Waits for the files that are being added. */
    added: () => adding,
    /** What is known of the only film on the page, if it was read as a file of a list. */
    firstOf: (stamp: string) => (first?.stamp === stamp ? first : undefined),
    /** Files that are still to be read belong to the list that goes. */
    leaveList(): void {
      turns++;
    },
  };
}
