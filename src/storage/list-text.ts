import { nextTask } from '../clock/next-task.ts';

/** Work in one go before the page gets its turn. */
const SLICE_MS = 4;

export interface ListText<Item> {
  /** The list as a JSON array. */
  of(list: readonly Item[]): string;
  /** Makes the text ahead of time, in slices with the page's own work between them. */
  prepare(list: readonly Item[]): Promise<void>;
}

/**
 * JSON of a long list that changes in few items: each item is encoded once in its life, so that one finished batch
 * among 500 costs one small encoding. Items that are no objects are encoded each time.
 */
export function createListText<Item>(encode: (item: Item) => string): ListText<Item> {
  const texts = new WeakMap<object, string>();
  let last: { readonly list: readonly Item[]; readonly text: string } | undefined;

  const textOf = (item: Item): string => {
    if (typeof item !== 'object' || item === null) return encode(item);
    let text = texts.get(item);
    if (text === undefined) {
      text = encode(item);
      texts.set(item, text);
    }
    return text;
  };

  function of(list: readonly Item[]): string {
    // Array.from, since a sparse list's holes are skipped by map.
    if (last?.list !== list) last = { list, text: `[${Array.from(list, textOf).join(',')}]` };
    return last.text;
  }

  return {
    of,
    async prepare(list) {
      let sliceEnd = 0;
      for (const item of list) {
        if (performance.now() > sliceEnd) {
          await nextTask();
          sliceEnd = performance.now() + SLICE_MS;
        }
        textOf(item);
      }
      await nextTask();
      of(list);
    },
  };
}
