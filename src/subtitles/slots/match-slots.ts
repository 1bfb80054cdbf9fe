import type { Slot } from './slot-format.ts';

/** Each slot of one text with the one of another text that is shown at the same time; undefined: there is none. Linear. */
export function matchSlots<One extends Slot>(
  ones: readonly One[],
  others: readonly Slot[],
): readonly (readonly [One, Slot | undefined])[] {
  const byTime = new Map<string, { readonly slots: Slot[]; next: number }>();
  for (const other of others) {
    const key = keyOf(other);
    const known = byTime.get(key);
    if (known) known.slots.push(other);
    else byTime.set(key, { slots: [other], next: 0 });
  }
  return ones.map((one) => {
    const found = byTime.get(keyOf(one));
    return [one, found?.slots[found.next++]] as const;
  });
}

const keyOf = ({ time, style = '' }: Slot): string => `${time}\n${style}`;
