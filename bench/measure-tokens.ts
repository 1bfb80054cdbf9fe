import { readdirSync, readFileSync } from 'node:fs';
import { getEncoding, type Tiktoken, type TiktokenEncoding } from 'js-tiktoken';
import { estimateCall } from '../src/prices/estimate.ts';
import type { PricedModel } from '../src/prices/price.ts';
import type { Phrase } from '../src/subtitles/document.ts';
import { composeRequest } from '../src/translation/request.ts';

const SAMPLES = new URL('token-samples/', import.meta.url);

/** The same twenty phrases of a dialogue, written for this project, in each language. */
export const LANGUAGES: readonly string[] = readdirSync(SAMPLES).map((name) => name.replace('.txt', ''));

export const samplePhrases = (language: string): readonly Phrase[] =>
  readFileSync(new URL(`${language}.txt`, SAMPLES), 'utf8')
    .trim()
    .split('\n')
    .map((text, index) => ({ number: index + 501, time: '', text }));

/** The expected tokens of a batch, divided by the tokenizer's count. */
interface TokenMeasure {
  readonly input: number;
  /** Between a reply in one line and one in many. */
  readonly output: number;
}

/** The chat format's tokens for each message and for the reply's beginning. */
const MESSAGE_FRAME = 3;

function measureTokens(
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

/** OpenAI's public tokenizers, each with a model that uses it. */
export const MEASURED_TOKENIZERS: readonly { readonly tokenizer: TiktokenEncoding; readonly model: PricedModel }[] = [
  { tokenizer: 'o200k_base', model: { endpoint: 'openai', id: 'gpt-6-luna' } },
  { tokenizer: 'cl100k_base', model: { endpoint: 'openai', id: 'gpt-4-turbo' } },
];

interface LanguageMeasure {
  readonly language: string;
  /** By "request, o200k_base", "reply, o200k_base" and so on: the error of the expected tokens in per cent; negative: too few. */
  readonly offPercent: Readonly<Record<string, number>>;
}

export type TokenResult = LanguageMeasure & {
  readonly kind: 'tokens';
  readonly name: string;
  readonly missed: readonly string[];
};

/** From the language into English, and from English (for English: Russian) into the language. */
export function measureLanguage(language: string): LanguageMeasure {
  const other = language === 'en' ? 'ru' : 'en';
  const off = (times: number) => 100 * (times - 1);
  const figures = MEASURED_TOKENIZERS.flatMap(({ tokenizer, model }) => {
    const encoding = encodingOf(tokenizer);
    const { input } = measureTokens(encoding, { from: language, to: other, model });
    const { output } = measureTokens(encoding, { from: other, to: language, model });
    return [
      [`request, ${tokenizer}`, off(input)],
      [`reply, ${tokenizer}`, off(output)],
    ];
  });
  return { language, offPercent: Object.fromEntries(figures) };
}

const encodings = new Map<TiktokenEncoding, Tiktoken>();

/** Reading one takes a second. */
function encodingOf(name: TiktokenEncoding): Tiktoken {
  const encoding = encodings.get(name) ?? getEncoding(name);
  encodings.set(name, encoding);
  return encoding;
}
