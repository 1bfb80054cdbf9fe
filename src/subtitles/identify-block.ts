import type { Phrase } from './phrase.ts';
import { isNumber, linesOfBlock, type SrtBlock } from './srt-blocks.ts';

/** How an .srt text can differ from the phrases that it was made of. What the texts say is not compared. */
export type SrtDifferenceKind =
  /** What stands there is no phrase: its number or its timing line is gone, or a blank line divides its text. */
  | 'unreadable'
  | 'missing'
  /** It stands there for the second time. */
  | 'doubled'
  /** No phrase has this number. */
  | 'foreign'
  /** It stands after one that it belongs before. */
  | 'moved'
  /** It stands there under another number. */
  | 'renumbered'
  /** Its timing line is another one. */
  | 'time'
  | 'no-text'
  /** The blank line before it is gone. */
  | 'blank-line';

/** Which phrase a block is, by its place among the phrases, and what is wrong with it. After an anchor the next phrase is expected. */
export type IdentifiedBlock = { readonly number: number | undefined; readonly kinds: readonly SrtDifferenceKind[] } & (
  | { readonly place: number; readonly isAnchor: true }
  | { readonly place: number | undefined; readonly isAnchor: false }
);

/**
 * A phrase bears two marks, its number and its timing line: with one of them spoilt it is known by the other. By a single mark it
 * is known only at the place where it is expected; otherwise one wrong digit would put all that follow out of order.
 */
export function identifyBlock(
  block: SrtBlock,
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
  if (place === expected) return as(expected, hasTime ? 'time' : 'unreadable');
  if (!hasNumber || !hasTime) return { place: undefined, number: undefined, kinds: ['unreadable'], isAnchor: false };
  if (place !== undefined) return { place, number: Number(firstLine), kinds: ['time'], isAnchor: false };
  return { place: undefined, number: Number(firstLine), kinds: ['foreign'], isAnchor: false };
}
