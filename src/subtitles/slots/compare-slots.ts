import type { SrtDifference } from '../compare-srt.ts';
import { matchSlots } from './match-slots.ts';
import type { Slot } from './slot-format.ts';

/** A slot of the file; `number`: of its phrase, undefined: it is not translated. */
type NumberedSlot = Slot & { readonly number: number | undefined };

/**
 * How an edited text differs from the file that it was made of, in the order of the lines: phrases whose time is gone or has
 * become another one, phrases without their text, and those that the file does not have. Linear; yields in between.
 */
export function* compareSlots(
  ones: readonly NumberedSlot[],
  others: readonly Slot[],
  written: string,
): Generator<undefined, readonly SrtDifference[]> {
  const lineOf = lineCounter(written);
  const matches = yield* matchSlots(ones, others);
  const matched = new Set(matches.map(([, other]) => other));
  const differences: SrtDifference[] = [];
  for (const { one, other, next } of withNext(matches, others)) {
    yield;
    const kind = differenceOf(one, other, next !== undefined && !matched.has(next));
    if (kind === undefined) continue;
    if (kind === 'time') matched.add(next);
    differences.push({ kind, line: lineOf((other ?? next)?.from ?? written.length), number: one.number });
  }
  yield;
  const foreign = others.flatMap((other, place): readonly SrtDifference[] =>
    other.kind === 'text' && !matched.has(other)
      ? [{ kind: 'foreign', line: lineOf(other.from), number: place + 1 }]
      : [],
  );
  return [...differences, ...foreign].sort((one, other) => one.line - other.line);
}

/** `isNextForeign`: what stands in its place is shown at a time that the file does not have. */
function differenceOf(
  one: NumberedSlot,
  other: Slot | undefined,
  isNextForeign: boolean,
): SrtDifference['kind'] | undefined {
  if (one.number === undefined) return undefined;
  if (other === undefined) return isNextForeign ? 'time' : 'missing';
  return other.kind === 'wordless' ? 'no-text' : undefined;
}

/** `next`: what follows in the edited text on all that was found so far. */
function* withNext(matches: readonly (readonly [NumberedSlot, Slot | undefined])[], others: readonly Slot[]) {
  const places = new Map(others.map((other, place) => [other, place]));
  const found = new Set(matches.map(([, other]) => other));
  let last = -1;
  for (const [one, other] of matches) {
    const next = others[last + 1];
    yield { one, other, next };
    if (other !== undefined) last = Math.max(last, places.get(other) ?? last);
    else if (next !== undefined && !found.has(next)) last += 1;
  }
}

/** The line of an offset, counted from 1. */
function lineCounter(text: string): (offset: number) => number {
  const ends: number[] = [];
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) ends.push(end);
  return (offset) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? offset) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
