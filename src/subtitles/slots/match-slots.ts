import type { Steps } from '../document.ts';
import type { Slot } from './slot-format.ts';

/** Each slot of one text with the one of another text that is shown at the same time; undefined: there is none. Linear. */
export function* matchSlots<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
): Steps<readonly (readonly [One, Slot | undefined])[]> {
  const byTime = new Map<string, { readonly slots: Slot[]; next: number }>();
  for (const other of others) {
    yield;
    const key = keyOf(other);
    const known = byTime.get(key);
    if (known) known.slots.push(other);
    else byTime.set(key, { slots: [other], next: 0 });
  }
  const matches: (readonly [One, Slot | undefined])[] = [];
  for (const one of ones) {
    yield;
    const found = byTime.get(keyOf(one));
    matches.push([one, found?.slots[found.next++]]);
  }
  return matches;
}

const keyOf = ({ time, style = '' }: Slot): string => `${time}\n${style}`;
