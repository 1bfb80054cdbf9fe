import type { SessionState } from '../../../../film/film.ts';
import { batchOfLine, isReadable } from '../../../../film/lines.ts';
import { once } from '../../../../lib/memo.ts';
import type { Phrase } from '../../../../subtitles/document.ts';
import { batchAt, countBatches } from '../../../../translation/batch.ts';
import { batchKey, type ItemKey, lineKey, unreadableKey } from '../lines-view.ts';

/** A row of the grid. */
export type Item =
  | { readonly kind: 'batch'; readonly key: ItemKey; readonly batch: number }
  /** Instead of the lines of a batch whose output cannot be told apart by lines. */
  | { readonly kind: 'unreadable'; readonly key: ItemKey; readonly batch: number }
  | { readonly kind: 'line'; readonly key: ItemKey; readonly batch: number; readonly number: number };

/** Batches whose outputs cannot be read as lines. */
export const unreadableBatches = ({ results }: Pick<SessionState, 'results'>): readonly number[] =>
  [...results.keys()].filter((index) => results[index] != null && !isReadable(results[index]));

/** The rows of the whole film: a heading for each batch, then its lines. */
export function itemsOf(phrases: readonly Phrase[], unreadable: readonly number[]): readonly Item[] {
  const hidden = new Set(unreadable);
  const items: Item[] = [];
  for (let batch = 0; batch < countBatches(phrases.length); batch++) {
    items.push({ kind: 'batch', key: batchKey(batch), batch });
    if (hidden.has(batch)) items.push({ kind: 'unreadable', key: unreadableKey(batch), batch });
    else {
      for (const { number } of batchAt(phrases, batch).phrases)
        items.push({ kind: 'line', key: lineKey(number), batch, number });
    }
  }
  return items;
}

/** Those of the rows that are chosen, and the headings that they stand under; null: all. */
export function chosenItems(
  items: readonly Item[],
  phrases: readonly Phrase[],
  shown: ReadonlySet<number> | null,
): readonly Item[] {
  if (shown === null) return items;
  const batches = new Set<number>();
  for (const number of shown) batches.add(batchOfLine(phrases, number) ?? -1);
  return items.filter((item) => (item.kind === 'line' ? shown.has(item.number) : batches.has(item.batch)));
}

const placesOf = once(
  (items: readonly Item[]): ReadonlyMap<ItemKey, number> => new Map(items.map(({ key }, place) => [key, place])),
);

/** Where a row stands, by its key; undefined: it is not among these. All places are worked out when a list is first asked for one. */
export function placeIn(items: readonly Item[], key: ItemKey | undefined): number | undefined {
  return key === undefined ? undefined : placesOf(items).get(key);
}

/** The place of the batch heading that a row stands under, or that it is. */
export function headingBefore(items: readonly Item[], place: number): number {
  let heading = Math.min(place, items.length - 1);
  while (heading > 0 && items[heading]?.kind !== 'batch') heading--;
  return Math.max(0, heading);
}
