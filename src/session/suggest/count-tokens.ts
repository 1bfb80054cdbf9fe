import { type Asked, countFilm, estimateBatches, sumOfTokens } from '../../prices/estimate.ts';
import { estimateCall } from '../../prices/estimate-call.ts';
import type { Tokens } from '../../prices/price.ts';
import type { Phrase } from '../../subtitles/document.ts';
import type { NewAsk } from '../session.ts';

/** About how many tokens these requests and their replies have. */
export const tokensOfAsks = ({ prompt, model }: Asked, asks: readonly NewAsk[]): Tokens =>
  sumOfTokens(asks.map(({ phrases, suggestion }) => estimateCall({ prompt, context: [], phrases, suggestion }, model)));

/** The same of the whole film's batches, each translated at the first call. */
export const tokensOfFilm = (asked: Asked, phrases: readonly Phrase[]): Tokens =>
  sumOfTokens(estimateBatches(countFilm(phrases), asked));

/** Requests and replies together. */
export const inAndOut = ({ input, output }: Tokens): number => Math.round(input + output);
