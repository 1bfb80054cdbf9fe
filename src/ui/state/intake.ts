import { checkUpload, firstOfFiles, isProjectFile } from '../../files/accept.ts';
import type { EncodingName } from '../../files/encodings.ts';
import { canOpenSource, type Notice } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, type Result } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { PageStore } from './page-state.ts';
import { runPart } from './parts.ts';
import type { VideoDesk } from './video.ts';

/** What finds a file again after a reload; undefined: the browser gives none. */
export type DroppedHandle = Promise<FileSystemFileHandle> | undefined;

/** Brings a picked, dropped or pasted file into the session. */
export interface FileIntake {
  /**
   * A refused file, or code that cannot be loaded, becomes the session's error. Of several files the first one is opened, with a word about
   * the others; of several calls the latest wins, unless its file is refused unread. `srtOnly`: files of other formats are refused.
   * `handles`: of each file, by which the browser finds it again.
   */
  open(
    files: readonly File[],
    options?: { readonly srtOnly: boolean; readonly handles?: readonly DroppedHandle[] },
  ): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Puts the letters that were meant in place of those of a text that was encoded twice. */
  repairLetters(): Promise<void>;
  /** False after a reload, which keeps only the text. */
  canReadAgain(): boolean;
  /** Asks which of the subtitles in the open film are to be opened. */
  openTracks(): void;
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
  let openBytes: Uint8Array | undefined;
  let openName = '';

  async function read(file: File) {
    const bytes = await file.arrayBuffer().then(
      (buffer) => new Uint8Array(buffer),
      () => undefined,
    );
    if (!bytes)
      return { bytes, found: fail(`"${file.name}" could not be read. Was it moved or changed? Open it again.`) };
    const found = await session.analysis.ask('decode', { bytes, name: file.name });
    if (found?.ok) await prepareText(found.value.text);
    return { bytes, found };
  }

  async function openFile(file: File, anyFormat: boolean, more: readonly Notice[]): Promise<void> {
    const { name } = file;
    const before = latest;
    latest = file;
    const checked = await check(file, anyFormat);
    if (latest !== file) return;
    if (!checked.ok) {
      // A file that is being read meanwhile is opened all the same.
      latest = before;
      return session.refuseSource(checked.error);
    }
    const { bytes, found } = await read(file);
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

  return {
    async open(files, { srtOnly, handles } = { srtOnly: false }) {
      const { file, left } = firstOfFiles(files);
      if (!file) return;
      if (await (await runPart.load()).videoKindOf(file))
        return video.open(file, await handles?.[files.indexOf(file)]?.catch(() => undefined));
      if (!canOpenSource(session.store.getState())) return;
      const opening = files.length > 1 ? `one of ${files.length} files` : file.name;
      const soon = setTimeout(() => page.setState({ opening }), SOON_MS);
      const more: readonly Notice[] = left > 0 ? [{ kind: 'one-of-several', name: file.name, left }] : [];
      await openFile(file, !srtOnly, more)
        .catch((error: unknown) => {
          if (!isChunkError(error)) throw error;
          session.refuseSource(
            `The file was not opened, since a part of this page is missing: ${errorText(error)} Reload the page and open it again.`,
          );
        })
        .finally(() => {
          clearTimeout(soon);
          // Another file may be on its way by now.
          if (page.getState().opening === opening) page.setState({ opening: '' });
        });
      const { error } = session.store.getState();
      // The panel cannot tell that the same error came again, so it is shown from here.
      if (error !== '') showErrors();
      page.setState({ refused: error });
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
    openTracks() {},
  };
}

const check = async (file: File, anyFormat: boolean): Promise<Result<void, string>> =>
  (await isProjectFile(file))
    ? fail(`"${file.name}" is a project file. Open it with "Open project" in the menu "Project".`)
    : checkUpload(file, { anyFormat });

/** How the letters of a file were read, where that is a guess or is not as it was meant. */
function lettersNotices({ encoding, detected, isDoublyEncoded }: DecodedFile): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return isDoublyEncoded ? [{ kind: 'doubly-encoded' }] : [];
}
