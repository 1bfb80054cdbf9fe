import { hasBatches } from '../../engine/run-state.ts';
import { checkUpload, isProjectFile, notAFilmWords } from '../../files/accept.ts';
import { holdsSubtitles, LOOKED_THROUGH_BYTES, projectWords } from '../../files/other-formats.ts';
import type { Analysis } from '../../film/analysis.ts';
import { isInSeries, type Notice, type Work } from '../../film/film.ts';
import type { DecodedFile, SurveyedFile } from '../../film-worker/calls.ts';
import { errorText, fail, isChunkError, ok, type Result } from '../../lib/result.ts';
import { shownName } from '../../lib/text.ts';
import { hasSubtitleName } from '../../subtitles/formats.ts';

/** Whether the page reads a file as subtitles. The error is a sentence for people. `bytes`: if the file was already read. */
export async function checkFile(file: File, anyFormat: boolean): Promise<Result<void, string>> {
  if (await isProjectFile(file)) return fail(projectWords(file.name));
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
    return fail(`"${shownName(name)}" cannot be read: ${errorText(error)}`);
  };

/** The subtitles of a video. */
interface BytesOfText {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A file that was read, or a sentence for people. */
export type Surveyed = Result<SurveyedFile, string>;

/**
 * Reads a file, or the subtitles of a video, that is not opened now. undefined: the session has ended. `next`: the file that is asked for next, which the film
 * worker reads while the page adds this one.
 */
export function createSurvey(ask: Analysis['ask']) {
  async function read(given: File | BytesOfText): Promise<Surveyed | undefined> {
    const { name } = given;
    // By its content, it may be named in the refusal.
    const checked = given instanceof File && !hasSubtitleName(name) ? await checkFile(given, true) : ok(undefined);
    if (!checked.ok) return checked;
    const question = given instanceof File ? { file: given } : { bytes: given.bytes, name };
    const found = await ask('survey', question).catch(lookedAtTooLong(name));
    if (!found?.ok) return found;
    const { text, isBroken } = found.value;
    if (text.trim() === '') return fail(`"${shownName(name)}" is empty.`);
    // A file with broken times is opened, so that a person can mend it. A letter in a text file is not.
    const isOther = isBroken && !text.includes('-->') && !holdsSubtitles(text);
    return isOther ? fail(`"${shownName(name)}" contains no subtitles. Choose another file.`) : found;
  }

  let ahead: { readonly file: File; readonly found: Promise<Surveyed | undefined> } | undefined;
  return (given: File | BytesOfText, next?: File): Promise<Surveyed | undefined> => {
    const found = ahead?.file === given ? ahead.found : read(given);
    ahead = next && { file: next, found: read(next) };
    // Who asks for the next file gets its failure.
    ahead?.found.catch(() => {});
    return found;
  };
}

/**
 * Refuses a file that would replace a film or a list and cannot be used. If there is no list and the film has no translations, accepts it, so that the page
 * shows its text to be mended.
 */
export function usableOver(film: Work, file: DecodedFile, name: string): Result<DecodedFile, string> {
  const isUseless = (hasBatches(film) || isInSeries(film)) && !holdsSubtitles(file.text);
  return isUseless
    ? fail(`"${shownName(name)}" contains no subtitles. The film on the page is not changed.`)
    : ok(file);
}
