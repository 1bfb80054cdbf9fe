import { formatOf } from '../subtitles/document.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import { recognizeFormat } from '../subtitles/recognize-format.ts';
import type { SessionState } from './session-state.ts';

type Reading = Pick<SessionState, 'fileName' | 'readAs' | 'withoutStyles'>;

/**
 * How a text is read after a person has edited it: as before, as long as it is the same file; another one that was pasted over it,
 * or a text that has become one of another format, is read as what it is.
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

const END_CHARACTERS = 40;

/**
 * Whether a person has made the one text of the other by editing it; line ends do not count. Most of a text stays as it is when a
 * person types in it, takes a part out or pastes something in; both its ends stay where a word is replaced everywhere. One end alone
 * tells nothing: many files of one program begin with the same head.
 */
export function isSameFile(one: string, other: string): boolean {
  const most = 2 * END_CHARACTERS;
  const plainEnds = (text: string) =>
    withPlainLineEnds(text.slice(0, most)).slice(0, END_CHARACTERS) +
    withPlainLineEnds(text.slice(-most)).slice(-END_CHARACTERS);
  // As long as that, both ends have 40 characters each, even if every other one is half a line end.
  const areLong = Math.min(one.length, other.length) >= 2 * most;
  return (
    (areLong && plainEnds(one) === plainEnds(other)) ||
    haveMostInCommon(withPlainLineEnds(one), withPlainLineEnds(other))
  );
}

function haveMostInCommon(before: string, after: string): boolean {
  const [shorter, longer] = [Math.min(before.length, after.length), Math.max(before.length, after.length)];
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const common = head + tail;
  const haveSameEnds = Math.min(head, END_CHARACTERS) + Math.min(tail, END_CHARACTERS) === 2 * END_CHARACTERS;
  return haveSameEnds || common * 2 >= longer || (common === shorter && shorter > 0);
}

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<SessionState, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
