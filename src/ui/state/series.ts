import { ownTask } from '../../clock/clock.ts';
import { resultsOf } from '../../engine/batch.ts';
import { hasBatches } from '../../engine/run-state.ts';
import { namesInList } from '../../film/archive.ts';
import type { Work } from '../../film/film.ts';
import { costOfFilm, isFilmWhole } from '../../film/films.ts';
import {
  type FilmRow,
  factsOfWork,
  inOrder,
  listedIn,
  NO_LIST,
  NO_ROW,
  pathNow,
  readOfSource,
  type Series,
  withReached,
} from '../../film/series.ts';
import type { ListChange } from '../../film/session.ts';
import { filmsOfLists } from '../../film/steps.ts';
import { haveSameValues } from '../../lib/memo.ts';
import { newId, stampOf } from '../../lib/text.ts';
import { askToKeep } from '../kit/browser.ts';
import { createAdding } from './add-files.ts';
import { createCountNotes } from './count-notes.ts';
import type { FilmServices } from './film-tracks.ts';
import {
  countGone,
  followRemoval,
  followSeries,
  judgeFilms,
  offerLines,
  optionsOf,
  shareOptions,
} from './follow-series.ts';
import { createKeepBoth } from './keep-both.ts';
import { createMending } from './mend-films.ts';
import { createOpenFilm, readBeside, UNKNOWN } from './open-film.ts';
import type { FileCommands } from './page-state.ts';
import { createReadFilms } from './read-films.ts';
import { createSaveAll } from './save-all.ts';
import { createFolderSaving } from './save-folder.ts';
import { NO_SERIES, type SeriesDesk, type SeriesView } from './series-desk.ts';
import type { SeriesList } from './series-list.ts';
import { createSeriesProject } from './series-project.ts';
import { createSeriesRun } from './series-run.ts';
import { type ChosenVideo, createSeriesVideos } from './series-videos.ts';

interface Parts extends FilmServices, Pick<SeriesList, 'records' | 'prepareText'> {
  readonly saveProject: FileCommands['saveProject'];
  /** Opens a video in the preview. */
  readonly showVideo: (video: ChosenVideo) => void;
}

const NOT_STORED =
  'The browser has no space for the list of files, so the list did not change. Delete files on this computer, then try again.';

