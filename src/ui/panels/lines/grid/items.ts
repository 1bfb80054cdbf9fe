import { isReadable } from '../../../../session/lines.ts';
import type { SessionState } from '../../../../session/session-state.ts';
import type { Phrase } from '../../../../subtitles/phrase.ts';
import { batchAt, countBatches } from '../../../../translation/batch-at.ts';
import { batchKey, type ItemKey, lineKey } from '../lines-view.ts';

/** A row of the grid. */
export type Item =
  | { readonly kind: 'batch'; readonly key: ItemKey; readonly batch: number }
  /** Instead of the lines of a batch whose output cannot be told apart by lines. */
  | { readonly kind: 'unreadable'; readonly key: ItemKey; readonly batch: number }
  | { readonly kind: 'line'; readonly key: ItemKey; readonly batch: number; readonly number: number };

/** Batches whose outputs cannot be read as lines. */
export const unreadableBatches = ({ results }: Pick<SessionState, 'results'>): readonly number[] =>
  [...results.keys()].filter((index) => results[index] != null && !isReadable(results[index]));

/** The rows: a heading for each batch, then its lines; `shown`: only these lines, and the headings that they stand under. */
export function itemsOf(
  phrases: readonly Phrase[],
  unreadable: readonly number[],
  shown: ReadonlySet<number> | null,
): readonly Item[] {
  const hidden = new Set(unreadable);
  const items: Item[] = [];
  for (let batch = 0; batch < countBatches(phrases.length); batch++) {
    const lines = batchAt(phrases, batch).phrases.filter(({ number }) => shown === null || shown.has(number));
    if (lines.length === 0) continue;
    items.push({ kind: 'batch', key: batchKey(batch), batch });
    if (hidden.has(batch)) items.push({ kind: 'unreadable', key: `unreadable-${batch}`, batch });
    else for (const { number } of lines) items.push({ kind: 'line', key: lineKey(number), batch, number });
  }
  return items;
}
