import { isTimingLine } from '../../timing-line.ts';
import type { LooseLine } from './classify-lines.ts';
import { withoutEdges } from './read-timing.ts';

/** Where a phrase begins: indexes among the lines. */
export interface Anchor {
  /** Its first line: the number, or the first timing. */
  readonly start: number;
  readonly number: number | undefined;
  /** The first of several timings that stand one above the other; else the same as `timing`. */
  readonly firstTiming: number;
  readonly timing: number;
}

/** A word in the place of a number is one, and short: "dix", "12.", "#5". */
const LONGEST_WORD = 24;

/**
 * The phrases among the lines, in order: each line that is a timing without doubt, and each that stands in the place of one.
 * Whatever looks like a number above it is its number, unless the file has hardly any numbers.
 */
export function findAnchors(lines: readonly LooseLine[]): readonly Anchor[] {
  const timings = [...lines.keys()].filter((index) => isAnchor(lines, index));
  const isTiming = new Set(timings);
  const isNumbered = timings.filter((index) => hasNumberAbove(lines, index)).length * 2 >= timings.length;
  const anchors: Anchor[] = [];
  let free = 0;
  for (let place = 0; place < timings.length; place++) {
    const firstTiming = timings[place] as number;
    while (isStacked(lines, timings[place] as number, timings[place + 1])) place++;
    const timing = timings[place] as number;
    const below = lines[timing + 1];
    const hasText = below !== undefined && below.form !== 'number' && !isTiming.has(timing + 1);
    const number = numberOf(lines, firstTiming, { free, isNumbered, hasText });
    anchors.push({ start: number ?? firstTiming, number, firstTiming, timing });
    free = timing + 1;
  }
  return anchors;
}

function isAnchor(lines: readonly LooseLine[], index: number): boolean {
  const { form, text, timing, blankBefore } = lines[index] as LooseLine;
  if (form === 'timing') return true;
  const above = lines[index - 1];
  const isBelowNumber = above?.form === 'number' && !blankBefore;
  // Whatever has an arrow there is a timing by the strict rules, once a blank line stands before the number.
  const isMeant = above?.blankBefore || form === 'broken' || isTimingLine(text);
  if (isBelowNumber && isMeant && text.includes('-->')) return true;
  if (form !== 'weak-timing' || !timing) return false;
  if (isBelowNumber) return above.blankBefore;
  const isWhole = [timing.start, timing.end].every(({ fields, fraction }) => fields.length === 3 && fraction !== '');
  return blankBefore && isWhole;
}

/** The timing stands directly above another one, so that it can have no text. */
const isStacked = (lines: readonly LooseLine[], timing: number, next: number | undefined): boolean =>
  next === timing + 1 && lines[timing]?.form === 'timing' && !lines[next]?.blankBefore;

const LIKE_A_NUMBER = /^[#№(]?\d+[.):]?$/;

function hasNumberAbove(lines: readonly LooseLine[], index: number): boolean {
  const above = lines[index - 1];
  if (above === undefined || (lines[index]?.blankBefore && !above.blankBefore)) return false;
  return above.form === 'number' || LIKE_A_NUMBER.test(withoutEdges(above.text));
}

interface Surroundings {
  /** The first line that may belong to this phrase. */
  readonly free: number;
  readonly isNumbered: boolean;
  readonly hasText: boolean;
}

function numberOf(
  lines: readonly LooseLine[],
  timing: number,
  { free, isNumbered, hasText }: Surroundings,
): number | undefined {
  const index = timing - 1;
  const above = lines[index];
  if (above === undefined || index < free) return undefined;
  const isAdjacent = !lines[timing]?.blankBefore;
  if (above.form === 'number') {
    return (isAdjacent ? above.blankBefore || isNumbered : above.blankBefore && hasText) ? index : undefined;
  }
  const isWord = isAdjacent && isNumbered && above.blankBefore && above.form === 'text';
  return isWord && isWordForNumber(withoutEdges(above.text)) ? index : undefined;
}

const isWordForNumber = (text: string): boolean => text.length <= LONGEST_WORD && !/\s/.test(text);
