import { costOf, type Tokens } from './price.ts';
import type { KnownPrice } from './price-of.ts';

/** How far the tokens of a run may be from what was expected of them, either way (docs/performance.md). */
const MARGIN = 0.25;

export interface CostFacts {
  readonly tokens: Tokens;
  /** undefined: nobody knows it. */
  readonly price: KnownPrice | undefined;
  /** It is asked for, and the model has it. */
  readonly isHalfPrice: boolean;
}

/** In US dollars. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
}

/** What calls may cost; undefined: nobody knows the price. Where it depends on the hour, from the price of now to the highest. */
export function costRange({ tokens, price, isHalfPrice }: CostFacts): CostRange | undefined {
  if (!price) return undefined;
  const tier = isHalfPrice ? 0.5 : 1;
  const highest = costOf(tokens, price.price) * tier;
  const now = price.atHour ? costOf(tokens, price.atHour) * tier : highest;
  return { low: now * (1 - MARGIN), high: highest * (1 + MARGIN) };
}
