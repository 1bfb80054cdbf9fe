import {
  addTokens,
  costOf,
  type KnownPrice,
  NO_TOKENS,
  type Price,
  type PricedModel,
  priceKey,
  type Tokens,
} from './price.ts';

/** What a film's calls to one model at one price have taken so far. Facts alone: what they come to is worked out below. */
export interface Spending {
  readonly model: PricedModel;
  /** As it was known when the calls were sent; null: it was not. */
  readonly price: Price | null;
  /** As the provider reported, thinking included. */
  readonly reported: Tokens;
  /** How many of those were at half price; missing: none. */
  readonly halfPriced?: Tokens;
  /** What was expected of just these calls: the two together tell how far off an estimate is. */
  readonly expected: Tokens;
  /** US dollars that these calls have cost, as their replies say; missing: the replies of these calls do not say it. */
  readonly charged?: number;
  /** Expected of calls that were sent and not reported: under way, stopped, lost on the way, or to a server that does not count. */
  readonly unreported: Tokens;
  /** Calls that read the film for notes, of which batches learn nothing: what a proposal takes nobody can expect. */
  readonly isReading?: true;
  /** `unreported` without the calls under way; missing: none is. Not stored: what was under way as a page ended was never reported. */
  readonly unreportedEnded?: Tokens;
}

/** One call that has ended and is paid for. */
export interface PaidCall {
  readonly model: PricedModel;
  readonly price: Price | null;
  readonly expected: Tokens;
  /** undefined: the provider never said. */
  readonly reported: Tokens | undefined;
  /** How many of them, input and output together, were at half price; missing: none. */
  readonly atHalfPrice?: number | undefined;
  /** US dollars, as the reply says. */
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

/** A provider says of a call how many of its tokens were at half price, not which: as many of each kind as of all. */
function halfOf(reported: Tokens, atHalfPrice: number): Tokens {
  const share = atHalfPrice / (reported.input + reported.output);
  return { input: reported.input * share, output: reported.output * share };
}

/** The reported tokens, each at half price as half a token. */
const inFull = ({ reported, halfPriced }: Spending): Tokens =>
  halfPriced ? addTokens(reported, scaled(halfPriced, { input: -0.5, output: -0.5 })) : reported;

/** With calls that are under way beside those that have ended. */
export const withUnderWay = (ended: readonly Spending[], calls: readonly PaidCall[]): readonly Spending[] =>
  calls.reduce((spent, call) => withCall(spent, { ...call, reported: undefined, isUnderWay: true }), ended);

/** Of the calls that have ended alone. */
export const endedOf = (spent: readonly Spending[]): readonly Spending[] =>
  spent
    .map(({ unreportedEnded, ...one }) => (unreportedEnded ? { ...one, unreported: unreportedEnded } : one))
    .filter(({ expected, unreported }) => expected.input + unreported.input > 0);

/** A call that was written down as never reported has been reported after all, and is to be written down anew. */
export const withoutUnreported = (spent: readonly Spending[], call: PaidCall): readonly Spending[] =>
  spent.map((one) => {
    if (!isSameRate(one, call)) return one;
    return { ...one, unreported: less(one.unreported, call.expected) };
  });

/** A difference of sums can end a hair below zero. */
function less(one: Tokens, other: Tokens): Tokens {
  const {
    input,
    output,
    requests = 0,
  } = addTokens(one, {
    input: -other.input,
    output: -other.output,
    requests: -(other.requests ?? 0),
  });
  return { input: Math.max(0, input), output: Math.max(0, output), ...(requests > 0 && { requests }) };
}

type Rate = Pick<PaidCall, 'model' | 'price' | 'isReading' | 'charged'>;

const isSameRate = (one: Rate, other: Rate): boolean =>
  one.isReading === other.isReading &&
  (one.model === other.model || priceKey(one.model) === priceKey(other.model)) &&
  (one.charged === undefined) === (other.charged === undefined) &&
  one.price?.input === other.price?.input &&
  one.price?.output === other.price?.output &&
  one.price?.request === other.price?.request;

/**
 * How many times the expected tokens the model's calls have taken, at whatever price: those for lines, or those that read the film; undefined: none
 * of them has been reported yet.
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

/** As many requests as before. */
export const scaled = (tokens: Tokens, scale: Tokens = ONE): Tokens => ({
  ...tokens,
  input: tokens.input * scale.input,
  output: tokens.output * scale.output,
});
const ONE: Tokens = { input: 1, output: 1 };

/**
 * In US dollars, what calls come to of which so many tokens are expected, by what calls like them have taken. What their replies say that they cost
 * beyond the price of their tokens comes with each request; what they cost less is a discount.
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
  /** In US dollars, of all calls whose price is known. */
  readonly cost: number;
  /** How much of that is for calls that were never reported. */
  readonly guessed: number;
  /** Some calls have a price that nobody knows. */
  readonly isPartial: boolean;
}

/** `priceNow`: of calls that were sent before their model's price was known; a person's own price is for all calls. */
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
