import { checkUpload, isProjectFile, notAFilmWords } from '../../files/accept.ts';
import { holdsSubtitles, LOOKED_THROUGH_BYTES } from '../../files/other-formats.ts';
import type { Notice } from '../../film/film.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, type Result } from '../../lib/result.ts';
import { hasSubtitleName } from '../../subtitles/formats.ts';

/** Whether a file may be read as subtitles; the error is a sentence for people. `bytes`: of a file that was read already. */
export async function checkFile(
  file: File,
  anyFormat: boolean,
  bytes?: Uint8Array<ArrayBuffer>,
): Promise<Result<void, string>> {
  if (await isProjectFile(file, bytes))
    return fail(`"${file.name}" is a project file. Open it with "Open project" in the menu "Project".`);
  const noFilm = anyFormat ? await notAFilmWords(file) : undefined;
  return noFilm === undefined ? checkUpload(file, { anyFormat }) : fail(noFilm);
}

/** How the letters of a file were read, where that is a guess or is not as it was meant. */
export function lettersNotices({ encoding, detected, isDoublyEncoded }: DecodedFile): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return isDoublyEncoded ? [{ kind: 'doubly-encoded' }] : [];
}

export const bytesOf = (file: File): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );

/** Recognizes subtitles by the name. A text file may contain anything, so its content is looked at. */
export async function isSubtitleFile(file: File): Promise<boolean> {
  if (!/\.(?:txt|xml)$/i.test(file.name)) return hasSubtitleName(file.name);
  const head = await file
    .slice(0, LOOKED_THROUGH_BYTES)
    .text()
    .catch(() => '');
  return holdsSubtitles(head);
}

export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** A file on which the film worker gave up harms no other file. */
export const lookedAtTooLong =
  (name: string) =>
  (error: unknown): Result<never, string> => {
    if (isChunkError(error)) throw error;
    return fail(`"${name}" cannot be read: ${errorText(error)}`);
  };
