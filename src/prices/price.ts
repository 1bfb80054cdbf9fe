/** What tokens cost, in US dollars a million. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** Tokens of one or more calls; what was thought is part of `output`, and costs as much. */
export interface Tokens {
  readonly input: number;
  readonly output: number;
}

const MILLION = 1_000_000;

/** In US dollars. Cached input counts in full: no request here has a beginning that is long enough to be cached. */
export const costOf = ({ input, output }: Tokens, price: Price): number =>
  (input * price.input + output * price.output) / MILLION;

export const addTokens = (one: Tokens, other: Tokens): Tokens => ({
  input: one.input + other.input,
  output: one.output + other.output,
});

export const NO_TOKENS: Tokens = { input: 0, output: 0 };
