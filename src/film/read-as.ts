import { smallestChange } from '../lib/text.ts';
import { FORMATS, formatOf, recognizeFormat } from '../subtitles/formats.ts';
import { withPlainLineEnds } from '../subtitles/lines.ts';
import type { Work } from './film.ts';

type Reading = Pick<Work, 'fileName' | 'readAs' | 'withoutStyles'>;

/**
 * How a text is read after an edit. The same file is read as before. Another pasted file, or a text whose format has changed, is read in the format
 * of its content, without a file name and with all styles.
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
 * True if one text comes from the other by a person's edits and is no other film: at most half of the longer text was replaced, or only some of its
 * lines remain.
 */
export function isSameFile(one: string, other: string): boolean {
  const texts = [withPlainLineEnds(one), withPlainLineEnds(other)] as const;
  const [shorter, longer] = texts[0].length < texts[1].length ? texts : [texts[1], texts[0]];
  const { from, to, insert } = smallestChange(shorter, longer) ?? { from: 0, to: 0, insert: '' };
  const isCut = from === to && shorter.includes('\n');
  return isCut || insert.length * 2 <= longer.length;
}

/** True if a text contains times of any subtitle format, or something similar. */
const hasTimes = (text: string): boolean =>
  /\d\s*(?:-->|,)\s*\d+:\d/.test(text) ||
  Object.values(FORMATS).some(({ times }) => typeof times !== 'string' && times.test(text));

type NamedText = Pick<Work, 'fileName' | 'sourceText'>;

/**
 * True if an opened file is the film that was open: the same text, or a file of the same name that was edited or is only read in another encoding.
 */
export function isSameFilm(one: NamedText, other: NamedText): boolean {
  if (one.sourceText === '' || other.sourceText === '') return false;
  if (withPlainLineEnds(one.sourceText) === withPlainLineEnds(other.sourceText)) return true;
  if (one.fileName !== other.fileName) return false;
  const times = timesOf(one.sourceText);
  const hasSameTimes = one.fileName !== '' && times !== '' && times === timesOf(other.sourceText);
  return hasSameTimes || isSameFile(one.sourceText, other.sourceText);
}

const timesOf = (text: string): string => (text.match(/\d+:[\d:.,]+\s*(?:-->|,)\s*\d+:[\d:.,]+/g) ?? []).join('\n');

/** True if an edit has replaced a film by another film. A text without times was no film yet. */
export const isOtherFilm = (before: string, text: string): boolean => hasTimes(before) && !isSameFile(before, text);

/** True if the text is read as another format than .srt, or looks like one. The page then mentions the format. */
export const isOtherFormat = ({ sourceText, readAs }: Pick<Work, 'sourceText' | 'readAs'>): boolean =>
  formatOf(readAs) !== 'srt' || recognizeFormat(sourceText) !== 'srt';
