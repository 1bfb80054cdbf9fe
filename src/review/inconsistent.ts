import { shorten } from '../subtitles/shorten.ts';
import type { Line } from './line.ts';
import type { SourceFacts } from './source-facts.ts';
import { withoutTags } from './visible-text.ts';
import { countDifferentWords, folded } from './words-of.ts';

/** A shorter original ("Oh no.") depends on what is going on around it. */
const LEAST_WORDS = 3;

/** So often the same before a single other translation of a short original is told. */
const USUAL_TIMES = 3;

interface Variant {
  readonly lines: Line[];
}

/**
 * Number → the other translation of the same original, in words. Told of those lines that differ from most; of all,
 * where no translation is more frequent than the others. Case, punctuation and tags make no difference.
 */
export function inconsistentLines(lines: readonly Line[], source: SourceFacts): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const places of source.repeats) {
    const variants = variantsOf(lines, places);
    const [most, second] = variants;
    if (most === undefined || second === undefined) continue;
    if (isShortOriginal(most) && !isOneOdd(variants)) continue;
    const isTied = most.lines.length === second.lines.length;
    const odd = isTied ? variants : variants.slice(1);
    for (const variant of odd) tell(variant, variant === most ? second : most, found);
  }
  return found;
}

function tell({ lines }: Variant, other: Variant, found: Map<number, string>): void {
  for (const { number } of lines) found.set(number, wordsFor(other));
}

/** The different translations, the most frequent first. */
function variantsOf(lines: readonly Line[], places: readonly number[]): readonly Variant[] {
  const variants = new Map<string, Variant>();
  for (const place of places) {
    const line = lines[place];
    const key = folded(withoutTags(line?.translation ?? ''));
    if (line === undefined || key === '') continue;
    const same = variants.get(key);
    if (same === undefined) variants.set(key, { lines: [line] });
    else same.lines.push(line);
  }
  return [...variants.values()].sort((one, other) => other.lines.length - one.lines.length);
}

const isShortOriginal = ({ lines }: Variant): boolean =>
  countDifferentWords(withoutTags(lines[0]?.original ?? '')) < LEAST_WORDS;

const isOneOdd = (variants: readonly Variant[]): boolean =>
  variants.length === 2 && variants[1]?.lines.length === 1 && (variants[0]?.lines.length ?? 0) >= USUAL_TIMES;

function wordsFor({ lines }: Variant): string {
  const [first] = lines;
  const text = shorten(withoutTags(first?.translation ?? '').replaceAll('\n', ' '), 60);
  return `The same original is “${text}” in line ${first?.number}.`;
}
