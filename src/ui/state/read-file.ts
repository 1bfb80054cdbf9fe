import { hasBatches } from '../../engine/run-state.ts';
import { checkUpload, isProjectFile, notAFilmWords } from '../../files/accept.ts';
import { holdsSubtitles, LOOKED_THROUGH_BYTES, MAX_UPLOAD_BYTES } from '../../files/other-formats.ts';
import { goneWords } from '../../files/video-bytes.ts';
import { isInSeries, type Notice, type Work } from '../../film/film.ts';
import type { DecodedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, ok, type Result } from '../../lib/result.ts';
import { hasSubtitleName } from '../../subtitles/formats.ts';

/** Whether the page reads a file as subtitles. The error is a sentence for people. `bytes`: if the file was already read. */
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

/** Notices about the encoding of a file, if it is a guess or the letters are garbled. */
export function lettersNotices({ encoding, detected, isDoublyEncoded }: DecodedFile): readonly Notice[] {
  if (detected) return [{ kind: 'encoding', name: encoding }];
  return isDoublyEncoded ? [{ kind: 'doubly-encoded' }] : [];
}

export const bytesOf = (file: File): Promise<Uint8Array<ArrayBuffer> | undefined> =>
  file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );

/** Recognizes subtitles by the file's name, but a text file (.txt) by its content. */
export async function isSubtitleFile(file: File): Promise<boolean> {
  if (!/\.(?:txt|xml)$/i.test(file.name)) return hasSubtitleName(file.name);
  const head = await file
    .slice(0, LOOKED_THROUGH_BYTES)
    .text()
    .catch(() => '');
  return holdsSubtitles(head);
}

export const pathOf = (file: File): string => file.webkitRelativePath || file.name;

/** If the film worker gives up on a file, the other files are still read. */
export const lookedAtTooLong =
  (name: string) =>
  (error: unknown): Result<never, string> => {
    if (isChunkError(error)) throw error;
    return fail(`"${name}" cannot be read: ${errorText(error)}`);
  };

/** The bytes of a subtitle file, if the page reads it as one. The error is a sentence for people. */
export async function bytesOfText(file: File): Promise<Result<Uint8Array<ArrayBuffer>, string>> {
  const bytes = file.size > MAX_UPLOAD_BYTES ? undefined : await bytesOf(file);
  const checked = await checkFile(file, true, bytes);
  if (!checked.ok) return checked;
  return bytes ? ok(bytes) : fail(goneWords(file.name));
}

/**
 * Refuses a file that would replace a film or a list and cannot be used. If there is no list and the film has no translations, accepts it, so that the page
 * shows its text to be mended.
 */
export function usableOver(film: Work, file: DecodedFile, name: string): Result<DecodedFile, string> {
  const isUseless = (hasBatches(film) || isInSeries(film)) && !holdsSubtitles(file.text);
  return isUseless ? fail(`"${name}" contains no subtitles. The film on the page is not changed.`) : ok(file);
}