/** The only owner of the list. `Work.id` says which film is open; the list does not. */
export function createSeries({ saveProject, showVideo, ...services }: Parts): SeriesDesk {
  const { session, page, records } = services;
  const getState = () => page.getState().series;
  function set(change: Partial<SeriesView>): void {
    const next = { ...getState(), ...change };
    if (!session.analysis.isOver() && !haveSameValues(next, getState())) page.setState({ series: next });
  }
  set(NO_SERIES);
  const film = session.store.getState;
  const tell = (message: string) => set({ message });
  const ofList = { getState, set, tell, write, list, rowsNow, rowFor, inTurn, inMemory, known, filmOf, stored };
  const its: SeriesList = { ...services, ...ofList };
  const withOptions = shareOptions(its);
  const run = createSeriesRun(its, withOptions);

  const saving = { ...its, rest: run.rest };
  const folders = createFolderSaving(saving);
  const videos = createSeriesVideos(its, showVideo);
  const adding = createAdding({
    ...its,
    report,
    begin,
    queue: run.queue,
    onMade: followSeries(its),
    keepFolder: folders.keepFolder,
    videos,
  });
  const { openNow, beside } = createOpenFilm(its, {
    withOptions,
    factsOfOpen,
    rest: run.rest,
    store: run.store,
    showVideo: videos.follow,
  });
  const { onRemoved, showRemoving, toBringBack } = followRemoval(its);
  offerLines(its);
  judgeFilms(its);
  readBeside(its);

  /** Commands run one after another, because each one writes the whole list. */
  let last: Promise<unknown> = loaded();
  function inTurn<Found>(work: () => Promise<Found>): Promise<Found> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** Reads the stored list of the open film. */
  async function loaded(): Promise<void> {
    await readList();
    void videos.followStored();
    await clean();
  }

  async function readList(): Promise<void> {
    const { id } = film();
    if (id === '') return;
    await run.goOn(showList(id));
    const { rows, removed, isUnknown } = getState();
    if (rows.length === 1 && removed === null && !isUnknown) await endSeries();
  }

  /** Shows the stored list of this film. Returns the costs of the other films; undefined: the list cannot be read. */
  async function showList(id: string): Promise<readonly Work[] | undefined> {
    const found = await records.read(id).catch(() => 'unknown' as const);
    if (found === 'unknown') {
      set({ rows: [rowOf(film())], isUnknown: true, message: UNKNOWN });
      return undefined;
    }
    const known = found ?? { ...NO_LIST, id: newId(), options: optionsOf(film()) };
    const isListed = known.rows.some((row) => row.id === id);
    // The stored list may be older than the open film.
    set({ ...known, rows: isListed ? known.rows.map(current) : inOrder([...known.rows, rowOf(film())]) });
    const { rows, removed } = getState();
    if (rows.length > 1 || removed) await folders.goOn();
    // All films that were finally removed count as one.
    const removedCost = costOfFilm({ id: 'gone', spent: known.spentByGone });
    const others = listedIn(getState()).filter((row) => row.id !== id);
    return [removedCost, ...others.map(costOfFilm)];
  }

  /** Removes the stored lists that no step can bring back. */
  const clean = () => records.clean([film().id, ...filmsOfLists(film())]);

  /** The facts of the open film for its row. */
  function factsOfOpen(work: Work, row = NO_ROW, review = reviewOf(work)) {
    const { source } = session.analysis.store.getState();
    const isOfFilm = source?.of.sourceText === work.sourceText;
    const read = isOfFilm ? { ...row, ...readOfSource(source) } : row;
    // Undo and Redo may have replaced the text of the track by that of a file.
    const track = row.stamp === stampOf(work.sourceText) ? row.track : '';
    return factsOfWork(work, { ...read, track, stamp: '', review });
  }
  /** The judgement of the view of lines, if it is about exactly these lines; otherwise null. */
  function reviewOf(work: Work) {
    const { judged } = page.getState();
    return judged?.of.marks === work.marks && resultsOf(judged.of) === resultsOf(work) ? judged.review : null;
  }
  const rowOf = (work: Work): FilmRow => ({ ...rowFor(work), id: work.id, ...factsOfOpen(work) });

  function rowFor({ fileName }: Pick<Work, 'fileName'>): FilmRow {
    return { ...NO_ROW, id: newId(), path: fileName || 'Pasted text' };
  }

  /** A film that is not open, if its lines are in memory. */
  function inMemory(id: string): Work | undefined {
    const work = session.others.getState().get(id);
    return work && isFilmWhole(work) ? work : undefined;
  }
  function known(id: string): Work | undefined {
    return id === film().id ? film() : inMemory(id);
  }
  async function stored(id: string): Promise<Work | undefined> {
    return records.film(id).catch(() => undefined);
  }
  async function filmOf({ id }: Pick<FilmRow, 'id'>): Promise<Work | undefined> {
    return known(id) ?? stored(id);
  }
  /** The row of the open film with its present facts. The former judgement stays until the lines are judged again. */
  const rowOfOpen = (row: FilmRow): FilmRow => {
    const facts = factsOfOpen(film(), row, reviewOf(film()) ?? row.review);
    return { ...row, ...facts, path: pathNow(row, film()) };
  };
  /** A row with the present facts of its film, if the film is in memory. */
  const current = (row: FilmRow): FilmRow => {
    if (row.id === film().id) return rowOfOpen(row);
    const work = inMemory(row.id);
    return work ? { ...row, ...factsOfWork(work, row) } : row;
  };
  const withoutRemoved = countGone(its, current);

  /** Writes the list and these films. False: nothing has changed, and the page says why. */
  async function write(
    next: Series,
    films: readonly Work[] = [],
    removedIds: readonly string[] = [],
    onShown = () => {},
  ): Promise<boolean> {
    // A film that is read by "Read the film" is in memory without the batches that are written here.
    const rows = () => films.filter(hasBatches).reduce(withReached, next.rows.map(current));
    const now = (): Series => ({ ...next, rows: rows(), removed: next.removed && current(next.removed) });
    const before = getState();
    const mayWrite = !session.analysis.isOver() && !before.isUnknown;
    const isWritten = mayWrite && (await records.write(now(), films, removedIds));
    if (isWritten) {
      set({ ...now(), ...setSince(before) });
      onShown();
    } else tell(getState().isUnknown ? UNKNOWN : NOT_STORED);
    return isWritten;
  }
  /** What was set during a write stays: the command that set it writes it in its own turn. */
  function setSince(before: SeriesView): Partial<SeriesView> {
    const names = ['options', 'toRead', 'judgedBy', 'asDone'] as const;
    return Object.fromEntries(
      names.flatMap((name) => (getState()[name] === before[name] ? [] : [[name, getState()[name]]])),
    );
  }
  function list(rows: readonly FilmRow[], removed = getState().removed): Series {
    const { id, spentByGone, options, declined, toRead, judgedBy, abouts, asDone } = getState();
    return { id, rows: inOrder(rows), removed, spentByGone, options, declined, toRead, judgedBy, abouts, asDone };
  }

  /** Makes the film on the page the first one of a series. */
  async function begin(): Promise<boolean> {
    if (film().id !== '') return true;
    const id = newId();
    const own = rowOf(film());
    const { folder, ...known } = adding.firstOf(own.stamp) ?? { folder: undefined };
    const row = { ...own, ...known, video: videos.nameBesideFirst(), id };
    await clean();
    if (!(await write({ ...NO_LIST, id: newId(), rows: [row], options: optionsOf(film()) }))) return false;
    await folders.keepFolder(id, folder);
    await videos.keepFirst(id);
    askToKeep();
    await session.nameFilm(id);
    // The list is drawn in a task of its own.
    await ownTask();
    return true;
  }

  async function endSeries(): Promise<void> {
    const { id: listId } = getState();
    const removedIds = listedIn(getState()).map(({ id }) => id);
    await session.nameFilm('');
    await write({ ...NO_LIST, id: listId }, [], removedIds);
    set(NO_LIST);
  }

  function rowsNow(): readonly FilmRow[] {
    return getState().rows.map(current);
  }

  /** Updates the row of the open film when its original changes: its name, its number of phrases, its language. */
  function followOpen(): void {
    const { rows } = getState();
    const at = rows.findIndex(({ id }) => id === film().id);
    const row = rows[at];
    if (!row) return;
    const now = rowOfOpen(row);
    const facts = ['path', 'stamp', 'phrases', 'track', 'language', 'isBroken'] as const;
    if (facts.some((fact) => now[fact] !== row[fact])) set({ rows: rows.with(at, now) });
  }
  session.analysis.store.subscribe(({ source }, before) => {
    if (source !== before.source) followOpen();
  });
  session.store.subscribe(({ sourceText, fileName }, before) => {
    if (sourceText !== before.sourceText || fileName !== before.fileName) followOpen();
  });

  /** Opens the next film of the list or, if there is none, the previous one. */
  async function openNearest(): Promise<boolean> {
    const next = beside(1) ?? beside(-1);
    if (!next) tell('This file stays in the list, because no other file can be opened.');
    return openNow(next?.id);
  }

  async function removeNow(id: string): Promise<void> {
    const { rows, removed: before } = getState();
    const row = rows.find((one) => one.id === id);
    if (!row) return;
    if (id === film().id && !(await openNearest())) return;
    tell('');
    session.stop({ film: id });
    const left = getState().rows.filter((one) => one.id !== id);
    // Read from the list again, because closing the film has changed its row.
    const removed = getState().rows.find((one) => one.id === id) ?? row;
    const isRemoved = await write(withoutRemoved(list(left, removed), before), [], before ? [before.id] : []);
    if (isRemoved) onRemoved();
    else session.resume({ film: id });
  }

  async function bringBackNow(id: string | undefined): Promise<string> {
    const { rows, removed } = getState();
    if (removed?.id !== id || !removed || !(await write(list([...rows, removed], null)))) return '';
    tell(`${namesInList(getState().rows)(removed)} is in the list again.`);
    folders.saveListed();
    session.resume({ film: removed.id });
    if (!inMemory(removed.id)) await run.hold(removed.id);
    return removed.id;
  }

  async function forgetNow(): Promise<void> {
    const { rows, removed } = getState();
    if (rows.length === 1) return endSeries();
    if (removed) await write(withoutRemoved(list(rows, null), removed), [], [removed.id]);
  }

  /** Stores the list and the films in memory, except the open one. */
  async function keepAll(): Promise<boolean> {
    const others = [...session.others.getState().values()].filter(isFilmWhole);
    return film().id === '' || write(list(rowsNow()), others);
  }

  async function changeNow(how: ListChange): Promise<boolean> {
    tell('');
    if (!(await session.changeList(how, keepAll))) return false;
    adding.leaveList();
    folders.leaveList();
    getState().asked?.answer('cancel');
    set({ ...NO_SERIES, reading: getState().reading });
    await readList();
    void videos.follow();
    return true;
  }

  return {
    saveAll: createSaveAll(saving),
    saveInto: folders.saveInto,
    saveAsDone: folders.saveAsDone,
    add: adding.add,
    stopReading() {
      run.stopWaiting();
      adding.stop();
      videos.stop();
    },
    stopWaiting: run.stopWaiting,
    changeList: (how) => inTurn(() => changeNow(how)),
    async translate(options) {
      // Before the files are read, so that it replaces no sentence about them. If the database does not answer, its sentence stays.
      if (!getState().isUnknown) tell('');
      await run.translate(Promise.all([adding.added(), videos.opened()]), options);
    },
    open: (id, line) => inTurn(async () => void (await openNow(id, line))),
    filmOf,
    step: (by) => inTurn(async () => void (await openNow(beside(by)?.id))),
    ...createSeriesProject({
      ...saving,
      saveProject,
      queue: run.queue,
      hold: run.hold,
      async giveWay(row, to) {
        await videos.share(row, to);
        await folders.share(row.id, to);
        if (row.id !== film().id || (await openNow(to))) await removeNow(row.id);
        return getState().rows.every(({ id }) => id !== row.id);
      },
      report,
      showList() {
        askToKeep();
        return inTurn(readList);
      },
    }),
    ...createMending(its),
    keepBoth: createKeepBoth({ ...its, begin, endSeries }),
    async want(id) {
      const wanted = (row: FilmRow) => (row.id === id ? { ...row, isWanted: true } : row);
      await inTurn(() => write(list(getState().rows.map(wanted))));
    },
    ...createReadFilms(its),
    ...videos.desk,
    retryFailed: run.retryFailed,
    translateOthersAgain: run.translateOthersAgain,
    ...createCountNotes(its),
    remove: (id) =>
      showRemoving(
        id,
        inTurn(() => removeNow(id)),
      ),
    bringBack() {
      // Asked at the press, not in the command's turn.
      const id = toBringBack();
      return inTurn(() => bringBackNow(id));
    },
    forget: () => inTurn(forgetNow),
  };

  /** Without a series there is no list to show the words beside. */
  function report(words: string): void {
    if (words === '') return;
    if (film().id === '') page.setState({ refusal: words });
    else tell(words);
  }
}
