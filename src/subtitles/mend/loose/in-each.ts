import type { Steps } from '../../document.ts';

/** So many are looked at between two pauses. */
const AT_ONCE = 100;

/** What `find` gives for each of these, with pauses. */
export function* inEach<Item, Found>(
  items: readonly Item[],
  find: (item: Item, index: number) => readonly Found[] | undefined,
): Steps<readonly Found[]> {
  const found: Found[] = [];
  for (let index = 0; index < items.length; index++) {
    if (index % AT_ONCE === 0) yield;
    for (const one of find(items[index] as Item, index) ?? []) found.push(one);
  }
  return found;
}
