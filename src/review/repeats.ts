import type { Line } from './line.ts';
import { withoutTags } from './visible-text.ts';

/** What makes two originals the same line for a translator: tags, case, and how the spaces stand do not matter. */
export const originalKey = (original: string): string =>
  withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * The numbers of the other lines with the same original as line `edited`, and with the translation `before` that this
 * line had until it was edited: where the same edit is likely to be wanted. Lines that already differ are left out.
 */
export function repeatsOf(lines: readonly Line[], edited: number, before: string): readonly number[] {
  const key = originalKey(lines.find(({ number }) => number === edited)?.original ?? '');
  if (key === '') return [];
  return lines
    .filter((line) => line.translation === before && line.number !== edited && originalKey(line.original) === key)
    .map(({ number }) => number);
}
