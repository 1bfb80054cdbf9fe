import type { Phrase } from '../../subtitles/phrase.ts';
import { batchAt, countBatches } from '../../translation/batch-at.ts';
import { composeRequest } from '../../translation/compose-request.ts';
import { estimateTokens } from '../../translation/estimate-tokens.ts';
import type { NewAsk } from '../session.ts';

/** Of a reply beside its texts: a key, its quotes and its comma. */
const TOKENS_OF_A_KEY = 3;
/** At most three words of the original and the braces around them. */
const TOKENS_OF_A_QUOTE = 8;

/** About how many tokens these requests and their replies have. */
export const tokensOfAsks = (prompt: string, asks: readonly NewAsk[]): number =>
  asks.reduce((sum, { phrases, suggestion }) => {
    const quotes = suggestion.quotes ? TOKENS_OF_A_QUOTE * phrases.length : 0;
    return sum + tokensOfCall(composeRequest({ prompt, context: [], phrases, suggestion }), phrases) + quotes;
  }, 0);

/** The same of the whole film's batches, each translated at the first call. */
export function tokensOfFilm(prompt: string, phrases: readonly Phrase[]): number {
  let sum = 0;
  for (let index = 0; index < countBatches(phrases.length); index++) {
    const batch = batchAt(phrases, index);
    sum += tokensOfCall(composeRequest({ prompt, ...batch }), batch.phrases);
  }
  return sum;
}

function tokensOfCall({ system, messages }: ReturnType<typeof composeRequest>, phrases: readonly Phrase[]): number {
  const sent = [system, ...messages.flatMap(({ parts }) => parts)];
  return (
    sent.reduce((sum, text) => sum + estimateTokens(text), 0) +
    phrases.reduce((sum, { text }) => sum + estimateTokens(text) + TOKENS_OF_A_KEY, 0)
  );
}
