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
  const isSameFile = recognized === recognizeFormat(sourceText) && haveSameEnd(sourceText, text);
  return isSameFile ? { fileName, readAs, withoutStyles } : { fileName: '', readAs: recognized, withoutStyles: [] };
}

/** One end of a text stays as it is wherever a person types in it. */
const haveSameEnd = (before: string, after: string): boolean =>
  before.slice(0, MARK_CHARACTERS) === after.slice(0, MARK_CHARACTERS) ||
  before.slice(-MARK_CHARACTERS) === after.slice(-MARK_CHARACTERS);

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<SessionState, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
