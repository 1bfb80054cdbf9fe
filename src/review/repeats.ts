import { grouped } from '../lib/text.ts';
import { shorten } from '../subtitles/lines.ts';
import { withoutTags } from '../subtitles/tags.ts';
import type { Line } from './line.ts';
import type { SourceFacts } from './source-facts.ts';
import { countDifferentWords, folded } from './text/words.ts';

/** A key that is equal for originals that are the same to a translator: without tags, in small letters, with single spaces. */
const originalKey = (original: string): string => withoutTags(original).replace(/\s+/gu, ' ').trim().toLowerCase();

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

/** Words of an original. A shorter one ("Oh no.") may rightly be translated in several ways. */
const LEAST_WORDS = 3;

/** A short original's single other translation is reported only if the usual one stands at least this many times. */
const USUAL_TIMES = 3;

/** The lines with the same translation of an original. */
type Variant = readonly Line[];

/**
 * By line number: a sentence with another translation of the same original. Reported for lines that differ from the most frequent
 * translation; for all lines if no translation is the most frequent. Case, punctuation and tags make no difference.
 */
export function inconsistentLines(lines: readonly Line[], source: SourceFacts): ReadonlyMap<number, string> {
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

function report(variant: Variant, other: Variant, found: Map<number, string>): void {
  const words = wordsFor(other);
  for (const { number } of variant) found.set(number, words);
}

/** The different translations, the most frequent first. */
function variantsOf(lines: readonly Line[], places: readonly number[]): readonly Variant[] {
  const repeated = places.flatMap((place) => lines[place] ?? []);
  const variants = grouped(repeated, ({ translation = '' }) => folded(withoutTags(translation)));
  variants.delete('');
  return [...variants.values()].sort((one, other) => other.length - one.length);
}

const isShortOriginal = ([line]: Variant): boolean =>
  countDifferentWords(withoutTags(line?.original ?? '')) < LEAST_WORDS;

const isOneOdd = (variants: readonly Variant[]): boolean =>
  variants.length === 2 && variants[1]?.length === 1 && (variants[0]?.length ?? 0) >= USUAL_TIMES;

function wordsFor([first]: Variant): string {
  const text = shorten(withoutTags(first?.translation ?? '').replaceAll('\n', ' '), 60);
  return `The same original is “${text}” in line ${first?.number}.`;
}
