import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Price } from './price.ts';

/** What a person has said of money; kept between visits, and shared by all tabs. */
export interface PriceBookState {
  /** The person's own prices, by `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** What a film may cost at most, in US dollars; null: no limit. */
  readonly stopAt: number | null;
}

export type PriceBook = StoreApi<PriceBookState>;

export const createPriceBook = (initial: PriceBookState): PriceBook => createStore(() => initial);
