import { once } from '../lib/memo.ts';

/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** US dollars per request, in addition. */
  readonly request?: number;
  /** Price of reasoning. Missing: as `output`. */
  readonly thinking?: number;
}

/** Tokens of one or more calls. `output` includes reasoning. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
  /** Number of calls. Missing: the model has no price per request. */
  readonly requests?: number;
}

/** The cost in US dollars. Cached input counts at the full price: the equal beginnings of requests are too short for a cache. */
export const costOf = ({ input, output, requests = 0 }: Tokens, price: Price): number =>
  (input * price.input + output * price.output) / 1_000_000 + requests * (price.request ?? 0);

export function addTokens(one: Tokens, other: Tokens): Tokens {
  const requests = (one.requests ?? 0) + (other.requests ?? 0);
  return { input: one.input + other.input, output: one.output + other.output, ...(requests !== 0 && { requests }) };
}

export const NO_TOKENS: Tokens = { input: 0, output: 0 };

/** A model with its endpoint: the same id has other prices at other endpoints. */
export interface PricedModel {
  readonly endpoint: string;
  readonly id: string;
}

/** Unique across endpoints. */
export const priceKey = ({ endpoint, id }: PricedModel): string => `${endpoint}:${id}`;

/** A person's prices and limit; stored, and shared by all tabs. */
export interface PriceBook {
  /** The person's own prices, by `priceKey`. */
  readonly own: Readonly<Record<string, Price>>;
  /** The most that a film may cost, in US dollars. null: no limit. */
  readonly stopAt: number | null;
}

/** Examples: "$1.25", "$0.042", "$0.0031". */
export function moneyWords(dollars: number): string {
  if (dollars === 0) return '$0';
  if (dollars >= 1) return `$${grouped().format(dollars)}`;
  return `$${small().format(Number(dollars.toPrecision(2)))}`;
}

// Performance: each takes milliseconds to make.
const grouped = once(() => new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));

const small = once(() => new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 }));

/** Examples: "$0.04–0.07", "$1.20–2.00". One amount if both look equal. */
export function rangeWords(low: number, high: number): string {
  if (high < SMALLEST) return high === 0 ? '$0' : `under $${SMALLEST.toFixed(2)}`;
  const [from, to] = [low, high].map((dollars) => grouped().format(dollars));
  return from === to ? `$${to}` : `$${from}–${to}`;
}

const SMALLEST = 0.01;

/** How far the tokens of a run may differ from the estimate (docs/performance.md). */
export const MARGIN = 0.25;

export interface CostFacts {
  readonly tokens: Tokens;
  /** undefined: the price is unknown. */
  readonly price: KnownPrice | undefined;
  /** True if the person wants half price and the model offers it. */
  readonly isHalfPrice: boolean;
}

export interface KnownPrice {
  /** The price. If it depends on the hour, this is the highest of the day: a run can take hours and must stay within its limit. */
  readonly price: Price;
  /** The current price, if it depends on the hour. */
  readonly atHour?: Price;
  /** Who set the price: the person, the endpoint's list, or the table of PRICES_DATE. */
  readonly from: 'person' | 'endpoint' | 'table';
}

/** What the calls of a film to one model at one price have used. `sumOf` computes their cost. */
export interface Spending {
  readonly model: PricedModel;
  /** The price when the calls were sent. null: unknown. */
  readonly price: Price | null;
  /** The tokens that the provider reported, including reasoning. */
  readonly reported: Tokens;
  /** The part of `reported` at half price. */
  readonly halfPriced?: Tokens;
  /** The estimate for the reported calls. Compared with `reported` it gives the error of the estimate. */
  readonly expected: Tokens;
  /** US dollars, if the replies state their cost. */
  readonly charged?: number;
  /** The estimate for calls without a report: under way, stopped, lost, or sent to a server that does not count. */
  readonly unreported: Tokens;
  /** Calls that read the film for notes. They do not improve the estimates of batches, because nobody can predict the length of a proposal. */
  readonly isReading?: true;
  /** `unreported` without the calls under way. Missing: no calls are under way. Not stored: calls that are under way when a page closes are never reported. */
  readonly unreportedEnded?: Tokens;
}

/** A paid call that has ended. */
export interface PaidCall {
  readonly model: PricedModel;
  readonly price: Price | null;
  readonly expected: Tokens;
  /** undefined: the provider reported nothing. */
  readonly reported: Tokens | undefined;
  /** Input and output tokens at half price. */
  readonly atHalfPrice?: number | undefined;
  /** US dollars, as stated in the reply. */
  readonly charged?: number | undefined;
  readonly isUnderWay?: boolean;
  readonly isReading?: true;
}

