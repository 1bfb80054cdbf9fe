/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** US dollars per request, in addition. */
  readonly request?: number;
  /** Price of reasoning; default: `output`. */
  readonly thinking?: number;
}

/** Tokens of one or more calls. `output` includes reasoning. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Number of calls; missing: without a price per request. */
  readonly requests?: number;
}

/** In US dollars. Cached input has the full price: no request begins with enough equal text to be cached. */
export const costOf = ({ input, output, requests = 0 }: Tokens, price: Price): number =>
  (input * price.input + output * price.output) / 1_000_000 + requests * (price.request ?? 0);

export function addTokens(one: Tokens, other: Tokens): Tokens {
  const requests = (one.requests ?? 0) + (other.requests ?? 0);
  return { input: one.input + other.input, output: one.output + other.output, ...(requests > 0 && { requests }) };
}

export const NO_TOKENS: Tokens = { input: 0, output: 0 };

/** The same id has other prices at other endpoints. */
export interface PricedModel {
  readonly endpoint: string;
  readonly id: string;
}

/** Unique across endpoints. */
export const priceKey = ({ endpoint, id }: PricedModel): string => `${endpoint}:${id}`;

/** A person's prices and limit; stored, and shared by all tabs. */
export interface PriceBook {
  /** By `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** The most a film may cost, in US dollars; null: no limit. */
  readonly stopAt: number | null;
}

/** For example "$1.25", "$0.042", "$0.0031". */
export function moneyWords(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars >= 1) return `$${GROUPED.format(dollars)}`;
  return `$${SMALL.format(Number(dollars.toPrecision(2)))}`;
}

const GROUPED = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const SMALL = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** For example "$0.04–0.07", "$1.20–2.00"; a single amount if both are written alike. */
export function rangeWords(low: number, high: number): string {
  if (high < SMALLEST) return high === 0 ? '$0' : `under $${SMALLEST.toFixed(2)}`;
  const [from, to] = [low, high].map((dollars) => GROUPED.format(dollars));
  return from === to ? `$${to}` : `$${from}–${to}`;
}

const SMALLEST = 0.01;

/** How far the tokens of a run can deviate from the estimate (docs/performance.md). */
export const MARGIN = 0.25;

export interface CostFacts {
  readonly tokens: Tokens;
  /** undefined: unknown. */
  readonly price: KnownPrice | undefined;
  /** The person wants half price and the model offers it. */
  readonly isHalfPrice: boolean;
}

export interface KnownPrice {
  /** If it depends on the hour, the highest of the day: a run can take hours, and must stay below its limit. */
  readonly price: Price;
  /** The current price, if it depends on the hour. */
  readonly atHour?: Price;
  /** Set by the person, from the endpoint's list, or from the table of PRICES_DATE. */
  readonly from: 'person' | 'endpoint' | 'table';
}
