/** What tokens cost, in US dollars a million. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** US dollars for each request, beside its tokens; missing: none. */
  readonly request?: number;
  /** Of what a model thinks; missing: as `output`. */
  readonly thinking?: number;
}

/** Tokens of one or more calls; what was thought is part of `output`. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** How many calls they are of; missing: of none that has a price of its own. */
  readonly requests?: number;
}

const MILLION = 1_000_000;

/** In US dollars. Cached input counts in full: no request here has a beginning that is long enough to be cached. */
export const costOf = ({ input, output, requests = 0 }: Tokens, price: Price): number =>
  (input * price.input + output * price.output) / MILLION + requests * (price.request ?? 0);

export function addTokens(one: Tokens, other: Tokens): Tokens {
  const requests = (one.requests ?? 0) + (other.requests ?? 0);
  return { input: one.input + other.input, output: one.output + other.output, ...(requests > 0 && { requests }) };
}

export const NO_TOKENS: Tokens = { input: 0, output: 0 };

/** A model, as far as prices are concerned: the same id costs another price elsewhere. */
export interface PricedModel {
  readonly endpoint: string;
  readonly id: string;
}

/** Unique among the models of all endpoints. */
export const priceKey = ({ endpoint, id }: PricedModel): string => `${endpoint}:${id}`;

/** For example "$1.25", "$0.042", "$0.0031". */
export function moneyWords(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars >= 1) return `$${GROUPED.format(dollars)}`;
  return `$${SMALL.format(Number(dollars.toPrecision(2)))}`;
}

const GROUPED = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const SMALL = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** For example "$0.04–0.07", "$1.20–2.00"; one sum where both are the same in words. */
export function rangeWords(low: number, high: number): string {
  if (high < SMALLEST) return high === 0 ? '$0' : `under $${SMALLEST.toFixed(2)}`;
  const [from, to] = [low, high].map((dollars) => GROUPED.format(dollars));
  return from === to ? `$${to}` : `$${from}–${to}`;
}

const SMALLEST = 0.01;

/** How far the tokens of a run may be from what was expected of them, either way (docs/performance.md). */
export const MARGIN = 0.25;

export interface CostFacts {
  readonly tokens: Tokens;
  /** undefined: nobody knows it. */
  readonly price: KnownPrice | undefined;
  /** It is asked for, and the model has it. */
  readonly isHalfPrice: boolean;
}

export interface KnownPrice {
  /** Where it depends on the hour the highest of the day: a run may take hours, and no limit is to be passed. */
  readonly price: Price;
  /** What a call costs that is sent now, where the price depends on the hour; missing: it does not. */
  readonly atHour?: Price;
  /** The person's own word, the endpoint's live list, or the table of PRICES_DATE. */
  readonly from: 'person' | 'endpoint' | 'table';
}
