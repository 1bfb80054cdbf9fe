import { createSignals, ownTask } from '../../clock/clock.ts';
import type { Work } from '../../film/film.ts';
import { countRepairs, type FilmRow, factsOfWork, NO_ROW, pathBeside, workOfFile } from '../../film/series.ts';
import type { FolderOfFile } from '../../film/stored-series.ts';
import type { SurveyedFile } from '../../film-worker/calls.ts';
import { countWords, stampOf } from '../../lib/text.ts';
import { folderOfFile, handleOfFile } from './folder-files.ts';
import { inReadingOrder, isBeside, videosIn } from './given-files.ts';
import { repairsIn } from './mend-films.ts';
import { createSurvey, lettersNotices, pathOf, type Surveyed } from './read-file.ts';
import type { SeriesDesk } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';
import type { ChosenVideo, createSeriesVideos, TakenTrack } from './series-videos.ts';

/** The largest series. More files were probably opened by mistake, such as a folder of photos; they are not read. */
const MOST_FILMS = 200;

/** Why the page does not make a list of so many files; '': it does. `removed`: the file that Undo brings back to it. */
export function tooManyWords(files: number, removed: FilmRow | null = null): string {
  const count = files + (removed ? 1 : 0);
  if (count <= MOST_FILMS) return '';
  const counts = removed ? ' The file that “Undo removing” brings back counts, too.' : '';
  return `Nothing was added: there would be ${count} files, and the limit is ${MOST_FILMS}.${counts}`;
}

/** The reason of an abort by a person, after which the list stays. */
const STOPPED = 'stopped';

/** While files are read, their rows appear at this interval. */
const LONGEST_TURN_MS = 400;

interface Parts extends SeriesList {
  /** Shows a sentence beside the list; without a list, where the page shows a refused file. */
  readonly report: (words: string) => void;
  /** Makes the film on the page the first one of a series. */
  readonly begin: () => Promise<boolean>;
  /** Adds a film to the present run. Returns a sentence for the page; '': none. */
  readonly queue: (id: string) => string | Promise<string>;
  /** Called once the first files of a series are in its list. */
  readonly onMade: () => void;
  readonly keepFolder: (id: string, folder: FolderOfFile | undefined) => Promise<void>;
  readonly videos: ReturnType<typeof createSeriesVideos>;
}

/** A subtitle file that was read, or the track of a video. */
interface Given extends Pick<TakenTrack, 'name' | 'notices'> {
  readonly path: string;
  readonly folder: FolderOfFile | undefined;
  /** The video that contained the subtitles; undefined: they are a file of their own. */
  readonly video: ChosenVideo | undefined;
}

type Add = (work: () => Promise<readonly string[]>) => Promise<void>;

