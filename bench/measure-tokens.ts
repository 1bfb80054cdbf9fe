import { readdirSync, readFileSync } from 'node:fs';
import type { Tiktoken } from 'js-tiktoken';
import { estimateCall } from '../src/prices/estimate.ts';
import type { PricedModel } from '../src/prices/priced-model.ts';
import type { Phrase } from '../src/subtitles/phrase.ts';
import { composeRequest } from '../src/translation/compose-request.ts';

const SAMPLES = new URL('token-samples/', import.meta.url);

/** The same twenty phrases of a dialogue, of this project's own writing, in each. */
export const LANGUAGES: readonly string[] = readdirSync(SAMPLES).map((name) => name.replace('.txt', ''));

export const samplePhrases = (language: string): readonly Phrase[] =>
  readFileSync(new URL(`${language}.txt`, SAMPLES), 'utf8')
    .trim()
    .split('\n')
    .map((text, index) => ({ number: index + 501, time: '', text }));

/** How many times as many tokens are expected of a batch as the tokenizer counts. */
export interface TokenMeasure {
  readonly input: number;
  /** Between a reply in one line and one in many. */
  readonly output: number;
}

/** Of the chat format, for each message, and for the reply's beginning. */
const MESSAGE_FRAME = 3;

export function measureTokens(
  encoding: Tiktoken,
  { from, to, model }: { readonly from: string; readonly to: string; readonly model: PricedModel },
): TokenMeasure {
  const count = (text: string) => encoding.encode(text).length;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  const prompt = `Translate the subtitles of a movie from ${names.of(from)} into ${names.of(to)}.`;
  const phrases = samplePhrases(from);
  const facts = { prompt, phrases, context: phrases.map((phrase) => ({ ...phrase, number: phrase.number - 20 })) };
  const { system, messages } = composeRequest(facts);
  const texts = [system, ...messages.flatMap(({ parts }) => parts)];
  const input = texts.reduce((sum, text) => sum + count(text) + MESSAGE_FRAME, MESSAGE_FRAME);
  const reply = Object.fromEntries(samplePhrases(to).map(({ number, text }) => [number, text]));
  const output = (count(JSON.stringify(reply)) + count(JSON.stringify(reply, null, 2))) / 2;
  const expected = estimateCall(facts, model);
  return { input: expected.input / input, output: expected.output / output };
}