export function withCall(spent: readonly Spending[], call: PaidCall): readonly Spending[] {
  const { model, price, expected, reported, atHalfPrice = 0, charged, isUnderWay = false, isReading } = call;
  const before = spent.find((one) => isSameRate(one, call)) ?? {
    model,
    price,
    reported: NO_TOKENS,
    expected: NO_TOKENS,
    unreported: NO_TOKENS,
    ...(isReading && { isReading }),
  };
  const after: Spending = reported
    ? {
        ...before,
        ...(atHalfPrice > 0 && {
          halfPriced: addTokens(before.halfPriced ?? NO_TOKENS, halfOf(reported, atHalfPrice)),
        }),
        reported: addTokens(before.reported, reported),
        expected: addTokens(before.expected, expected),
        ...(charged !== undefined && { charged: (before.charged ?? 0) + charged }),
      }
    : {
        ...before,
        unreported: addTokens(before.unreported, expected),
        ...(isUnderWay && { unreportedEnded: before.unreportedEnded ?? before.unreported }),
      };
  return [...spent.filter((one) => !isSameRate(one, call)), after];
}

/** Providers report how many tokens were at half price, but not which. This assumes the same share of input and output. */
function halfOf(reported: Tokens, atHalfPrice: number): Tokens {
  const share = atHalfPrice / (reported.input + reported.output);
  return { input: reported.input * share, output: reported.output * share };
}

/** The reported tokens, with half-price tokens counted half. */
const inFull = ({ reported, halfPriced }: Spending): Tokens =>
  halfPriced ? addTokens(reported, scaled(halfPriced, { input: -0.5, output: -0.5 })) : reported;

export const withUnderWay = (ended: readonly Spending[], calls: readonly PaidCall[]): readonly Spending[] =>
  calls.reduce((spent, call) => withCall(spent, { ...call, reported: undefined, isUnderWay: true }), ended);

/** Without the calls under way. */
export const endedOf = (spent: readonly Spending[]): readonly Spending[] =>
  spent
    .map(({ unreportedEnded, ...one }) => (unreportedEnded ? { ...one, unreported: unreportedEnded } : one))
    .filter(({ expected, unreported }) => expected.input !== 0 || unreported.input !== 0);

/** Counts the calls under way as ended without a report. */
export const endedNow = (spent: readonly Spending[]): readonly Spending[] =>
  spent.map(({ unreportedEnded: _, ...one }) => one);

/**
 * What a film has spent besides `endedNow`, if another film has counted that. Negative as long as its calls are under way: when they have ended, the sum of both
 * films is what they have cost.
 */
export const spentBesides = (spent: readonly Spending[]): readonly Spending[] =>
  spent.flatMap(({ model, price, isReading, unreported, unreportedEnded }) =>
    unreportedEnded
      ? [
          {
            model,
            price,
            reported: NO_TOKENS,
            expected: NO_TOKENS,
            unreported: addTokens(unreportedEnded, negative(unreported)),
            ...(isReading && { isReading }),
          },
        ]
      : [],
  );

/** Removes a call that was recorded as unreported, because its report has come after all. */
export const withoutUnreported = (spent: readonly Spending[], call: PaidCall): readonly Spending[] =>
  spent.map((one) => {
    if (!isSameRate(one, call)) return one;
    return { ...one, unreported: less(one.unreported, call.expected) };
  });

const less = (one: Tokens, other: Tokens): Tokens => notNegative(addTokens(one, negative(other)));

const negative = ({ input, output, requests = 0 }: Tokens): Tokens => ({
  input: -input,
  output: -output,
  requests: -requests,
});

/** Rounding can make a difference slightly negative. */
const notNegative = ({ input, output, requests = 0 }: Tokens): Tokens => ({
  input: Math.max(0, input),
  output: Math.max(0, output),
  ...(requests > 0 && { requests }),
});

type Rate = Pick<PaidCall, 'model' | 'price' | 'isReading' | 'charged'>;

const isSameRate = (one: Rate, other: Rate): boolean =>
  one.isReading === other.isReading &&
  (one.model === other.model || priceKey(one.model) === priceKey(other.model)) &&
  (one.charged === undefined) === (other.charged === undefined) &&
  one.price?.input === other.price?.input &&
  one.price?.output === other.price?.output &&
  one.price?.request === other.price?.request;

/** For each rate, the larger usage of the two lists: usage that both lists contain counts once. */
export function largestSpent(spent: readonly Spending[], more: readonly Spending[]): readonly Spending[] {
  const like = (all: readonly Spending[], one: Spending) => all.find((each) => isSameRate(each, one));
  const joined = (one: Spending, other = one): Spending => ({
    ...one,
    reported: largest(one.reported, other.reported),
    expected: largest(one.expected, other.expected),
    unreported: largest(one.unreported, other.unreported),
    ...(one.halfPriced && { halfPriced: largest(one.halfPriced, other.halfPriced) }),
    ...(one.charged !== undefined && { charged: Math.max(one.charged, other.charged ?? 0) }),
  });
  return [...spent.map((one) => joined(one, like(more, one))), ...more.filter((one) => !like(spent, one))];
}

