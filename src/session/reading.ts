import { formatOf } from '../subtitles/document.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { recognizeFormat } from '../subtitles/recognize-format.ts';
import type { SessionState } from './session-state.ts';

type Reading = Pick<SessionState, 'fileName' | 'readAs' | 'withoutStyles'>;

/**
 * How a text is read after a person has edited it: as before while it is the same file. Another file pasted over it, or a text whose
 * format has changed, is read in the format that its content shows, without a file name and with all styles.
 */
export function readingAfterEdit(
  { sourceText, fileName, readAs, withoutStyles }: Reading & { sourceText: string },
  text: string,
): Reading {
  const recognized = recognizeFormat(text);
  return recognized === recognizeFormat(sourceText) && isSameFile(sourceText, text)
    ? { fileName, readAs, withoutStyles }
    : { fileName: '', readAs: recognized, withoutStyles: [] };
}

/**
 * Whether `after` is `before` as a person edited it, rather than another text. Typing, cutting and pasting leave most of a text; both
 * ends stay where a word is replaced everywhere. One equal end alone proves nothing: one program's files begin with the same head.
 */
export function isSameFile(one: string, other: string): boolean {
  const ends = endsOf(one);
  if (ends && ends === endsOf(other)) return true;
  const [before, after] = [withPlainLineEnds(one), withPlainLineEnds(other)];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const longer = Math.max(before.length, after.length);
  // Half of the longer one, or the whole of the shorter one, unless that is empty.
  return head + tail >= Math.min(shorter || longer, longer / 2);
}

const END_CHARACTERS = 40;

/** Both ends of a text; empty: it is too short for two. Read with as many characters again as can be halves of line ends. */
function endsOf(text: string): string {
  const head = withPlainLineEnds(text.slice(0, 4 * END_CHARACTERS));
  const tail = withPlainLineEnds(text.slice(-2 * END_CHARACTERS));
  return head.length < 2 * END_CHARACTERS ? '' : head.slice(0, END_CHARACTERS) + tail.slice(-END_CHARACTERS);
}

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<SessionState, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
