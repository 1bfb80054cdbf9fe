import type { Slot } from './slot-format.ts';

/**
 * Each slot of one text with the one of another text that is shown at the same time; undefined: there is none. Several at one time are paired
 * in order. Where their numbers differ, `textOf` (the text that is expected in the other one) tells which are there; what cannot be told
 * apart then has none. Without `textOf` the first ones are paired. Linear.
 */
export function matchSlots<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
  textOf?: (one: One) => string,
): readonly (readonly [One, Slot | undefined])[] {
  const othersAt = byTime(others);
  const found = new Map<One, Slot>();
  for (const [key, at] of byTime(ones)) {
    const there = othersAt.get(key) ?? [];
    const pairs =
      textOf && at.length !== there.length
        ? pairsByText(at, there, textOf)
        : at.map((one, place) => [one, there[place]] as const);
    for (const [one, other] of pairs) if (other !== undefined) found.set(one, other);
  }
  return ones.map((one) => [one, found.get(one)]);
}

function byTime<S extends Slot>(slots: readonly S[]): ReadonlyMap<string, readonly S[]> {
  const groups = new Map<string, S[]>();
  for (const slot of slots) {
    const { time, style = '' } = slot;
    const key = `${time}\n${style}`;
    const group = groups.get(key);
    if (group) group.push(slot);
    else groups.set(key, [slot]);
  }
  return groups;
}

/** Pairs of equal texts in order, and what stands between them, where it is as much in both. */
function pairsByText<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
  textOf: (one: One) => string,
): readonly (readonly [One, Slot | undefined])[] {
  const pairs: (readonly [One, Slot | undefined])[] = [];
  let nextOne = 0;
  let nextOther = 0;
  const takeUntil = (one: number, other: number) => {
    if (one - nextOne === other - nextOther)
      for (let by = 0; by < one - nextOne; by++) pairs.push([ones[nextOne + by] as One, others[nextOther + by]]);
    nextOne = one;
    nextOther = other;
  };
  // The last one at the end, so that taking one out is cheap.
  const places = new Map<string, number[]>();
  for (const [place, one] of [...ones.entries()].reverse()) {
    const text = textOf(one);
    const same = places.get(text);
    if (same) same.push(place);
    else places.set(text, [place]);
  }
  for (const [place, other] of others.entries()) {
    const left = places.get(other.text);
    let same = left?.pop();
    while (same !== undefined && same < nextOne) same = left?.pop();
    if (same === undefined) continue;
    takeUntil(same, place);
    takeUntil(same + 1, place + 1);
  }
  takeUntil(ones.length, others.length);
  return pairs;
}