/** For each rate, the usage of both lists together. `more`: without calls under way. */
export const addSpent = (spent: readonly Spending[], more: readonly Spending[]): readonly Spending[] =>
  more.reduce((all, one) => {
    const at = all.findIndex((each) => isSameRate(each, one));
    const same = all[at];
    if (!same) return all.concat({ ...one, unreported: notNegative(one.unreported) });
    const halfPriced = addTokens(same.halfPriced ?? NO_TOKENS, one.halfPriced ?? NO_TOKENS);
    return all.with(at, {
      ...same,
      reported: addTokens(same.reported, one.reported),
      expected: addTokens(same.expected, one.expected),
      unreported: notNegative(addTokens(same.unreported, one.unreported)),
      ...((same.halfPriced || one.halfPriced) && { halfPriced }),
      ...(same.charged !== undefined && { charged: same.charged + (one.charged ?? 0) }),
      ...(same.unreportedEnded && { unreportedEnded: notNegative(addTokens(same.unreportedEnded, one.unreported)) }),
    });
  }, spent);

function largest(one: Tokens, other: Tokens = NO_TOKENS): Tokens {
  const requests = Math.max(one.requests ?? 0, other.requests ?? 0);
  const [input, output] = [Math.max(one.input, other.input), Math.max(one.output, other.output)];
  return { input, output, ...(requests > 0 && { requests }) };
}

/**
 * The reported tokens of a model's calls divided by the expected tokens, at any price; either for lines or for reading the film. undefined: no call is reported
 * yet.
 */
export function measuredScale(spent: readonly Spending[], model: PricedModel, isReading?: true): Tokens | undefined {
  const ofModel = callsLike(spent, model, isReading);
  const expected = ofModel.reduce((sum, one) => addTokens(sum, one.expected), NO_TOKENS);
  const reported = ofModel.reduce((sum, one) => addTokens(sum, one.reported), NO_TOKENS);
  if (expected.input === 0 || expected.output === 0) return undefined;
  return { input: reported.input / expected.input, output: reported.output / expected.output };
}

const callsLike = (spent: readonly Spending[], model: PricedModel, isReading?: true): readonly Spending[] =>
  spent.filter((one) => one.isReading === isReading && priceKey(one.model) === priceKey(model));

/** Keeps the number of requests. */
const scaled = (tokens: Tokens, scale: Tokens = ONE): Tokens => ({
  ...tokens,
  input: tokens.input * scale.input,
  output: tokens.output * scale.output,
});
const ONE: Tokens = { input: 1, output: 1 };

/**
 * The expected cost in US dollars, scaled by what similar calls used. If replies stated a higher cost than their tokens have, the difference is added per
 * request. If they stated a lower cost, it counts as a discount.
 */
export function costExpected(
  spent: readonly Spending[],
  { model, isReading }: { readonly model: PricedModel; readonly isReading?: true | undefined },
  tokens: Tokens,
  price: Price,
): number {
  const cost = costOf(scaled(tokens, measuredScale(spent, model, isReading)), price);
  let [charged, byPrice, calls] = [0, 0, 0];
  for (const one of callsLike(spent, model, isReading)) {
    if (one.charged === undefined) continue;
    charged += one.charged;
    byPrice += costOf(one.reported, price);
    calls += one.expected.requests ?? 0;
  }
  if (charged < byPrice) return (cost * charged) / byPrice;
  return calls === 0 ? cost : cost + ((charged - byPrice) / calls) * (tokens.requests ?? 0);
}

export interface Sum {
  /** The cost in US dollars of all calls with a known price. */
  readonly cost: number;
  /** The part of `cost` that comes from unreported calls. */
  readonly guessed: number;
  /** True if the price of some calls is unknown. */
  readonly isPartial: boolean;
}

/** `priceNow`: for calls that were sent before the price was known. A person's own price applies to all calls. */
export function sumOf(spent: readonly Spending[], priceNow: (model: PricedModel) => KnownPrice | undefined): Sum {
  const sum = { cost: 0, guessed: 0, isPartial: false };
  for (const one of spent) {
    const { model, unreported, charged } = one;
    if (charged !== undefined) {
      sum.cost += charged;
      continue;
    }
    const known = pricePaid(one, priceNow(model));
    if (!known) {
      sum.isPartial = true;
      continue;
    }
    const guessed = costExpected(spent, one, unreported, known);
    sum.guessed += guessed;
    sum.cost += costOf(inFull(one), known) + guessed;
  }
  return sum;
}

function pricePaid({ price }: Spending, now: KnownPrice | undefined): Price | undefined {
  return now?.from === 'person' ? now.price : (price ?? now?.price);
}
