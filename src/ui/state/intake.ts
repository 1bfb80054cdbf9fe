import { checkUpload, firstOfFiles, goneWords, isProjectFile, notAFilmWords } from '../../files/accept.ts';
import type { EncodingName } from '../../files/encodings.ts';
import { canOpenSource, type Notice } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, type Result } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { ChosenFiles } from './chosen-files.ts';
import type { FilmToRead, PageStore } from './page-state.ts';
import { runPart } from './parts.ts';
import type { VideoDesk } from './video.ts';

/** What finds a file again after a reload; undefined: the browser gives none. */
export type DroppedHandle = Promise<FileSystemFileHandle> | undefined;

/** Brings a picked, dropped or pasted file into the session, and films into the preview. */
export interface FileIntake {
  /**
   * A refused file, or code that cannot be loaded, becomes the session's error. Of several files the first one is opened, with a word about
   * the others; of several calls the latest wins, unless its file is refused unread. A film goes to the preview, at any time; on an empty
   * page its subtitles are offered. `srtOnly`: files of other formats, and films, are refused. `handles`: of each file, by which the browser
   * finds it again.
   */
  open(
    files: readonly File[],
    options?: { readonly srtOnly: boolean; readonly handles?: readonly DroppedHandle[] },
  ): Promise<void>;
  /** Offers the subtitles in the film of the preview; one that is chosen opens as any other file does. */
  openTracks(): void;
  /** Opens a text that was taken out of the film, unless it was stopped, or something else has been opened, since it was asked for. */
  openTrack(
    film: FilmToRead,
    name: string,
    text: string,
    notices: readonly Notice[],
    signal: AbortSignal,
  ): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Puts the letters that were meant in place of those of a text that was encoded twice. */
  repairLetters(): Promise<void>;
  /** False after a reload, which keeps only the text. */
  canReadAgain(): boolean;
}

/** A file that is open by then needs no word, which would only flash. */
const SOON_MS = 100;

