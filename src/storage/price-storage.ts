import * as v from 'valibot';
import type { PriceBookState } from '../prices/price-book.ts';
import { getText, parseStored, type TextStorage, type ValueFormat } from './stored-value.ts';
import { writeChanged } from './write-all.ts';

const KEY = 'prices';

const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const BOOK: ValueFormat<PriceBookState> = {
  schema: v.object({
    own: v.record(v.string(), v.object({ input: amount, output: amount })),
    stopAt: v.nullable(amount),
  }),
  fallback: { own: {}, stopAt: null },
};

/** What a person has said of money, shared by all tabs: the one that runs must hear of a limit that was set in another. */
export const createPriceStorage = (storage: TextStorage | null) => ({
  load: (): PriceBookState => parseStored(getText(storage, KEY), BOOK).value,
  keep(book: PriceBookState): void {
    if (storage) writeChanged(storage, [[KEY, JSON.stringify(book)]]);
  },
  concerns: (key: string | null): boolean => key === null || key === KEY,
});
