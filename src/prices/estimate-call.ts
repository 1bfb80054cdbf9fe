import type { Phrase } from '../subtitles/document.ts';
import type { RequestFacts } from '../translation/request.ts';
import { fixRequest, instructions } from '../translation/request.ts';
import { instructionsWithQuotes, suggestionParts } from '../translation/suggestions.ts';
import { countPhrases, estimateBatch } from './estimate.ts';
import type { PricedModel, Tokens } from './price.ts';
import { countsOf } from './text-counts.ts';
import { scaleOf, tokenizerOf } from './tokenizer.ts';

// Beside estimate.ts, since only a run needs it: the page is shown without it.

/** The tokens of one call (translation/compose-request.ts), without what a model thinks. */
export function estimateCall({ prompt, ...call }: RequestFacts, model: PricedModel): Tokens {
  const { context, phrases, correction, suggestion } = call;
  const { weigh, perPhrase } = scaleOf(tokenizerOf(model));
  const weighText = (text: string) => weigh(countsOf(text));
  const tokens = estimateBatch(countPhrases(phrases), countPhrases(context), { prompt, model });
  let { input, output } = tokens;
  if (correction) input += weighText(correction.answer + fixRequest(correction.errors));
  if (suggestion) input += weighText(suggestionParts(suggestion, phrases).join('\n'));
  if (suggestion?.quotes) {
    input += weighText(instructionsWithQuotes(prompt)) - weighText(instructions(prompt));
    output += weighText(phrases.map(quoteOf).join('\n')) + phrases.length * perPhrase;
  }
  return { input, output };
}

/** What a reply repeats of a phrase where it is to quote it. */
const quoteOf = ({ text }: Phrase): string => text.split(/\s+/, 3).join(' ');
