import { withoutTags } from '../subtitles/without-tags.ts';
import type { Line } from './line.ts';

/** A key that is equal for originals that are the same to a translator: without tags, in small letters, with single spaces. */
export const originalKey = (original: string): string =>
  withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * The numbers of the other lines for which a person may want the edit of line `edited`, too: lines with the same original that still
 * have the translation `before`, which line `edited` had before the edit.
 */
export function repeatsOf(lines: readonly Line[], edited: number, before: string): readonly number[] {
  const key = originalKey(lines.find(({ number }) => number === edited)?.original ?? '');
  if (key === '') return [];
  return lines
    .filter((line) => line.translation === before && line.number !== edited && originalKey(line.original) === key)
    .map(({ number }) => number);
}
