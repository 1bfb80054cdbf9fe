import { formatOf } from '../subtitles/document.ts';
import { recognizeFormat } from '../subtitles/recognize-format.ts';
import type { SessionState } from './session-state.ts';

type Reading = Pick<SessionState, 'fileName' | 'readAs' | 'withoutStyles'>;

const MARK_CHARACTERS = 40;

/**
 * How a text is read after a person has edited it: as before, as long as it is the same file; another one that was pasted over it,
 * or a text that has become one of another format, is read as what it is.
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

/** An editor gives back "\n" alone. */
const withPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Most of a text stays as it is when a person types in it, takes a part out or pastes something in; both its ends stay where a word
 * is replaced everywhere. One end alone tells nothing: many files of one program begin with the same head.
 */
function isEdited(before: string, after: string): boolean {
  const [shorter, longer] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const common = head + tail;
  const haveSameEnds = Math.min(head, MARK_CHARACTERS) + Math.min(tail, MARK_CHARACTERS) === 2 * MARK_CHARACTERS;
  return haveSameEnds || common * 2 >= longer || (common === shorter && shorter > 0);
}

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<SessionState, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