/** Reads files and adds a row for each one. */
export function createAdding(parts: Parts) {
  const { session, set, tell, report, prepareText, begin, queue, onMade, keepFolder, rowFor, videos } = parts;
  const { getState, write, list, inTurn, inMemory, stored } = parts;
  const film = session.store.getState;
  const { ask } = session.analysis;
  const survey = createSurvey(ask);

  const isEmptyPage = () => film().sourceText === '' && film().batches.length === 0;

  /** The file that was opened on the empty page. */
  let first: (ReturnType<typeof factsOfWork> & Pick<Given, 'path' | 'folder'>) | undefined;

  const firstOf = (stamp: string) => (first?.stamp === stamp ? first : undefined);

  /** Files that were refused before there was a list. */
  let refused: readonly Parameters<typeof addRefused>[] = [];

  /** The names of the given files that are in the list already. */
  let there: readonly string[] = [];

  /** A folder may be dropped twice, so many names are only counted. */
  async function wordsOfThere(): Promise<readonly string[]> {
    const [first, ...others] = there;
    there = [];
    if (first === undefined) return [];
    if (others.length === 0) return [`${first} is in the list already.`];
    return [`${countWords(others.length + 1, 'file')} are in the list already.`];
  }

  /** Adds a row for each refused file. Without a list, returns why they were refused. */
  async function withRefused(): Promise<readonly string[]> {
    const files = refused;
    refused = [];
    if (film().id === '') return files.map(([, refusal]) => refusal);
    for (const file of files) await addRefused(...file);
    return [];
  }

  /** Adds the waiting files up to the first video, and stops after LONGEST_TURN_MS, because another command may be waiting. Returns sentences for the page. */
  async function addTexts(
    waiting: File[],
    videos: ReadonlyMap<File, unknown>,
    handles: readonly FileSystemHandle[],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const said: string[] = [];
    const endMs = performance.now() + LONGEST_TURN_MS;
    const isOver = () => signal.aborted || performance.now() >= endMs;
    for (let [file] = waiting; file && !videos.has(file) && !isOver(); [file] = waiting) {
      waiting.shift();
      const next = waiting.find((each) => !videos.has(each));
      said.push(await addText(file, await survey(file, next), handles));
    }
    return said;
  }

  /** Why a file cannot be opened; empty: it can, or the session has ended. */
  async function whyNot(file: File): Promise<string> {
    if ((await videosIn([file], ask)).size > 0) return videos.whyNoText(file);
    const found = await survey(file);
    return !found || found.ok ? '' : found.error;
  }

  /** Why none of these files can be opened; empty: one can. */
  async function whyNone(files: readonly File[]): Promise<readonly string[]> {
    const errors: string[] = [];
    for (const file of files) {
      const why = await whyNot(file);
      if (why === '') return [];
      errors.push(why);
    }
    return errors;
  }

  /** Returns a sentence about the file; '': none. */
  async function addText(
    file: File,
    found: Surveyed | undefined,
    handles: readonly FileSystemHandle[],
  ): Promise<string> {
    const path = pathOf(file);
    if (!found) return '';
    if (!found.ok) return addRefused(path, found.error);
    const folder = folderOfFile(file, found.value.bytesStamp, handles);
    return addReadable({ path, name: file.name, notices: [], folder, video: undefined }, found.value);
  }

  /** Films that are read and not yet written. Each write stores the whole list, so several films are written together. */
  let ready: readonly {
    readonly row: FilmRow;
    readonly work: Work;
    readonly given: Given;
    /** The row that already shows this film's video; undefined: there is none. */
    readonly beside: FilmRow | undefined;
  }[] = [];

  /** The rows of the list, and those of the films that are not yet written. */
  const rowsNow = (): readonly FilmRow[] =>
    ready.reduce(
      (rows, { row, given }) => [
        ...withoutRefused(rows, row.path, given.video?.file.name).filter(({ id }) => id !== row.id),
        row,
      ],
      getState().rows,
    );

  /** Counts the files that are still to be read. Called in the task that shows what was read, so that one drawing shows both. */
  let count = () => {};

  /** Writes the films of `ready` with their rows. Returns sentences for the page. */
  async function writeReady(): Promise<readonly string[]> {
    const [rows, films] = [rowsNow(), ready];
    ready = [];
    const works = films.map(({ work }) => work);
    const isWritten = films.length > 0 && (await write(list(rows), works, [], count));
    count();
    if (!isWritten) return [];
    // The rows are drawn in a task of their own.
    await ownTask();
    const said: string[] = [];
    for (const { row, given, beside } of films) {
      await keepFolder(row.id, given.folder);
      if (given.video) await videos.keep([row.id], given.video);
      else if (beside && beside.id !== row.id) await videos.share(beside, row.id);
      said.push(await queue(row.id));
    }
    return said;
  }

  /** `reading`: aborted when the list is closed or a person stops the reading. `onRead` is called unless that happened before the video was read. */
  async function addVideo(
    file: File,
    handles: readonly FileSystemHandle[],
    add: Add,
    reading: AbortSignal,
    onRead: () => void,
  ): Promise<void> {
    const path = pathOf(file);
    const video = { file, handle: await handleOfFile(file, handles) };
    let isShown = false;
    async function showBeside(): Promise<readonly string[]> {
      const { sourceText, fileName } = film();
      const alone = firstOf(stampOf(sourceText))?.path ?? fileName;
      isShown = await videos.showBeside(path, video, alone);
      return [];
    }
    await add(showBeside);
    if (isShown) return onRead();
    if (reading.aborted) return;
    // Not in turn: this takes as long as the disk needs, and other commands may open films in between.
    const taken = await videos.take(file, reading);
    if (!taken || reading.aborted) return;
    const folder = folderOfFile(file, '', handles);
    await add(async () => {
      onRead();
      // Subtitles with the video's name may have been added while the video was read.
      await showBeside();
      if (isShown) return [];
      if (!taken.ok) return [await addRefused(path, taken.error, video)];
      return [await addTrack(taken.value, { path: pathBeside({ path }, taken.value.name), folder, video })];
    });
  }

  async function addTrack(track: TakenTrack, given: Pick<Given, 'path' | 'folder' | 'video'>): Promise<string> {
    const found = await survey(track);
    if (!found) return '';
    if (!found.ok) return addRefused(given.path, found.error);
    return addReadable({ ...track, ...given }, found.value);
  }

  /** `video`: a video from which the page could not take any subtitles; undefined: the file is not a video. */
  async function addRefused(path: string, refusal: string, video?: ChosenVideo): Promise<string> {
    // A film that is alone on the page has no list.
    if (film().id === '') {
      refused = [...refused, [path, refusal, video]];
      return '';
    }
    const said = await writeReady();
    const row = { ...rowFor({ fileName: path }), refusal, video: video?.file.name ?? '' };
    // If a subtitle file with the same name is added later, it gets this row, and the row's preview shows the video.
    if ((await write(list([...withoutRefused(getState().rows, path), row]))) && video)
      await videos.keep([row.id], video);
    return said.join(' ');
  }

  /** The rows without the refused row of a file that is added again, perhaps mended. `video`: the video that contains the file's subtitles; '': none. */
  const withoutRefused = (rows: readonly FilmRow[], path: string, video = '') =>
    rows.filter((row) => row.refusal === '' || (row.path !== path && row.path !== pathBeside({ path }, video)));

  /** The row of a video whose translation has not begun, or that has no readable subtitles. The added file replaces the video's own subtitles there. */
  function rowOfVideoFor({ path, video }: Given): FilmRow | undefined {
    // A film is in memory while "Read the film" reads it.
    const isUnbegun = ({ id, batches }: FilmRow) =>
      batches === 0 && !inMemory(id) && !(id === film().id && film().batches.length > 0);
    const isOfVideo = (row: FilmRow) => row.video !== '' && (row.track !== '' || row.refusal !== '');
    const isMeant = (row: FilmRow) => isBeside(path, pathBeside(row, row.video)) && isOfVideo(row) && isUnbegun(row);
    return video ? undefined : rowsNow().find(isMeant);
  }

  const stampNow = ({ id, stamp }: FilmRow): string => (id === film().id ? stampOf(film().sourceText) : stamp);

  const isThere = ({ path, name }: Given, text: string): boolean => {
    const here = film();
    const stamp = stampOf(text);
    const isSame = (row: FilmRow) => row.path === path && stampNow(row) === stamp;
    const isAlone = here.id === '' && here.fileName === name && here.sourceText === text;
    return isAlone || rowsNow().some(isSame);
  };

  /** The facts of the original that the list shows. */
  async function readOf({ phrases, language = '', isBroken, counts }: SurveyedFile, work: Work) {
    const repairs = isBroken ? countRepairs(await repairsIn(session, work)) : 0;
    return { ...NO_ROW, phrases, counts, language, isBroken, repairs };
  }

  /** Opens a film on the page, which is empty or shows the film that is replaced. */
  async function openHere({ sourceText, notices, fileName }: Work): Promise<void> {
    await prepareText(sourceText);
    session.openSource(sourceText, notices, fileName);
    count();
    // Commands run one after the other, so the film is open when this one is done.
    await session.nameFilm(film().id);
  }

  async function addReadable(given: Given, file: SurveyedFile): Promise<string> {
    const { path, name, folder, video } = given;
    if (isThere(given, file.text)) {
      there = [...there, name];
      return '';
    }
    const ofVideo = rowOfVideoFor(given);
    const before = ofVideo ?? rowFor({ fileName: name });
    const replaced = ofVideo?.refusal === '' ? await stored(ofVideo.id) : undefined;
    const work = workOfFile(before.id, file.text, name, [...lettersNotices(file), ...given.notices], replaced);
    const read = await readOf(file, work);
    if (film().id === '' && isEmptyPage()) {
      await openHere(work);
      // What is opened is drawn before the next file is added.
      await ownTask();
      if (video) videos.show(video);
      first = { path, folder, ...factsOfWork(film(), read) };
      return '';
    }
    if (before.id === film().id) {
      await openHere(work);
      await write(list(getState().rows.map((row) => (row.id === before.id ? { ...row, path, track: '' } : row))));
      await keepFolder(before.id, folder);
      return '';
    }
    if (!(await begin())) return getState().message;
    makeReady(given, work, read);
    return '';
  }

  function makeReady(given: Given, work: Work, read: Parameters<typeof factsOfWork>[1]): void {
    const { path, video } = given;
    const beside = rowsNow().find((one) => one.video !== '' && isBeside(path, pathBeside(one, one.video)));
    const shown = video?.file.name ?? beside?.video ?? '';
    const facts = factsOfWork(work, read);
    const isCopy = rowsNow().some((row) => row.id !== work.id && stampNow(row) === facts.stamp);
    const row = { ...NO_ROW, id: work.id, path, isCopy, video: shown, ...facts };
    ready = [...ready, { row, work, given, beside }];
  }

  /** The signals abort when the page shows another list or none, and when a person stops the reading. */
  const signals = createSignals();

  /** The number of files in the list. A film that is alone on the page becomes the first one. */
  const countNow = () => getState().reading + (film().id === '' && !isEmptyPage() ? 1 : getState().rows.length);

  /** Settles when the present files are added, by however many commands. */
  let adding: Promise<unknown> = Promise.resolve();
  async function addAll(...[files, message = '', handles = [], goes]: Parameters<SeriesDesk['add']>): Promise<void> {
    await inTurn(async () => {});
    const tooMany = goes ? tooManyWords(files.length) : tooManyWords(files.length + countNow(), getState().removed);
    if (tooMany !== '') return report(tooMany);
    const [first, ...others] = goes ? await whyNone(files) : [];
    if (first)
      return report(
        `Nothing was opened, because no file can be read: ${first}${others.length > 0 ? ` And ${countWords(others.length, 'other')}.` : ''}`,
      );
    if (goes && !(await goes())) return;
    tell('');
    await addEach(files, message, handles);
  }

  /** Takes each file that it reads out of `waiting`. Those that stay there were not read: a person stopped the reading, or the list was closed. */
  async function readEach(
    waiting: File[],
    handles: readonly FileSystemHandle[],
    add: Add,
    signal: AbortSignal,
  ): Promise<void> {
    const films = await videosIn(waiting, ask);
    waiting.splice(0, waiting.length, ...inReadingOrder(waiting, films));
    let before = Number.POSITIVE_INFINITY;
    // No file is read any more if the session has ended.
    while (waiting.length > 0 && waiting.length < before && !signal.aborted) {
      const [next] = waiting;
      before = waiting.length;
      if (!next || !films.has(next)) await add(() => addTexts(waiting, films, handles, signal));
      else await addVideo(next, handles, add, signal, () => waiting.shift());
    }
  }

  async function addEach(files: readonly File[], message: string, handles: readonly FileSystemHandle[]): Promise<void> {
    const signal = signals.now();
    const isGone = () => signal.aborted && signal.reason !== STOPPED;
    const wasAlone = film().id === '';
    const said = [message];
    const waiting = [...files];
    let counted = 0;
    function countLeft(): void {
      set({ reading: getState().reading - counted + waiting.length });
      counted = waiting.length;
    }
    /** Ignores files that are read only after their list was closed. */
    const add: Add = (work) =>
      inTurn(async () => {
        if (isGone()) return;
        count = countLeft;
        try {
          said.push(...(await work()));
        } finally {
          said.push(...(await writeReady()));
        }
      });
    countLeft();
    // On a slow computer, making the session and opening the first film each take a whole task.
    void ownTask().then(session.whenReady);
    let left = 0;
    // The count is corrected even if the code that reads files could not be loaded.
    await readEach(waiting, handles, add, signal).finally(() => {
      left = waiting.splice(0).length;
      countLeft();
    });
    await add(withRefused);
    await add(wordsOfThere);
    if (isGone()) return;
    if (wasAlone && film().id !== '') onMade();
    report([...new Set([...said, left > 0 ? stoppedWords(left) : ''])].filter(Boolean).join(' '));
  }

  return {
    add(...given: Parameters<SeriesDesk['add']>): Promise<void> {
      const done = addAll(...given);
      adding = Promise.all([adding, done.catch(() => {})]);
      return done;
    },
    /** Waits for the files that are being added. */
    added: () => adding,
    /** The facts of the page's only film, if it was read as a file of a list. */
    firstOf,
    /** Stops reading files for the list that is closed. */
    leaveList(): void {
      [refused, there] = [[], []];
      signals.end();
    },
    /** Stops reading files. Those that were read stay. */
    stop: () => signals.end(STOPPED),
  };
}

const stoppedWords = (left: number): string =>
  `You stopped reading. ${left === 1 ? '1 file was' : `${left} files were`} not added.`;
