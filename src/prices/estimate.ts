import { languageOfPrompt } from '../languages/prompt-language.ts';
import { remember } from '../lib/memo.ts';
import type { Phrase } from '../subtitles/document.ts';
import { PHRASES_PER_BATCH } from '../translation/batch.ts';
import { contextJson, instructions } from '../translation/request.ts';
import type { PricedModel } from './price.ts';
import { addTokens, NO_TOKENS, type Tokens } from './price.ts';
import { replyTokens } from './reply-length.ts';
import { countsOf, countText, noCounts, type TextCounts } from './text-counts.ts';
import { scaleOf, type TokenScale, tokenizerOf } from './tokenizer.ts';

/** What decides how many tokens all requests of a run take, beside the phrases. */
export interface Asked {
  readonly prompt: string;
  readonly model: PricedModel;
}

/** Some phrases, counted. */
export interface CountedPhrases {
  readonly phrases: number;
  readonly text: TextCounts;
}

/** What the provider puts around the messages of a request. */
const REQUEST_FRAME = 10;
/** Around the context (translation/messages.ts). */
const CONTEXT_LABEL = countsOf(contextJson([]));

interface Measures {
  readonly scale: TokenScale;
  readonly instructions: number;
  readonly target: string | undefined;
}

const measuresOf = remember((prompt: string, endpoint: string, id: string): Measures => {
  const scale = scaleOf(tokenizerOf({ endpoint, id }));
  return { scale, instructions: scale.weigh(countsOf(instructions(prompt))), target: languageOfPrompt(prompt) };
});

/** Of a batch's first call. */
export function estimateBatch(batch: CountedPhrases, context: CountedPhrases, { prompt, model }: Asked): Tokens {
  const { scale, instructions: ownWords, target } = measuresOf(prompt, model.endpoint, model.id);
  const contextTokens = context.phrases === 0 ? 0 : jsonTokens(context, scale) + scale.weigh(CONTEXT_LABEL);
  return {
    input: REQUEST_FRAME + ownWords + contextTokens + jsonTokens(batch, scale),
    output: replyTokens(batch.text, { phrases: batch.phrases, target, scale }),
  };
}

const jsonTokens = ({ phrases, text }: CountedPhrases, { weigh, perPhrase }: TokenScale): number =>
  weigh(text) + phrases * perPhrase;

export function countPhrases(phrases: readonly Phrase[]): CountedPhrases {
  const text = noCounts();
  for (const phrase of phrases) countText(phrase.text, text);
  return { phrases: phrases.length, text };
}

/** The batches of a film, counted. */
export function countFilm(phrases: readonly Phrase[]): readonly CountedPhrases[] {
  const counted: CountedPhrases[] = [];
  for (let from = 0; from < phrases.length; from += PHRASES_PER_BATCH) {
    counted.push(countPhrases(phrases.slice(from, from + PHRASES_PER_BATCH)));
  }
  return counted;
}

const NO_PHRASES: CountedPhrases = { phrases: 0, text: noCounts() };

/** The tokens of each batch's first call. */
export const estimateBatches = (batches: readonly CountedPhrases[], asked: Asked): readonly Tokens[] =>
  batches.map((batch, index) => estimateBatch(batch, batches[index - 1] ?? NO_PHRASES, asked));

export const sumOfTokens = (all: readonly Tokens[]): Tokens => all.reduce(addTokens, NO_TOKENS);
