import { formatOf } from '../subtitles/document.ts';
import { recognizeFormat } from '../subtitles/recognize-format.ts';
import type { SessionState } from './session-state.ts';

type Reading = Pick<SessionState, 'fileName' | 'readAs' | 'withoutStyles'>;

const END_CHARACTERS = 40;

/**
 * How a text is read after a person has edited it: as before while it is the same file. Another file pasted over it, or a text whose
 * format has changed, is read in the format that its content shows, without a file name and with all styles.
 */
export function readingAfterEdit(
  { sourceText, fileName, readAs, withoutStyles }: Reading & { sourceText: string },
  text: string,
): Reading {
  const recognized = recognizeFormat(text);
  const isSameFile =
    recognized === recognizeFormat(sourceText) && isEdited(withPlainLineEnds(sourceText), withPlainLineEnds(text));
  return isSameFile ? { fileName, readAs, withoutStyles } : { fileName: '', readAs: recognized, withoutStyles: [] };
}

/** The editor makes every line end "\n". */
const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Whether `after` is `before` as a person edited it, rather than another text. Typing, cutting and pasting leave most of a text; both
 * ends stay where a word is replaced everywhere. One equal end alone proves nothing: one program's files begin with the same head.
 */
function isEdited(before: string, after: string): boolean {
  const [shorter, longer] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const common = head + tail;
  const haveSameEnds = Math.min(head, END_CHARACTERS) + Math.min(tail, END_CHARACTERS) === 2 * END_CHARACTERS;
  return haveSameEnds || common * 2 >= longer || (common === shorter && shorter > 0);
}

/** Whether the page has to name the format: the original looks like another format than .srt, or is read as one. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<SessionState, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
