import type { SrtDifference } from '../compare-srt.ts';
import { linesIn } from './lines-in.ts';
import { matchSlots } from './match-slots.ts';
import type { Slot } from './slot-format.ts';

/** A slot of the file; `number`: of its phrase, undefined: it is not translated. */
type NumberedSlot = Slot & { readonly number: number | undefined };

type Difference = Omit<SrtDifference, 'line'> & { readonly offset: number };

/**
 * How an edited text differs from the file that it was made of, in the order of the lines: phrases whose time is gone or has
 * become another one, phrases without their text, and those that the file does not have. Linear.
 */
export function compareSlots(
  ones: readonly NumberedSlot[],
  others: readonly Slot[],
  written: string,
): readonly SrtDifference[] {
  const matches = matchSlots(ones, others);
  const places = new Map(others.map((other, place) => [other, place]));
  const known = new Set(matches.map(([, other]) => other));
  const differences: Difference[] = [];
  /** The place behind all that was found of the edited text so far. */
  let next = 0;
  for (const [{ number }, other] of matches) {
    const here = other ?? others[next];
    // What stands in the phrase's place is shown at a time that the file does not have: it is the phrase.
    const isOtherTime = other === undefined && here !== undefined && !known.has(here);
    if (other !== undefined) next = Math.max(next, (places.get(other) ?? 0) + 1);
    else if (isOtherTime) next += 1;
    const kind = kindOf(other, isOtherTime);
    if (number === undefined || kind === undefined) continue;
    if (here !== undefined) known.add(here);
    differences.push({ kind, offset: here?.from ?? written.length, number });
  }
  return withLines([...differences, ...foreignAmong(others, known)], written);
}

const foreignAmong = (others: readonly Slot[], known: ReadonlySet<Slot | undefined>): readonly Difference[] =>
  others.flatMap((other, place): readonly Difference[] =>
    other.kind === 'text' && !known.has(other) ? [{ kind: 'foreign', offset: other.from, number: place + 1 }] : [],
  );

function kindOf(other: Slot | undefined, isOtherTime: boolean): SrtDifference['kind'] | undefined {
  if (other === undefined) return isOtherTime ? 'time' : 'missing';
  return other.kind === 'wordless' ? 'no-text' : undefined;
}

/** In the order of their lines, which count from 1. */
function withLines(differences: readonly Difference[], written: string): readonly SrtDifference[] {
  const lines = linesIn(written);
  let line = 0;
  return differences
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ kind, offset, number }) => {
      while (line < lines.count && lines.from(line) <= offset) line++;
      return { kind, line, number };
    });
}
