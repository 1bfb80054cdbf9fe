import { goneWords } from '../../files/video-bytes.ts';
import { canOpenSource, isInSeries, type Notice, takesSubtitles, type Work } from '../../film/film.ts';
import { isSameFilm } from '../../film/read-as.ts';
import { holdsWork } from '../../film/steps.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { fail } from '../../lib/result.ts';
import { countWords, quotedName, shownName } from '../../lib/text.ts';
import { type FilmToRead, readFilm } from './film-tracks.ts';
import { fileHandle, filesGiven, knownHandles } from './folder-files.ts';
import {
  chooseFiles,
  countRows,
  type FilesToOpen,
  filesOfSeries,
  type KnownFiles,
  lookInto,
  onlyFirst,
} from './given-files.ts';
import { type IntakeServices, showRefused } from './intake.ts';
import type { DemoCommands, DroppedHandle, FileIntake, Going, PageState } from './page-state.ts';
import { bytesOf, checkFile, lettersNotices, usableOver } from './read-file.ts';
import { mayGo } from './save-part.ts';
import { createSeries } from './series.ts';
import type { ReadProject, SeriesDesk } from './series-desk.ts';
import { damagedWords } from './series-project.ts';
import type { ChosenVideo } from './series-videos.ts';

/** The demo opens nothing: the page leaves it, and opens the file in the work. */
const inWork = ({ leave }: DemoCommands, open: (work: FileIntake) => Promise<void>): Promise<void> =>
  new Promise((resolve) => leave((work) => resolve(open(work))));

/** A subtitle file, or a video's subtitles, that the page is opening. */
interface Opening {
  /** Aborted: a newer file was opened, or the person has closed the dialog. */
  readonly signal: AbortSignal;
  readonly end: () => void;
  /** The video whose subtitles are opened. */
  film: Pick<FilmToRead, 'file' | 'purpose'> | undefined;
  /** Whether its video may be shown in the preview: false once a later video was opened. */
  mayShowFilm: boolean;
  /** True while subtitles are read that will be the film on the page. */
  isReading: boolean;
  /** True: if the open film is in a series, the file replaces the whole list, not only the film. */
  readonly replacesList: boolean;
  /** Settles once the given file is opened or refused. */
  given: Promise<void> | undefined;
  /** The work that continues once the preview shows the video. */
  rest: Promise<void> | undefined;
}

