import { rangeWords } from '../../prices/money-words.ts';
import { costOf, type Tokens } from '../../prices/price.ts';
import { type KnownPrice, PRICES_DATE } from '../../prices/price-of.ts';

/** How far the tokens of a run may be from what was expected of them, either way (docs/performance.md). */
const MARGIN = 0.25;

export interface EstimateFacts {
  readonly tokens: Tokens;
  readonly requests: number;
  /** undefined: nobody knows it. */
  readonly price: KnownPrice | undefined;
  /** It is asked for, and the model has it. */
  readonly isHalfPrice: boolean;
}

/** For example "about 62,000 tokens in, 21,000 out", "$0.04–0.07" or "$0.02–0.04 at half price", "80 requests". */
export function estimateWords({ tokens, requests, price, isHalfPrice }: EstimateFacts): readonly string[] {
  const cost = price && costOf(tokens, price.price) / (isHalfPrice ? 2 : 1);
  const tier = isHalfPrice ? ' at half price' : '';
  return [
    `about ${roundedWords(tokens.input)} tokens in, ${roundedWords(tokens.output)} out`,
    ...(cost === undefined ? [] : [`${rangeWords(cost * (1 - MARGIN), cost * (1 + MARGIN))}${tier}`]),
    requests === 1 ? '1 request' : `${FORMAT.format(requests)} requests`,
  ];
}

const FORMAT = new Intl.NumberFormat('en');
const ROUNDED = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 });
const roundedWords = (tokens: number): string => ROUNDED.format(Math.round(tokens));

/** Where a price comes from: "prices of September 2026". */
export function priceSourceWords(price: KnownPrice | undefined): string {
  switch (price?.from) {
    case 'person':
      return 'your price';
    case 'endpoint':
      return "the provider's own price";
    case 'table':
      return `prices of ${monthWords(PRICES_DATE)}`;
    default:
      return 'the price of this model is not known';
  }
}

/** "2026-09" → "September 2026". */
const monthWords = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
