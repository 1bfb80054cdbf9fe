import { toEnd } from '../../lib/to-end.ts';
import { type Asked, countFilm, estimateBatches, sumOfTokens } from '../../prices/estimate.ts';
import { estimateCall } from '../../prices/estimate-call.ts';
import type { Tokens } from '../../prices/price.ts';
import type { Phrase } from '../../subtitles/phrase.ts';
import type { NewAsk } from '../session.ts';

/** About how many tokens these requests and their replies have, together. */
export const tokensOfAsks = ({ prompt, model }: Asked, asks: readonly NewAsk[]): number =>
  inAndOut(
    sumOfTokens(
      asks.map(({ phrases, suggestion }) => estimateCall({ prompt, context: [], phrases, suggestion }, model)),
    ),
  );

/** The same of the whole film's batches, each translated at the first call. */
export const tokensOfFilm = (asked: Asked, phrases: readonly Phrase[]): number =>
  inAndOut(sumOfTokens(estimateBatches(toEnd(countFilm(phrases)), asked)));

const inAndOut = ({ input, output }: Tokens): number => Math.round(input + output);
