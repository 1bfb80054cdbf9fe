import type { Phrase, SrtDifference, SrtDifferenceKind } from './document.ts';
import { withPlainLineEnds } from './lines.ts';
import { blocksOf, isNumber, linesOfBlock, type SrtBlock } from './parse-srt.ts';

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
  const blocks = blocksOf(source);

  for (const [index, block] of blocks.entries()) {
    const { place, number, kinds, isAnchor } = identifyBlock(block, blocks[index + 1], phrases, placeOf, previous + 1);
    const isDoubled = found.has(place ?? -1);
    const line = block.firstLine;
    // A phrase that stands there twice is not told to be in the wrong place besides.
    const told: readonly (SrtDifferenceKind | false)[] = [
      block.blankLineMissing && 'blank-line',
      ...(isDoubled ? ['doubled' as const] : kinds),
      isAnchor && place < previous && !isDoubled && 'moved',
    ];
    differences.push(...told.filter((kind) => kind !== false).map((kind) => ({ kind, line, number })));
    if (place !== undefined && !isDoubled) found.set(place, line);
    if (isAnchor) previous = place;
  }
  return [...differences, ...missingOf(phrases, found, source)].sort((one, other) => one.line - other.line);
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

/** Which phrase a block is, by its place among the phrases, and what is wrong with it. After an anchor the next phrase is expected. */
type IdentifiedBlock = { readonly number: number | undefined; readonly kinds: readonly SrtDifferenceKind[] } & (
  | { readonly place: number; readonly isAnchor: true }
  | { readonly place: number | undefined; readonly isAnchor: false }
);

/**
 * A phrase bears two marks, its number and its timing line: with one of them spoilt it is known by the other. By a single mark it
 * is known only at the place where it is expected; otherwise one wrong digit would put all that follow out of order. By a number
 * without a timing line it is not known where it stands next with both.
 */
function identifyBlock(
  block: SrtBlock,
  next: SrtBlock | undefined,
  phrases: readonly Phrase[],
  placeOf: ReadonlyMap<number, number>,
  expected: number,
): IdentifiedBlock {
  const { number: firstLine, time, body } = linesOfBlock(block);
  const hasNumber = isNumber(firstLine);
  const hasTime = time.includes('-->');
  const place = hasNumber ? placeOf.get(Number(firstLine)) : undefined;
  const hasTimeOf = (at: number, line: string) => phrases[at]?.time.trim() === line.trim();
  const as = (at: number, ...kinds: SrtDifferenceKind[]): IdentifiedBlock => ({
    place: at,
    number: phrases[at]?.number,
    kinds: body === '' && hasNumber && hasTime ? [...kinds, 'no-text'] : kinds,
    isAnchor: true,
  });

  if (place !== undefined && hasTimeOf(place, time)) return as(place);
  if (hasNumber && hasTimeOf(expected, time)) return as(expected, 'renumbered');
  if (hasTimeOf(expected, firstLine)) return as(expected, 'unreadable');
  if (place === expected && (hasTime || !isPhrase(next, phrases[place])))
    return as(expected, hasTime ? 'time' : 'unreadable');
  if (!hasNumber || !hasTime) return { place: undefined, number: undefined, kinds: ['unreadable'], isAnchor: false };
  if (place !== undefined) return { place, number: Number(firstLine), kinds: ['time'], isAnchor: false };
  return { place: undefined, number: Number(firstLine), kinds: ['foreign'], isAnchor: false };
}

function isPhrase(block: SrtBlock | undefined, phrase: Phrase | undefined): boolean {
  if (block === undefined || phrase === undefined) return false;
  const { number, time } = linesOfBlock(block);
  return Number(number) === phrase.number && time.trim() === phrase.time.trim();
}
