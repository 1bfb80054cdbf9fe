import type { Price } from './price.ts';
import table from './price-table.json';
import { type PricedModel, priceKey } from './priced-model.ts';

export interface KnownPrice {
  readonly price: Price;
  /** The person's own word, the endpoint's live list, or the table of PRICES_DATE. */
  readonly from: 'person' | 'endpoint' | 'table';
}

/** Whose word goes before that of the table. */
export interface PriceSources {
  /** By `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** What an endpoint says itself of its models (OpenRouter's list); undefined: nothing. A model on this computer costs nothing. */
  readonly livePrice?: ((model: PricedModel) => Price | undefined) | undefined;
  /** ms since the epoch: of some models the table knows a price that is to come. */
  readonly now: number;
}

/** The table's month, as "2026-09". */
export const PRICES_DATE: string = table.date;

/** undefined: nobody knows. */
export function priceOf(model: PricedModel, { own, livePrice, now }: PriceSources): KnownPrice | undefined {
  const ownPrice = own[priceKey(model)];
  if (ownPrice) return { price: ownPrice, from: 'person' };
  const live = livePrice?.(model);
  if (live) return { price: live, from: 'endpoint' };
  const listed = tablePrice(model, now);
  return listed && { price: listed, from: 'table' };
}

/** [patterns, in, out] and, for each later price, its first day (2027-01-01) and the price. See scripts/slim-prices.mjs. */
type Row = readonly (string | number)[];
const ENDPOINTS: Readonly<Record<string, readonly Row[]>> = table.endpoints;

/** By `priceKey`: the table is asked as each call leaves, and sought through by patterns. */
const rowsByModel = new Map<string, Row | undefined>();

function rowOf(model: PricedModel): Row | undefined {
  const key = priceKey(model);
  if (!rowsByModel.has(key)) rowsByModel.set(key, findRow(model));
  return rowsByModel.get(key);
}

function findRow({ endpoint, id }: PricedModel): Row | undefined {
  const rows = Object.hasOwn(ENDPOINTS, endpoint) ? (ENDPOINTS[endpoint] ?? []) : [];
  return rows.find(([patterns]) =>
    String(patterns)
      .split(' ')
      .some((pattern) => matches(pattern, id)),
  );
}

function tablePrice(model: PricedModel, now: number): Price | undefined {
  const row = rowOf(model);
  if (row === undefined) return undefined;
  const today = new Date(now).toISOString().slice(0, 10);
  const [, input, output, ...later] = row;
  let price = { input: Number(input), output: Number(output) };
  for (let index = 0; index + 2 < later.length; index += 3) {
    if (String(later[index]) <= today) price = { input: Number(later[index + 1]), output: Number(later[index + 2]) };
  }
  return price;
}

/** "*": anything, "#": a digit. */
function matches(pattern: string, id: string): boolean {
  if (!/[*#]/.test(pattern)) return pattern === id;
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('#', '\\d');
  return new RegExp(`^${source}$`).test(id);
}
