import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Price } from './price.ts';

/** A person's prices and limit; stored, and shared by all tabs. */
export interface PriceBookState {
  /** By `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** The most a film may cost, in US dollars; null: no limit. */
  readonly stopAt: number | null;
}

export type PriceBook = StoreApi<PriceBookState>;

export const createPriceBook = (initial: PriceBookState): PriceBook => createStore(() => initial);
