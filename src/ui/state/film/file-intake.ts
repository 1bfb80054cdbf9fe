import { checkUpload } from '../../../files/check-upload.ts';
import type { DecodedSubtitle } from '../../../files/decode-subtitle.ts';
import type { EncodingName } from '../../../files/encodings.ts';
import { errorText } from '../../../lib/error-text.ts';
import { loadOnce } from '../../../lib/load-once.ts';
import { fail, type Result } from '../../../lib/result.ts';
import type { Session } from '../../../session/session.ts';
import type { Notice } from '../../../session/session-state.ts';
import { showErrors } from '../../kit/show-errors.ts';

/** Brings a picked or dropped file into the session. */
export interface FileIntake {
  /** A refused file becomes the session's error. Of several files the latest wins. */
  open(file: File): Promise<void>;
  /** The same of every format; of several files the first one, with a word about the others. */
  openAny(files: readonly File[]): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** False after a reload, which keeps only the text. */
  canReadAgain(): boolean;
}

/** The decoding code, which the empty page does without. */
export const loadDecoding = loadOnce(async () => {
  const [{ decodeSubtitle }, { decodeAs }, { firstOfFiles }] = await Promise.all([
    import(/* webpackChunkName: "second-load" */ '../../../files/decode-subtitle.ts'),
    import(/* webpackChunkName: "second-load" */ '../../../files/encodings.ts'),
    import(/* webpackChunkName: "second-load" */ '../../../files/first-of-files.ts'),
  ]);
  return { decodeSubtitle, decodeAs, firstOfFiles };
});

/** `prepareText` does a long text's slow preparations before it is shown, without blocking the page. */
export function createFileIntake(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
  let latest: File | undefined;
  let openBytes: Uint8Array | undefined;
  let openName = '';

  /** The panel cannot tell that the same error came again, so it is shown from here. */
  async function openInSight(...parts: Parameters<typeof openChecked>): Promise<void> {
    await openChecked(...parts);
    if (session.store.getState().error !== '') showErrors();
  }

  async function openChecked(file: File, checked: Result<void, string>, more: readonly Notice[]): Promise<void> {
    if (!checked.ok) return session.refuseSource(checked.error);
    latest = file;
    const bytes = await read(file);
    const decoded = bytes && (await decode(bytes));
    if (decoded?.ok) await prepareText(decoded.value.text);
    if (latest !== file) return;
    if (!decoded)
      return session.refuseSource(`"${file.name}" could not be read. Was it moved or changed? Open it again.`);
    if (!decoded.ok) return session.refuseSource(decoded.error);
    const { text, encoding, detected } = decoded.value;
    openBytes = bytes;
    openName = file.name;
    session.openSource(text, detected ? [{ kind: 'encoding', name: encoding }, ...more] : more, file.name);
  }

  return {
    open: (file) => openInSight(file, checkUpload(file), []),
    async openAny(files) {
      const { firstOfFiles } = await loadDecoding();
      const { file, left } = firstOfFiles(files);
      if (!file) return;
      const more: readonly Notice[] = left > 0 ? [{ kind: 'one-of-several', name: file.name, left }] : [];
      await openInSight(file, checkUpload(file, { anyFormat: true }), more);
    },
    async readAgainAs(encoding) {
      const bytes = openBytes;
      if (!bytes) return;
      const { decodeAs } = await loadDecoding();
      session.openSource(decodeAs(bytes, encoding), [{ kind: 'encoding', name: encoding }], openName);
    },
    canReadAgain: () => openBytes !== undefined,
  };
}

async function decode(bytes: Uint8Array): Promise<Result<DecodedSubtitle, string>> {
  try {
    return await (await loadDecoding()).decodeSubtitle(bytes);
  } catch (error) {
    const reason = errorText(error);
    return fail(
      `The file was not opened, since a part of this page is missing: ${reason} Reload the page and open it again.`,
    );
  }
}

async function read(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