/** The intake, without the loading of its code. Rejects if the code that reads a file cannot be loaded. */
export function createOpening(services: IntakeServices, prepareText: (text: string) => Promise<void>): FileIntake {
  const { session, page, video, commands } = services;
  const { films: records, saveProject, demo } = commands;
  const showVideo = ({ file, handle }: ChosenVideo) =>
    void during((next) => openFilm(next, file, handle && Promise.resolve(handle), false));
  const list = records && createSeries({ ...services, records, prepareText, saveProject, showVideo });
  const series: SeriesDesk | undefined =
    list && demo ? { ...list, add: (files) => inWork(demo, (work) => work.open(files, { how: 'drop' })) } : list;
  /** The oldest first. The newer of two openings wins, unless its file is refused. */
  const openings: Opening[] = [];
  /** The newest opening that a person can stop; undefined: there is none. */
  let stoppable: Opening | undefined;
  function showOf(mine: Opening, change: Partial<PageState>): void {
    if (stoppable === mine) page.setState(change);
  }
  /** Offers “Stop reading” until this opening changes something on the page. */
  function offerStop(mine: Opening): void {
    stoppable = mine;
    const stopOpening = () => {
      mine.end();
      mine.mayShowFilm = false;
      showOf(mine, { opening: '', stopOpening: null, refusal: 'You stopped reading. Nothing was opened.' });
      stoppable = undefined;
    };
    page.setState({ stopOpening });
  }
  /** The file that was opened last; undefined: none was. */
  let opened: (Pick<Work, 'fileName' | 'sourceText'> & { readonly bytes: Uint8Array }) | undefined;
  /** The file of the film on the page; undefined: the page has only its text, as after opening a project, another film of the series, or Undo. */
  const openFileNow = () => {
    const film = session.store.getState();
    return opened?.fileName === film.fileName && isSameFilm(opened, film) ? opened : undefined;
  };

  /** `instead`: the opening that this one replaces; missing: this one is the newest. */
  function begin(replacesList: boolean, instead?: Opening): Opening {
    const controller = new AbortController();
    const opening: Opening = {
      signal: controller.signal,
      end: () => controller.abort(),
      film: undefined,
      mayShowFilm: true,
      isReading: false,
      replacesList,
      given: undefined,
      rest: undefined,
    };
    openings.splice(instead ? openings.indexOf(instead) : openings.length, 0, opening);
    return opening;
  }

  async function during(work: (mine: Opening) => Promise<void>, instead?: Opening): Promise<void> {
    const mine = begin(false, instead);
    try {
      await work(mine);
    } finally {
      finish(mine);
    }
  }

  function finish(opening: Opening): void {
    openings.splice(openings.indexOf(opening), 1);
    opening.end();
  }

  const olderThan = (mine: Opening) => openings.slice(0, openings.indexOf(mine));
  const newerThan = (mine: Opening) => openings.slice(openings.indexOf(mine) + 1);

  /** Ends the openings before `mine`, and the offers of videos: a person who opens a file does not want the subtitles of a video. */
  function endOthers(mine: Opening): void {
    const offers = newerThan(mine).filter(({ film }) => film?.purpose === 'offer');
    for (const { film, end } of [...olderThan(mine), ...offers]) {
      if (film?.purpose === 'preview') continue;
      end();
      const { file, contents, problem } = video.store.getState();
      // The preview still needs to know what the video contains.
      if (film && file === film.file && !contents && problem === '') void during((next) => read(next, file, 'preview'));
    }
  }

  const isEmpty = () => {
    const state = session.store.getState();
    return state.sourceText === '' && canOpenSource(state) && !openings.some(({ isReading }) => isReading);
  };
  const isWanted = ({ signal, film }: Opening): boolean => !signal.aborted && (film?.purpose !== 'offer' || isEmpty());

  /**
   * Whether `next`, which has been read, may replace the film on the page. Ends older openings, so that they ask nothing more. `goes`: what is replaced, and
   * whether to wait for replies that have not come.
   */
  async function mayTakeOver(mine: Opening, next: string, goes: Going): Promise<boolean> {
    if (!isWanted(mine)) return false;
    // From here on, a stop would leave a work that is half replaced.
    showOf(mine, { stopOpening: null });
    endOthers(mine);
    // Something else may have been opened while the question was on the page.
    return (await mayGo(services, next, goes)) && isWanted(mine);
  }

  /** Makes room for `next`: the whole work becomes an undo step, if the person agrees. */
  const mayReplaceWork = async (mine: Opening, next: string): Promise<boolean> =>
    (await mayTakeOver(mine, next, 'all')) && (await series?.changeList('begin')) === true && isWanted(mine);

  const inSeries = () => isInSeries(session.store.getState());

  async function decode(bytes: Uint8Array<ArrayBuffer>, name: string) {
    const found = await session.analysis.ask('decode', { bytes, name, encoding: undefined });
    if (found?.ok) await prepareText(found.value.text);
    return found;
  }

  /** Replaces the film on the page by a text, if the person agrees. */
  async function openText(
    mine: Opening,
    file: DecodedFile,
    bytes: Uint8Array,
    name: string,
    notices: readonly Notice[],
  ): Promise<void> {
    const isListReplaced = mine.replacesList && inSeries();
    const named = quotedName(name);
    if (!(await (isListReplaced ? mayReplaceWork(mine, named) : mayTakeOver(mine, named, 'film')))) return;
    // A run may have begun while the file was read. Then the film on the page stays, and so do its bytes.
    if (!canOpenSource(session.store.getState())) return refuse(`${quotedName(name)} was not opened.`);
    session.openSource(file.text, [...lettersNotices(file), ...notices], name);
    opened = { bytes, fileName: name, sourceText: file.text };
  }

  /** Shows a refusal beside the original or, if another film's run goes on, as a notice. */
  function refuseFile(error: string): void {
    if (canOpenSource(session.store.getState())) session.refuseSource(error);
    else page.setState({ refusal: error });
  }

  const refuse = (notOpened: string) =>
    page.setState({
      refusal: `${notOpened} The film on the page is not finished. Press Restart to close that film. If it is not saved, the page asks first.`,
    });

  /** If a person closes the picker, it gives no folder. */
  function tellEmpty([root]: readonly FileSystemDirectoryHandle[]): void {
    if (root) page.setState({ refusal: `The folder ${quotedName(root.name)} has no files that the page can read.` });
  }

  async function openChosen(
    mine: Opening,
    { subtitles, film, hasTracks, left, message }: FilesToOpen,
    handle: DroppedHandle,
    srtOnly: boolean,
  ): Promise<void> {
    // After a newer video was opened, sentences about older files would not fit what the page shows.
    if (mine.mayShowFilm) page.setState({ refusal: message === '' ? null : message });
    if (film) await openFilm(mine, film, handle, hasTracks && !subtitles);
    if (film && !subtitles && video.store.getState().file === film) await series?.keepVideo(await fileHandle(handle));
    if (subtitles && !mine.signal.aborted) await openSubtitles(mine, subtitles, srtOnly, left);
  }

  /**
   * Adds the files to the series, or makes a series of them, which may replace the present one. Of a folder without any film it only says so. False: they are
   * not several films. The list offers to stop the reading of files that are added to it.
   */
  async function areAdded(mine: Opening, known: KnownFiles, handles: readonly DroppedHandle[]): Promise<boolean> {
    const { files, message } = filesOfSeries(known);
    if (files.length === 0) {
      page.setState({ refusal: message });
      return true;
    }
    const isSeries = (await countRows(known)) > 1 || (inSeries() && !mine.replacesList);
    if (mine.signal.aborted) return true;
    if (!series || !isSeries) return false;
    page.setState({ refusal: null });
    const isListReplaced = mine.replacesList && (inSeries() || holdsWork(session.store.getState()));
    const goes = isListReplaced ? () => mayReplaceWork(mine, countWords(files.length, 'file')) : undefined;
    if (!goes) showOf(mine, { stopOpening: null });
    await series.add(files, message, await knownHandles(handles), goes);
    return true;
  }

  async function openSubtitles(mine: Opening, subtitles: File, srtOnly: boolean, left: number): Promise<void> {
    const notices = left > 0 ? [{ kind: 'one-of-several', name: subtitles.name, left } as const] : [];
    mine.given = openFile(mine, subtitles, !srtOnly, notices);
    await mine.given;
    showRefused(session, page);
  }

  async function readFile(file: File) {
    const bytes = await bytesOf(file);
    const found = bytes ? await decode(bytes, file.name) : fail(goneWords(file.name));
    const isBlank = found?.ok && found.value.text.trim() === '' && session.store.getState().sourceText !== '';
    return {
      bytes,
      found: isBlank ? fail(`"${shownName(file.name)}" is empty. The film on the page is not changed.`) : found,
    };
  }

  async function openFile(mine: Opening, file: File, anyFormat: boolean, notices: readonly Notice[]): Promise<void> {
    const { name } = file;
    const checked = await checkFile(file, anyFormat);
    if (mine.signal.aborted) return;
    if (!checked.ok) return refuseFile(checked.error);
    if (!takesSubtitles(session.store.getState())) return refuse(`${quotedName(name)} was not opened.`);
    mine.isReading = true;
    const { bytes, found } = await readFile(file).finally(() => {
      mine.isReading = false;
    });
    if (!found || mine.signal.aborted) return;
    const usable = found.ok ? usableOver(session.store.getState(), found.value, name) : found;
    if (!usable.ok) return refuseFile(usable.error);
    if (bytes) await openText(mine, usable.value, bytes, name, notices);
  }

  /** Shows a video in the preview. Of several calls the latest one wins. */
  async function openFilm(mine: Opening, file: File, handle: DroppedHandle, isOffering: boolean): Promise<void> {
    if (!mine.mayShowFilm) return;
    for (const older of olderThan(mine)) older.mayShowFilm = false;
    const found = await fileHandle(handle);
    if (!mine.mayShowFilm) return;
    video.open(file, found);
    if (isOffering && isWanted(mine) && isEmpty()) mine.rest = read(mine, file, 'offer');
    else void during((next) => read(next, file, 'preview'));
  }

  /** Reads what the video of the preview contains. */
  function read(mine: Opening, file: File, purpose: FilmToRead['purpose']): Promise<void> {
    mine.film = { file, purpose };
    const film = (opening: Opening): FilmToRead => ({
      file,
      purpose,
      signal: opening.signal,
      end: opening.end,
      open: (...track) => openTrack(opening, ...track),
      others: inSeries() ? series : undefined,
      again: (work) =>
        void during((next) => {
          next.film = opening.film;
          return work(film(next));
        }, opening),
    });
    return readFilm(services, film(mine));
  }

  const othersGiven = (mine: Opening) => Promise.allSettled(newerThan(mine).map(({ given }) => given));

  async function openTrack(
    mine: Opening,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    notices: readonly Notice[],
  ): Promise<boolean> {
    // A file that a person opens meanwhile ends this opening, unless that file is refused.
    await othersGiven(mine);
    if (!isWanted(mine)) return false;
    const found = await decode(bytes, name);
    await othersGiven(mine);
    if (!found || !isWanted(mine)) return false;
    if (!canOpenSource(session.store.getState())) {
      refuse(`${quotedName(name)} was not opened.`);
      return false;
    }
    if (found.ok) await openText(mine, found.value, bytes, name, notices);
    else refuseFile(found.error);
    showRefused(session, page);
    return found.ok && opened?.bytes === bytes;
  }

  return {
    async open(given, options = { how: 'open' }) {
      if (demo) return inWork(demo, (work) => work.open(given, options));
      const mine = begin(options.how !== 'drop');
      offerStop(mine);
      try {
        await openGiven(mine, given, options);
      } finally {
        showOf(mine, { stopOpening: null });
        void Promise.resolve(mine.rest).finally(() => finish(mine));
      }
    },
    async openProject(file) {
      if (demo) return inWork(demo, (work) => work.openProject(file));
      await during(async (mine) => {
        offerStop(mine);
        // The page waits for replies that have not come yet.
        page.setState({ opening: file.name, refusal: null });
        const refusal = await openProject(mine, file).finally(() => showOf(mine, { opening: '', stopOpening: null }));
        // If another file was refused meanwhile, its message stays on the page.
        if (refusal !== undefined && !mine.signal.aborted) page.setState({ refusal });
      });
    },
    async openTracks() {
      const { file } = video.store.getState();
      if (!file) return;
      if (!canOpenSource(session.store.getState())) return refuse('The subtitles in the video were not opened.');
      for (const { film, end } of openings) if (film?.file === file) end();
      void during((mine) => read(mine, file, 'choose'));
    },
    async readAgainAs(encoding) {
      const of = openFileNow();
      if (!of) return;
      await session.analysis.orTell(async () => {
        const found = await session.analysis.ask('decode', { bytes: of.bytes, name: of.fileName, encoding });
        if (!found?.ok || openFileNow() !== of) return;
        opened = { ...of, sourceText: found.value.text };
        const { notices } = session.store.getState();
        const ofVideo = notices.filter(({ kind }) => kind === 'track-of-film' || kind === 'cut-off');
        session.openSource(opened.sourceText, [{ kind: 'encoding', name: encoding }, ...ofVideo], of.fileName);
      });
    },
    async repairLetters() {
      const { sourceText, notices, fileName } = session.store.getState();
      const others = notices.filter(({ kind }) => kind !== 'doubly-encoded');
      await session.analysis.orTell(async () => {
        const meant = await session.analysis.ask('meantLetters', undefined);
        if (meant === undefined) return;
        await prepareText(meant);
        if (session.store.getState().sourceText === sourceText) session.openSource(meant, others, fileName);
      });
    },
    canReadAgain: () => openFileNow() !== undefined,
    series: async () => series,
  };

  async function openGiven(
    mine: Opening,
    ...[given, options]: Required<Parameters<FileIntake['open']>>
  ): Promise<void> {
    const { folder, how, handles = [] } = options;
    const srtOnly = how === 'upload';
    const { files, roots, isOfFolder } = await filesGiven(given, folder, handles);
    const known = srtOnly ? undefined : await lookInto(files, session.analysis.ask);
    if (mine.signal.aborted) return;
    if (files.length === 0) return tellEmpty(roots);
    const chosen = known ? chooseFiles(known) : onlyFirst(files);
    // The handles are those of the dropped items: of the folder, not of the files in it.
    const handle = chosen.film && !isOfFolder ? handles[files.indexOf(chosen.film)] : undefined;
    if (!known || !(await areAdded(mine, known, handles))) await openChosen(mine, chosen, handle, srtOnly);
  }

  /** Opens the films of a project file. Returns a sentence if it refuses the file. */
  async function openProject(mine: Opening, file: File): Promise<string | undefined> {
    if (file.size > MAX_PROJECT_BYTES) return `"${shownName(file.name)}" is too large for a project file.`;
    const text = await file.text().catch(() => undefined);
    if (text === undefined) return goneWords(file.name);
    if (mine.signal.aborted) return undefined;
    const found = await commands.readProject(text);
    if (mine.signal.aborted) return undefined;
    return found.ok ? openFilms(mine, file.name, found.value) : found.error;
  }

  /** Opens a project that was read. Returns a sentence about what it could not open; undefined: it opened everything. */
  async function openFilms(mine: Opening, file: string, project: ReadProject): Promise<string | undefined> {
    const { films, openAt } = project.series;
    const film = films[openAt]?.film;
    const named = quotedName(file);
    const goes = () => (inSeries() ? mayReplaceWork(mine, named) : mayTakeOver(mine, named, 'all'));
    if (films.length > 1) {
      if (!series) return 'This browser can store only one film, but the project has several.';
      await series.openProject(project, () => mayReplaceWork(mine, named), mine.signal);
      return undefined;
    }
    showOf(mine, { stopOpening: null });
    const how = (await series?.askToAdd(file)) ?? 'alone';
    if (how === 'add' && film) await series?.addFilm(film);
    if (how === 'alone' && film && (await goes())) await project.open(film);
    return project.damaged.length > 0 ? damagedWords(project.damaged) : undefined;
  }
}

/** Larger than the project of the largest allowed .srt file. A larger file is a mistake, such as a video, and reading it would freeze the page. */
const MAX_PROJECT_BYTES = 200 * 1024 * 1024;
