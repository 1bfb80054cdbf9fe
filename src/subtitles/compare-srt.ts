import { identifyBlock, type SrtDifferenceKind } from './identify-block.ts';
import { withPlainLineEnds } from './lines.ts';
import type { Phrase } from './phrase.ts';
import { blocksOf, type SrtBlock } from './srt-blocks.ts';

export interface SrtDifference {
  readonly kind: SrtDifferenceKind;
  /** Where to look, counted from 1; of a phrase that is missing: where it belongs. */
  readonly line: number;
  /** Of the phrase, as the original numbers it; of a foreign one its own; undefined where no phrase can be told. */
  readonly number: number | undefined;
}

/**
 * Compares the numbers and timing lines of an .srt text with the phrases that it was made of. Returns all differences in the order
 * of their lines, none for a text that was assembled and not changed.
 * Linear in the length of the text.
 */
export function compareSrt(text: string, phrases: readonly Phrase[]): readonly SrtDifference[] {
  const source = withPlainLineEnds(text);
  const placeOf = new Map(phrases.map(({ number }, place) => [number, place]));
  /** Lines at which the phrases were found. */
  const found = new Map<number, number>();
  const differences: SrtDifference[] = [];
  let previous = -1;

  function compareBlock(block: SrtBlock): void {
    const { place, number, kinds, isAnchor } = identifyBlock(block, phrases, placeOf, previous + 1);
    const isDoubled = place !== undefined && found.has(place);
    const isMoved = isAnchor && place < previous;
    const line = block.firstLine;
    for (const kind of allKinds(kinds, block.blankLineMissing, isDoubled, isMoved)) {
      differences.push({ kind, line, number });
    }
    if (place !== undefined && !isDoubled) found.set(place, line);
    if (isAnchor) previous = place;
  }

  for (const block of blocksOf(source)) {
    compareBlock(block);
  }
  return [...differences, ...missingOf(phrases, found, source)].sort((one, other) => one.line - other.line);
}

/** A phrase that stands there twice is not told to be in the wrong place besides. */
function allKinds(
  kinds: readonly SrtDifferenceKind[],
  isBlankLineMissing: boolean,
  isDoubled: boolean,
  isMoved: boolean,
): readonly SrtDifferenceKind[] {
  const own: readonly SrtDifferenceKind[] = isDoubled ? ['doubled'] : isMoved ? [...kinds, 'moved'] : kinds;
  return isBlankLineMissing ? ['blank-line', ...own] : own;
}

/** Each belongs on the blank line before the next phrase that is there, or at the end. */
function missingOf(
  phrases: readonly Phrase[],
  found: ReadonlyMap<number, number>,
  source: string,
): readonly SrtDifference[] {
  const missing: SrtDifference[] = [];
  let line = source.split('\n').length;
  for (let place = phrases.length - 1; place >= 0; place--) {
    const at = found.get(place);
    if (at === undefined) missing.push({ kind: 'missing', line, number: phrases[place]?.number });
    else line = Math.max(1, at - 1);
  }
  return missing.reverse();
}
