import { checkUpload } from '../../files/check-upload.ts';
import { decodeSubtitle } from '../../files/decode-subtitle.ts';
import { decodeAs, type EncodingName } from '../../files/encodings.ts';
import type { Session } from '../../session/session.ts';

/** The way of a file into the session, by the file picker or dropped. */
export interface FileIntake {
  /** Refusals become the session's error. The latest file wins. */
  open(file: File): Promise<void>;
  /** Reads the open file's bytes anew, where its encoding was guessed wrongly. */
  readAgainAs(encoding: EncodingName): void;
  /** After a reload only the text is left. */
  canReadAgain(): boolean;
}

/** `prepareText`: what takes long with a long text before it can be shown, done without holding up the page. */
export function createFileIntake(session: Session, prepareText: (text: string) => Promise<void>): FileIntake {
  let latest: File | undefined;
  let openBytes: Uint8Array | undefined;

  return {
    async open(file) {
      const checked = checkUpload(file);
      if (!checked.ok) return session.refuseSource(checked.error);
      latest = file;
      const bytes = await read(file);
      const decoded = bytes && (await decodeSubtitle(bytes));
      if (decoded?.ok) await prepareText(decoded.value.text);
      if (latest !== file) return;
      if (!decoded)
        return session.refuseSource(`"${file.name}" could not be read. Was it moved or changed? Open it again.`);
      if (!decoded.ok) return session.refuseSource(decoded.error);
      const { text, encoding, detected } = decoded.value;
      openBytes = bytes;
      session.openSource(text, detected ? [{ kind: 'encoding', name: encoding }] : []);
    },
    readAgainAs(encoding) {
      if (openBytes) session.openSource(decodeAs(openBytes, encoding), [{ kind: 'encoding', name: encoding }]);
    },
    canReadAgain: () => openBytes !== undefined,
  };
}

async function read(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