/** `prepareText` does a long text's slow preparations before it is shown, without blocking the page. `page` tells what is being opened. */
export function createFileIntake(
  session: Session,
  prepareText: (text: string) => Promise<void>,
  page: PageStore,
  video: VideoDesk,
): FileIntake {
  let latest: File | undefined;
  /** Of the call that gave it: one that came before may still be choosing among its files. */
  let latestTurn = 0;
  let openBytes: Uint8Array | undefined;
  let openName = '';
  /** Subtitles that are being read, and will be what is open. */
  let onTheirWay = 0;
  /** Of the newest file: whether it is read or refused is soon told. */
  let checking: Promise<unknown> | undefined;
  let turns = 0;
  /** Whose film is in the preview, or on its way there. */
  let filmTurn = 0;

  async function read(file: File) {
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    );
    if (!bytes) return { bytes, found: fail(goneWords(file.name)) };
    const found = await session.analysis.ask('decode', { bytes, name: file.name });
    if (found?.ok) await prepareText(found.value.text);
    return { bytes, found };
  }

  /** What is still read out of a film is not what a person wants who opens a file. */
  function endReading(): void {
    const { videoToRead } = page.getState();
    if (videoToRead) page.setState({ videoToRead: { ...videoToRead, purpose: 'preview' } });
  }

  async function openFile(file: File, turn: number, anyFormat: boolean, more: readonly Notice[]): Promise<void> {
    const { name } = file;
    const before = [latest, latestTurn] as const;
    [latest, latestTurn] = [file, turn];
    const looking = check(file, anyFormat);
    checking = looking;
    const checked = await looking;
    if (latest !== file) return;
    if (!checked.ok) {
      // A file that is being read meanwhile is opened all the same.
      [latest, latestTurn] = before;
      return session.refuseSource(checked.error);
    }
    endReading();
    onTheirWay++;
    const { bytes, found } = await read(file).finally(() => onTheirWay--);
    if (!found || latest !== file) return;
    if (!found.ok) return session.refuseSource(found.error);
    const { text } = found.value;
    if (text.trim() === '' && session.store.getState().sourceText !== '')
      return session.refuseSource(`"${name}" is empty. The film on the page stays as it is.`);
    session.openSource(text, [...lettersNotices(found.value), ...more], name);
    // A run may have begun while the file was read: then the film on the page stays, and its bytes.
    if (session.store.getState().sourceText !== text) return;
    openBytes = bytes;
    openName = name;
  }

  const refuse = (what: string) =>
    page.setState({
      refusal: `${what} not opened: the film on the page is being translated. Restart before you open another file.`,
    });

  async function openChosen(
    files: readonly File[],
    srtOnly: boolean,
    handles: readonly DroppedHandle[] | undefined,
  ): Promise<void> {
    const turn = ++turns;
    const choose = srtOnly ? onlyFirst : (await runPart.load()).chooseFiles;
    const { subtitles, film, hasTracks, left, told } = await choose(files);
    // What was told of another file says nothing of this one.
    if (turn >= filmTurn) page.setState({ refusal: told === '' ? null : told });
    if (film) await openFilm(film, turn, handles?.[files.indexOf(film)], hasTracks && !subtitles);
    if (!subtitles || turn < latestTurn) return;
    await openSubtitles(subtitles, turn, srtOnly, left);
  }

  async function openSubtitles(subtitles: File, turn: number, srtOnly: boolean, left: number): Promise<void> {
    if (!canOpenSource(session.store.getState())) return refuse(`“${subtitles.name}” was`);
    const notices = left > 0 ? [{ kind: 'one-of-several', name: subtitles.name, left } as const] : [];
    await openFile(subtitles, turn, !srtOnly, notices);
    showRefused();
  }

  /** Of several calls the latest one's film wins. */
  async function openFilm(file: File, turn: number, handle: DroppedHandle, isOffering: boolean): Promise<void> {
    if (turn < filmTurn) return;
    filmTurn = turn;
    const found = await handle?.catch(() => undefined);
    if (turn < filmTurn) return;
    video.open(file, found);
    page.setState({ videoToRead: { file, purpose: isOffering && isEmpty() ? 'offer' : 'preview' } });
  }

  const isEmpty = () =>
    onTheirWay === 0 && session.store.getState().sourceText === '' && canOpenSource(session.store.getState());

  /** Shows why the file that was opened last was refused. */
  function showRefused(): void {
    const { error } = session.store.getState();
    // The panel cannot tell that the same error came again, so it is shown from here.
    if (error !== '') showErrors();
    page.setState({ refused: error });
  }

  return {
    async open(files, { srtOnly, handles } = { srtOnly: false }) {
      const [file] = files;
      if (!file) return;
      const opening = files.length > 1 ? `one of ${files.length} files` : file.name;
      const soon = setTimeout(() => page.setState({ opening }), SOON_MS);
      await openChosen(files, srtOnly, handles)
        .catch((error: unknown) => {
          if (!isChunkError(error)) throw error;
          session.refuseSource(
            `The file was not opened, since a part of this page is missing: ${errorText(error)} Reload the page and open it again.`,
          );
          showRefused();
        })
        .finally(() => {
          clearTimeout(soon);
          // Another file may be on its way by now.
          if (page.getState().opening === opening) page.setState({ opening: '' });
        });
    },
    openTracks() {
      const { file } = video.store.getState();
      if (!file) return;
      if (canOpenSource(session.store.getState())) page.setState({ videoToRead: { file, purpose: 'choose' } });
      else refuse('The subtitles in the film were');
    },
    async openTrack(film, name, text, notices, signal) {
      const isWanted = () =>
        !signal.aborted && page.getState().videoToRead === film && (film.purpose === 'choose' || isEmpty());
      // A file that is dropped meanwhile ends this unless it is refused.
      await checking;
      if (!isWanted()) return;
      // A file that is still being read was asked for before.
      [latest, latestTurn] = [undefined, turns];
      await prepareText(text);
      if (!isWanted()) return;
      if (!canOpenSource(session.store.getState())) return refuse(`“${name}” was`);
      session.openSource(text, notices, name);
      openBytes = undefined;
      openName = '';
      showRefused();
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

function onlyFirst(files: readonly File[]): ChosenFiles {
  const { file, left } = firstOfFiles(files);
  return { subtitles: file, film: undefined, hasTracks: false, left, told: '' };
}

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
