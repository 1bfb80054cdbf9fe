import { once } from '../lib/memo.ts';
import { escaped } from '../lib/text.ts';
import { type CostFacts, costOf, type KnownPrice, MARGIN, type Price, type PricedModel, priceKey } from './price.ts';
import table from './price-table.json';

/** Prices with priority over the table. */
interface PriceSources {
  /** The person's own prices, by `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** The endpoint's own price list (OpenRouter). undefined: there is none. Local models cost nothing. */
  readonly livePrice: ((model: PricedModel) => Price | undefined) | undefined;
  /** The present time in ms since 1970: the table has future prices of some models. */
  readonly now: number;
}

/** The month of the table, as "2026-09". */
export const PRICES_DATE: string = table.date;

/** undefined: the price is unknown. */
export function priceOf(model: PricedModel, { own, livePrice, now }: PriceSources): KnownPrice | undefined {
  const ownPrice = own[priceKey(model)];
  const live = livePrice?.(model);
  // People enter only prices of tokens, so the price per request stays.
  if (ownPrice) return { price: { ...ownPrice, ...(live?.request && { request: live.request }) }, from: 'person' };
  if (live) return { price: live, from: 'endpoint' };
  const listed = tablePrice(model, now);
  return listed && { ...listed, from: 'table' };
}

/**
 * [patterns, in, out], followed by triples: hours with another price (01:00-04:00, UTC), or later prices with their first day (2027-01-01). See
 * scripts/slim-prices.mjs.
 */
type Row = readonly (string | number)[];

/** By endpoint: its rows, each with one expression for all its patterns, made when the endpoint's first price is looked up. */
const ROWS = new Map(
  Object.entries<readonly Row[]>(table.endpoints).map(([endpoint, rows]) => [
    endpoint,
    once(() => rows.map((row) => ({ row, patterns: patternsOf(row) }))),
  ]),
);

const rowOf = ({ endpoint, id }: PricedModel): Row | undefined =>
  ROWS.get(endpoint)?.().find(({ patterns }) => patterns.test(id))?.row;

/** In a pattern "*" matches anything and "#" a digit. */
function patternsOf([patterns]: Row): RegExp {
  const sources = escaped(`${patterns}`).replaceAll('\\*', '.*').replaceAll('#', '\\d').split(' ');
  return new RegExp(`^(?:${sources.join('|')})$`);
}

function tablePrice(model: PricedModel, now: number): Pick<KnownPrice, 'price' | 'atHour'> | undefined {
  const row = rowOf(model);
  if (row === undefined) return undefined;
  const [today = '', time = ''] = new Date(now).toISOString().split('T');
  const [, input, output, ...others] = row;
  let usual = { input: Number(input), output: Number(output) };
  let hours: { readonly isNow: boolean; readonly price: Price }[] = [];
  for (let index = 0; index + 2 < others.length; index += 3) {
    const when = String(others[index]);
    const price = { input: Number(others[index + 1]), output: Number(others[index + 2]) };
    const [start = '', end = ''] = when.split('-');
    if (when.includes(':')) hours.push({ isNow: time >= start && time < end, price });
    else if (when > today) break;
    else [usual, hours] = [price, []];
  }
  if (hours.length === 0) return { price: usual };
  const all = [usual, ...hours.map(({ price }) => price)];
  const price = {
    input: Math.max(...all.map((each) => each.input)),
    output: Math.max(...all.map((each) => each.output)),
  };
  return { price, atHour: hours.find(({ isNow }) => isNow)?.price ?? usual };
}

/** The lowest and the highest cost, in US dollars. */
export interface CostRange {
  readonly low: number;
  readonly high: number;
}

/** undefined: the price is unknown. A price that depends on the hour gives a range from the current price to the highest. */
export function costRange({ tokens, price, isHalfPrice }: CostFacts): CostRange | undefined {
  if (!price) return undefined;
  const tier = isHalfPrice ? 0.5 : 1;
  const highest = costOf(tokens, price.price) * tier;
  const now = price.atHour ? costOf(tokens, price.atHour) * tier : highest;
  return { low: now * (1 - MARGIN), high: highest * (1 + MARGIN) };
}
