import { grouped } from '../lib/text.ts';
import { shorten } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/tags.ts';
import type { Line } from './line.ts';
import { countDifferentWords, lettersAlone } from './text/words.ts';

/** Lines with equal originals or equal translations. */

const originalKey = (original: string): string => withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * The lines for which a person may want the same edit as for line `edited`: they have the same original, and their translation still is `before`.
 */
export function repeatsOf(lines: readonly Line[], edited: number, before: string): readonly number[] {
  const key = originalKey(lines.find(({ number }) => number === edited)?.original ?? '');
  if (key === '') return [];
  return lines
    .filter((line) => line.translation === before && line.number !== edited && originalKey(line.original) === key)
    .map(({ number }) => number);
}

/** The lines that have the same translation of one original. */
type Variant = readonly Line[];

/**
 * Returns, by line number, a sentence about another translation of the same original. Reports the lines that differ from the most frequent
 * translation, or all lines if no translation is most frequent. Ignores case, punctuation and tags.
 */
export function inconsistentLines(
  lines: readonly Line[],
  source: { readonly repeats: readonly (readonly number[])[] },
): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const places of source.repeats) {
    const variants = variantsOf(lines, places);
    const [most, second] = variants;
    if (most === undefined || second === undefined) continue;
    if (isShortOriginal(most) && !isOneOdd(variants)) continue;
    const odd = most.length === second.length ? variants : variants.slice(1);
    for (const variant of odd) report(variant, variant === most ? second : most, found);
  }
  return found;
}

/**
 * Returns, by line number, a sentence about lines whose translation contains their neighbour's whole translation at its beginning or end, although
 * the originals do not repeat. The model has merged the two lines or lost one of them.
 */
export function saidTwice(lines: readonly Line[]): ReadonlyMap<number, string> {
  const texts = lines.map(({ translation = '' }) => withoutTags(translation).trim());
  const original = (place: number) => lettersAlone(withoutTags(lines[place]?.original ?? ''));
  function saysBoth(place: number, beside: number): boolean {
    const [own = '', other = ''] = [texts[place], texts[beside]];
    if (other === '' || !(own.startsWith(other) || own.endsWith(other))) return false;
    // Short translations may repeat correctly, as "No lo sé." for two different originals.
    return countDifferentWords(other) >= 4 && !original(place).includes(original(beside));
  }
  const found = new Map<number, string>();
  for (const [place, { number }] of lines.entries()) {
    const beside = [place - 1, place + 1].find((other) => saysBoth(place, other));
    if (beside !== undefined)
      found.set(number, `Repeats the translation of line ${lines[beside]?.number}. The originals differ.`);
  }
  return found;
}

function report(variant: Variant, other: Variant, found: Map<number, string>): void {
  const words = wordsFor(other);
  for (const { number } of variant) found.set(number, words);
}

/** The most frequent translation comes first. */
function variantsOf(lines: readonly Line[], places: readonly number[]): readonly Variant[] {
  const repeated = places.flatMap((place) => lines[place] ?? []);
  const variants = grouped(repeated, ({ translation = '' }) => lettersAlone(withoutTags(translation)));
  variants.delete('');
  return [...variants.values()].sort((one, other) => other.length - one.length);
}

const isShortOriginal = ([line]: Variant): boolean =>
  // A short original ("Oh no.") may be translated correctly in several ways.
  countDifferentWords(withoutTags(line?.original ?? '')) < 3;

const isOneOdd = (variants: readonly Variant[]): boolean =>
  variants.length === 2 && variants[1]?.length === 1 && (variants[0]?.length ?? 0) >= 3;

function wordsFor([first]: Variant): string {
  const text = shorten(withoutTags(first?.translation ?? '').replaceAll('\n', ' '), 60);
  return `Translated differently: “${text}” in line ${first?.number}.`;
}
