import { HEAD_BYTES, hasReader, recognizeVideo, type VideoKind } from '../../containers/recognize-video.ts';
import {
  checkUpload,
  filesInFolders,
  firstOfFiles,
  goneWords,
  isProjectFile,
  notAFilmWords,
} from '../../files/accept.ts';
import { hasSubtitleName } from '../../files/endings.ts';
import { canOpenSource, isUnsaved, type Notice } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { fail, type Result } from '../../lib/result.ts';
import { recognizeFormat } from '../../subtitles/formats.ts';
import { type DroppedHandle, type FileIntake, type OpeningOptions, type SaveFirst, showRefused } from './intake.ts';
import type { FilmToRead, PageStore } from './page-state.ts';
import type { Services } from './services.tsx';
import type { VideoDesk } from './video.ts';

/** Whether another film may take the place of the one on the page: a person is asked about a finished one that was not saved. */
export async function mayReplace({ session, saveFirst }: Pick<Services, 'session' | 'saveFirst'>): Promise<boolean> {
  // What is being typed is a change that was not saved, too.
  session.takeTyped.call('saving');
  return !isUnsaved(session.store.getState()) || (await saveFirst.call()) === true;
}

/** What the intake does once its code has come. Code that is missing, and so cannot read a file, is an error of `open`. */
export function createOpening(
  session: Session,
  prepareText: (text: string) => Promise<void>,
  page: PageStore,
  video: VideoDesk,
  saveFirst: SaveFirst,
): FileIntake {
  /** The call whose subtitles are open: those of one before it come too late. */
  let openTurn = 0;
  let openBytes: Uint8Array | undefined;
  let openName = '';
  /** Subtitles that are being read, and will be what is open. */
  let onTheirWay = 0;
  /** The files that were given since a film is looked into: whether they are opened or refused is soon told. */
  let given: { readonly since: FilmToRead | null; readonly done: Promise<unknown> } | undefined;
  let turns = 0;
  /** Whose film is in the preview, or on its way there. */
  let filmTurn = 0;
  /** The call that gave the film, or asked for the subtitles in it: a file that was given before it comes too late for them. */
  let tracksTurn = 0;

  async function read(file: File) {
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    );
    return { bytes, found: bytes ? await decoded(bytes, file.name) : fail(goneWords(file.name)) };
  }

  async function decoded(bytes: Uint8Array, name: string) {
    const found = await session.analysis.ask('decode', { bytes, name });
    if (found?.ok) await prepareText(found.value.text);
    return found;
  }

  /** What is still read out of a film is not what a person wants who opens a file; `film`: what was read as the file was given. */
  function endReading(film: FilmToRead | null): void {
    const { videoToRead } = page.getState();
    if (videoToRead && (videoToRead === film || videoToRead.purpose === 'offer'))
      page.setState({ videoToRead: { ...videoToRead, purpose: 'preview' } });
  }

  function openFile(...file: Parameters<typeof openGiven>): Promise<void> {
    const { videoToRead: since } = page.getState();
    const opening = openGiven(...file);
    given = { since, done: Promise.allSettled([given?.since === since ? given.done : undefined, opening]) };
    return opening;
  }

  /** Resolves once all files are opened or refused that were given since the film is looked into. */
  async function givenSettled(film: FilmToRead): Promise<void> {
    for (let last: typeof given; given?.since === film && given !== last; ) {
      last = given;
      await last.done;
    }
  }

  async function openGiven(file: File, turn: number, anyFormat: boolean, more: readonly Notice[]): Promise<void> {
    const { name } = file;
    const { videoToRead } = page.getState();
    const checked = await check(file, anyFormat);
    if (turn < openTurn) return;
    if (!checked.ok) return session.refuseSource(checked.error);
    onTheirWay++;
    const { bytes, found } = await read(file).finally(() => onTheirWay--);
    if (!found || turn < openTurn) return;
    const usable = usableText(found, name);
    if (!usable.ok) return session.refuseSource(usable.error);
    const { text } = usable.value;
    if (!(await mayReplace({ session, saveFirst })) || turn < openTurn) return;
    endReading(videoToRead);
    openTurn = turn;
    session.openSource(text, [...lettersNotices(usable.value), ...more], name);
    // A run may have begun while the file was read: then the film on the page stays, and its bytes.
    if (session.store.getState().sourceText !== text) return;
    openBytes = bytes;
    openName = name;
  }

  const usableText = (found: Result<DecodedFile, string>, name: string): Result<DecodedFile, string> =>
    found.ok && found.value.text.trim() === '' && session.store.getState().sourceText !== ''
      ? fail(`"${name}" is empty. The film on the page stays as it is.`)
      : found;

  const refuse = (what: string) =>
    page.setState({
      refusal: `${what} not opened: the film on the page is not translated to its end. “Save project” in the menu Project keeps it. Restart before you open another file.`,
    });

  async function openChosen(files: readonly File[], { srtOnly, handles }: OpeningOptions): Promise<void> {
    const turn = ++turns;
    const { subtitles, film, hasTracks, left, told } = srtOnly ? onlyFirst(files) : await chooseFiles(files);
    // What was told of another file says nothing of this one.
    if (turn >= filmTurn) page.setState({ refusal: told === '' ? null : told });
    if (film) await openFilm(film, turn, handles?.[files.indexOf(film)], hasTracks && !subtitles);
    if (!subtitles || turn < openTurn) return;
    await openSubtitles(subtitles, turn, srtOnly, left);
  }

  async function openSubtitles(subtitles: File, turn: number, srtOnly: boolean, left: number): Promise<void> {
    if (!canOpenSource(session.store.getState())) return refuse(`“${subtitles.name}” was`);
    const notices = left > 0 ? [{ kind: 'one-of-several', name: subtitles.name, left } as const] : [];
    await openFile(subtitles, turn, !srtOnly, notices);
    showRefused(session, page);
  }

  /** Of several calls the latest one's film wins. */
  async function openFilm(file: File, turn: number, handle: DroppedHandle, isOffering: boolean): Promise<void> {
    if (turn < filmTurn) return;
    filmTurn = turn;
    const found = await handle?.catch(() => undefined);
    if (turn < filmTurn) return;
    video.open(file, found);
    tracksTurn = turn;
    page.setState({ videoToRead: { file, purpose: isOffering && isEmpty() ? 'offer' : 'preview' } });
  }

  const isEmpty = () =>
    onTheirWay === 0 && session.store.getState().sourceText === '' && canOpenSource(session.store.getState());

  return {
    async open(given, { folder, srtOnly, ...options } = { srtOnly: false }) {
      const files = folder ? await filesInFolders(folder) : given;
      // The handles are those of what was dropped: of the folder, not of the files in it.
      await openChosen(files, folder ? { srtOnly } : { srtOnly, ...options });
    },
    async openTracks() {
      const { file } = video.store.getState();
      if (!file) return;
      if (!canOpenSource(session.store.getState())) return refuse('The subtitles in the film were');
      tracksTurn = ++turns;
      page.setState({ videoToRead: { file, purpose: 'choose' } });
    },
    async openTrack(film, name, bytes, notices, signal) {
      const isWanted = () =>
        !signal.aborted && page.getState().videoToRead === film && (film.purpose === 'choose' || isEmpty());
      // A file that is given meanwhile ends this unless it is refused.
      await givenSettled(film);
      if (!isWanted()) return;
      const found = await decoded(bytes, name);
      await givenSettled(film);
      if (!found || !isWanted()) return;
      if (!canOpenSource(session.store.getState())) return refuse(`“${name}” was`);
      if (found.ok && !(await mayReplace({ session, saveFirst }))) return;
      openTurn = tracksTurn;
      if (found.ok) {
        session.openSource(found.value.text, [...lettersNotices(found.value), ...notices], name);
        openBytes = bytes;
        openName = name;
      } else session.refuseSource(found.error);
      showRefused(session, page);
    },
    async readAgainAs(encoding) {
      const [bytes, name] = [openBytes, openName];
      if (!bytes) return;
      await session.analysis.orTell(async () => {
        const found = await session.analysis.ask('decode', { bytes, name, encoding });
        if (found?.ok && openBytes === bytes)
          session.openSource(found.value.text, [{ kind: 'encoding', name: encoding }], name);
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
    canReadAgain: () => openBytes !== undefined,
  };
}

/** What of several files is opened. */
interface ChosenFiles {
  /** undefined: a film is opened, and no subtitles came with it. Of files that are neither the first one is here, to be refused. */
  readonly subtitles: File | undefined;
  readonly film: File | undefined;
  /** Whether subtitles can be taken out of films of its kind. */
  readonly hasTracks: boolean;
  /** How many other subtitle files there are. */
  readonly left: number;
  /** What is to be told of other films, and of what came with a film alone; empty: nothing is. */
  readonly told: string;
}

function onlyFirst(files: readonly File[]): ChosenFiles {
  const { file, left } = firstOfFiles(files);
  return { subtitles: file, film: undefined, hasTracks: false, left, told: '' };
}

/** A folder of photos is not read through: so many files are looked into. */
const MOST_LOOKED_INTO = 100;

/**
 * The subtitles that stand first by their names, and the film that goes with them: the one whose name theirs begins with, else the first one.
 * What is a film, its content tells.
 */
async function chooseFiles(files: readonly File[]): Promise<ChosenFiles> {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const looked = files.toSorted((one, other) => compare(one.name, other.name)).slice(0, MOST_LOOKED_INTO);
  const kinds = await Promise.all(looked.map(videoKindOf));
  const films = looked.filter((_, index) => kinds[index] !== undefined);
  if (films.length === 0) return onlyFirst(files);
  const others = files.filter((file) => !films.includes(file));
  const areSubtitles = await Promise.all(others.map(holdsSubtitles));
  const { file: subtitles, left } = firstOfFiles(others.filter((_, index) => areSubtitles[index]));
  const film = films.find(({ name }) => subtitles?.name.startsWith(`${baseName(name)}.`)) ?? films[0];
  const words = [
    ...filmsWords(films.length - 1),
    ...(subtitles ? [] : othersWords(others.filter((file) => looked.includes(file)))),
  ];
  const kind = film && kinds[looked.indexOf(film)];
  return {
    subtitles,
    film,
    hasTracks: hasReader(kind),
    left,
    told: words.length > 0 ? [`${film?.name} was opened.`, ...words].join(' ') : '',
  };
}

/** What stands beside a film as a text may be anything. Subtitles have a line with two times, or are recognized; in UTF-16 zeros stand between. */
async function holdsSubtitles(file: File): Promise<boolean> {
  if (!/\.(?:txt|xml)$/i.test(file.name)) return hasSubtitleName(file.name);
  const head = await file
    .slice(0, LOOKED_THROUGH_BYTES)
    .text()
    .catch(() => '');
  const text = head.replaceAll('\0', '');
  return /\d:\d\d[.,:]\d+\D{1,10}\d+:\d\d[.,:]\d/.test(text) || recognizeFormat(text) !== 'srt';
}
/** The head of an ASS file with many styles is shorter. */
const LOOKED_THROUGH_BYTES = 65_536;

const filmsWords = (count: number): readonly string[] =>
  count === 0 ? [] : [count === 1 ? 'One other film was left.' : `${count} other films were left.`];

function othersWords([first, ...others]: readonly File[]): readonly string[] {
  if (first === undefined) return [];
  return [
    others.length === 0
      ? `${first.name} is no subtitle file and was left.`
      : `${others.length + 1} other files are no subtitles and were left.`,
  ];
}

const baseName = (name: string): string => name.replace(/\.[^.]*$/, '');

async function check(file: File, anyFormat: boolean): Promise<Result<void, string>> {
  if (await isProjectFile(file))
    return fail(`"${file.name}" is a project file. Open it with "Open project" in the menu "Project".`);
  const noFilm = anyFormat ? await notAFilmWords(file) : undefined;
  return noFilm === undefined ? checkUpload(file, { anyFormat }) : fail(noFilm);
}

/** How the letters of a file were read, where that is a guess or is not as it was meant. */
function lettersNotices({ encoding, detected, isDoublyEncoded }: DecodedFile): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return isDoublyEncoded ? [{ kind: 'doubly-encoded' }] : [];
}

/** What kind of film a file is, by its content; undefined: none that is known, or the file cannot be read. */
export const videoKindOf = async (file: Blob): Promise<VideoKind | undefined> => {
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  return recognizeVideo(new Uint8Array(head));
};
