import type { Phrase } from '../../subtitles/phrase.ts';
import { batchAt, countBatches } from '../../translation/batch-at.ts';
import { composeRequest } from '../../translation/compose-request.ts';
import { estimateTokens } from '../../translation/estimate-tokens.ts';
import type { NewAsk } from '../session.ts';

/** Tokens of a reply for each text, beside the text itself: its key, quotation marks and comma. */
const TOKENS_OF_A_KEY = 3;
/** Tokens of a reply for each quote: at most three words of the original and the braces around them. */
const TOKENS_OF_A_QUOTE = 8;

/** Estimated tokens of these asks' requests and replies. */
export const tokensOfAsks = (prompt: string, asks: readonly NewAsk[]): number =>
  asks.reduce((sum, { phrases, suggestion }) => {
    const quotes = suggestion.quotes ? TOKENS_OF_A_QUOTE * phrases.length : 0;
    return sum + tokensOfCall(composeRequest({ prompt, context: [], phrases, suggestion }), phrases) + quotes;
  }, 0);

/** Estimated tokens of the requests and replies that translate the whole film, one call for each batch. */
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
