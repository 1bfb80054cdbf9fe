import { checkUpload } from '../../files/check-upload.ts';
import type { DecodedSubtitle } from '../../files/decode-subtitle.ts';
import type { EncodingName } from '../../files/encodings.ts';
import { loadOnce } from '../../lib/load-once.ts';
import { fail, type Result } from '../../lib/result.ts';
import type { Session } from '../../session/session.ts';

/** The way of a file into the session, by the file picker or dropped. */
export interface FileIntake {
  /** Refusals become the session's error. The latest file wins. */
  open(file: File): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): Promise<void>;
  /** After a reload only the text is left. */
  canReadAgain(): boolean;
}

/** The code that makes text of bytes; the empty page does without it. */
export const loadDecoding = loadOnce(async () => {
  const [{ decodeSubtitle }, { decodeAs }] = await Promise.all([
    import(/* webpackChunkName: "second-load" */ '../../files/decode-subtitle.ts'),
    import(/* webpackChunkName: "second-load" */ '../../files/encodings.ts'),
  ]);
  return { decodeSubtitle, decodeAs };
});

/** `prepareText`: what takes long with a long text before it can be shown, done without holding up the page. */
export function createFileIntake(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
  let latest: File | undefined;
  let openBytes: Uint8Array | undefined;
  let openName = '';

  return {
    async open(file) {
      const checked = checkUpload(file);
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
      session.openSource(text, detected ? [{ kind: 'encoding', name: encoding }] : [], openName);
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
    const reason = error instanceof Error ? error.message : String(error);
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
