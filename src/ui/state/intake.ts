import { checkUpload, firstOfFiles, isProjectFile } from '../../files/accept.ts';
import type { EncodingName } from '../../files/encodings.ts';
import type { Notice } from '../../film/film.ts';
import type { Session } from '../../film/session.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, type Result } from '../../lib/result.ts';
import { showErrors } from '../kit/focus.ts';
import type { PageStore } from './page-state.ts';

/** Brings a picked, dropped or pasted file into the session. */
export interface FileIntake {
  /**
   * A refused file becomes the session's error. Of several files the first one is opened, with a word about the others; of several calls
   * the latest wins, unless its file is refused unread. `srtOnly`: files of other formats are refused.
   */
  open(files: readonly File[], options?: { readonly srtOnly: boolean }): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** Puts the letters that were meant in place of those of a text that was encoded twice. */
  repairLetters(): Promise<void>;
  /** False after a reload, which keeps only the text. */
  canReadAgain(): boolean;
}

/** A file that is open by then needs no word, which would only flash. */
const SOON_MS = 100;

/**
 * `prepareText` does a long text's slow preparations before it is shown,
 * without blocking the page. `page` tells what is being opened; code that cannot be loaded becomes the
 * session's error.
 */
export function createFileIntake(
  session: Session,
  prepareText: (text: string) => Promise<void>,
  page: PageStore,
): FileIntake {
  const intake = intakeOf(session, prepareText);

  async function telling(work: () => Promise<void>, opening = ''): Promise<void> {
    const soon = setTimeout(() => page.setState({ opening }), SOON_MS);
    try {
      await work();
    } catch (error) {
      if (!isChunkError(error)) throw error;
      session.refuseSource(
        `The file was not opened, since a part of this page is missing: ${errorText(error)} Reload the page and open it again.`,
      );
      showErrors();
    } finally {
      clearTimeout(soon);
      // Another file may be on its way by now.
      if (page.getState().opening === opening) page.setState({ opening: '' });
    }
  }

  return {
    ...intake,
    async open(files, options) {
      await telling(
        () => intake.open(files, options),
        files.length > 1 ? `one of ${files.length} files` : files[0]?.name,
      );
      page.setState({ refused: session.store.getState().error });
    },
  };
}

function intakeOf(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
  let latest: File | undefined;
  let openBytes: Uint8Array | undefined;
  let openName = '';

  /** The panel cannot tell that the same error came again, so it is shown from here. */
  async function openInSight(...parts: Parameters<typeof open>): Promise<void> {
    await open(...parts);
    if (session.store.getState().error !== '') showErrors();
  }

  async function open(file: File, anyFormat: boolean, more: readonly Notice[]): Promise<void> {
    const before = latest;
    latest = file;
    const checked = await check(file, anyFormat);
    if (latest !== file) return;
    if (!checked.ok) {
      // A file that is being read meanwhile is opened all the same.
      latest = before;
      return session.refuseSource(checked.error);
    }
    const bytes = await read(file);
    const found = await decode(file, bytes);
    if (found?.ok) await prepareText(found.value.text);
    if (!found || latest !== file) return;
    if (!found.ok) return session.refuseSource(found.error);
    const { text } = found.value;
    if (text.trim() === '' && session.store.getState().sourceText !== '')
      return session.refuseSource(`"${file.name}" is empty. The film on the page stays as it is.`);
    session.openSource(text, [...lettersNotices(found.value), ...more], file.name);
    noteBytes(file, text, bytes);
  }

  /** A run may have begun while the file was read: then the film on the page stays, and its bytes. */
  function noteBytes({ name }: File, text: string, bytes: Uint8Array | undefined): void {
    if (session.store.getState().sourceText !== text) return;
    openBytes = bytes;
    openName = name;
  }

  const decode = async ({ name }: File, bytes: Uint8Array | undefined) =>
    bytes
      ? session.analysis.ask('decode', { bytes, name })
      : fail(`"${name}" could not be read. Was it moved or changed? Open it again.`);

  return {
    async open(files, { srtOnly } = { srtOnly: false }) {
      const { file, left } = firstOfFiles(files);
      if (!file) return;
      const more: readonly Notice[] = left > 0 ? [{ kind: 'one-of-several', name: file.name, left }] : [];
      await openInSight(file, !srtOnly, more);
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
        if (meant !== undefined) await prepareText(meant);
        if (meant !== undefined && session.store.getState().sourceText === sourceText)
          session.openSource(meant, others, fileName);
      });
    },
    canReadAgain: () => openBytes !== undefined,
  };
}

async function check(file: File, anyFormat: boolean): Promise<Result<void, string>> {
  if (!(await isProjectFile(file))) return checkUpload(file, { anyFormat });
  return fail(`"${file.name}" is a project file. Open it with "Open project" in the menu "Project".`);
}

/** How the letters of a file were read, where that is a guess or is not as it was meant. */
function lettersNotices({ encoding, detected, isDoublyEncoded }: DecodedFile): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return isDoublyEncoded ? [{ kind: 'doubly-encoded' }] : [];
}

async function read(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
