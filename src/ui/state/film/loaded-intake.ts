import { checkUpload } from '../../../files/check-upload.ts';
import { type DecodedSubtitle, decodeSubtitle } from '../../../files/decode-subtitle.ts';
import { withoutDoubleEncoding } from '../../../files/doubly-encoded.ts';
import { decodeAs, type EncodingName } from '../../../files/encodings.ts';
import { firstOfFiles } from '../../../files/first-of-files.ts';
import { isProjectFile } from '../../../files/is-project-file.ts';
import { fail, ok, type Result } from '../../../lib/result.ts';
import type { Session } from '../../../session/session.ts';
import type { Notice } from '../../../session/session-state.ts';
import { showErrors } from '../../kit/focus.ts';

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

/** The code of createFileIntake, which has the contract of the parameters. */
export function createLoadedIntake(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
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
    const found = await readText(file);
    if (found.ok) await prepareText(found.value.text);
    if (latest !== file) return;
    if (!found.ok) return session.refuseSource(found.error);
    const { text, bytes } = found.value;
    if (text.trim() === '' && session.store.getState().sourceText !== '')
      return session.refuseSource(`"${file.name}" is empty. The film on the page stays as it is.`);
    openBytes = bytes;
    openName = file.name;
    session.openSource(text, [...lettersNotices(found.value), ...more], file.name);
  }

  return {
    async open(files, { srtOnly } = { srtOnly: false }) {
      const { file, left } = firstOfFiles(files);
      if (!file) return;
      const more: readonly Notice[] = left > 0 ? [{ kind: 'one-of-several', name: file.name, left }] : [];
      await openInSight(file, !srtOnly, more);
    },
    async readAgainAs(encoding) {
      const bytes = openBytes;
      if (!bytes) return;
      session.openSource(decodeAs(bytes, encoding), [{ kind: 'encoding', name: encoding }], openName);
    },
    async repairLetters() {
      const { sourceText, notices, fileName } = session.store.getState();
      const meant = withoutDoubleEncoding(sourceText);
      const others = notices.filter(({ kind }) => kind !== 'doubly-encoded');
      if (meant !== undefined) await prepareText(meant);
      if (meant !== undefined && session.store.getState().sourceText === sourceText)
        session.openSource(meant, others, fileName);
    },
    canReadAgain: () => openBytes !== undefined,
  };
}

async function check(file: File, anyFormat: boolean): Promise<Result<void, string>> {
  if (!(await isProjectFile(file))) return checkUpload(file, { anyFormat });
  return fail(`"${file.name}" is a project file. Open it with "Open project" in the menu "Project".`);
}

/** How the letters of a file were read, where that is a guess or is not as it was meant. */
function lettersNotices({ text, encoding, detected }: DecodedSubtitle): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return withoutDoubleEncoding(text) === undefined ? [] : [{ kind: 'doubly-encoded' }];
}

async function readText(file: File) {
  const bytes = await read(file);
  if (!bytes) return fail(`"${file.name}" could not be read. Was it moved or changed? Open it again.`);
  const decoded = await decodeSubtitle(bytes, file.name);
  return decoded.ok ? ok({ ...decoded.value, bytes }) : decoded;
}

async function read(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
