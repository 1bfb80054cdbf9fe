import { smallestChange } from '../lib/text.ts';
import { FORMATS, formatOf, recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import type { Work } from './film.ts';

type Reading = Pick<Work, 'fileName' | 'readAs' | 'withoutStyles'>;

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
 * Whether one text is the other as a person edited it, rather than another film: no more than half of the longer one was replaced, or lines of
 * it alone are left.
 */
export function isSameFile(one: string, other: string): boolean {
  const texts = [withPlainLineEnds(one), withPlainLineEnds(other)] as const;
  const [shorter, longer] = texts[0].length < texts[1].length ? texts : [texts[1], texts[0]];
  const { from, to, insert } = smallestChange(shorter, longer) ?? { from: 0, to: 0, insert: '' };
  const isCut = from === to && shorter.includes('\n');
  return isCut || insert.length * 2 <= longer.length;
}

/** Whether a text has the times of any format, or what looks like them. */
const hasTimes = (text: string): boolean =>
  /\d\s*(?:-->|,)\s*\d+:\d/.test(text) ||
  Object.values(FORMATS).some(({ times }) => typeof times !== 'string' && times.test(text));

type NamedText = Pick<Work, 'fileName' | 'sourceText'>;

/** Whether a file that is opened is the film that was open: the same text, or one of the same name that was edited, or whose letters alone are read otherwise. */
export function isSameFilm(one: NamedText, other: NamedText): boolean {
  if (one.sourceText === '' || other.sourceText === '') return false;
  if (withPlainLineEnds(one.sourceText) === withPlainLineEnds(other.sourceText)) return true;
  if (one.fileName !== other.fileName) return false;
  const times = timesOf(one.sourceText);
  const isReadAnew = one.fileName !== '' && times !== '' && times === timesOf(other.sourceText);
  return isReadAnew || isSameFile(one.sourceText, other.sourceText);
}

const timesOf = (text: string): string => (text.match(/\d+:[\d:.,]+\s*(?:-->|,)\s*\d+:[\d:.,]+/g) ?? []).join('\n');

/** Whether a text that an edit has put in another's place is another film; none is while there was none yet. */
export const isOtherFilm = (before: string, text: string): boolean => hasTimes(before) && !isSameFile(before, text);

/** The text is, or is read as, something else than .srt: worth a word. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<Work, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
