import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { LANGUAGES, measureLanguage, samplePhrases } from '../../bench/measure-tokens.ts';
import { createFakeClock } from '../../test/fake-clock.ts';
import { openPermit } from '../../test/permits.ts';
import { tokensIn } from '../../test/tokens-in.ts';
import { readingRequest } from '../notes/film-reading.ts';
import { NOTHING_FOUND } from '../notes/found-notes.ts';
import { ENDPOINT_IDS, type EndpointId } from '../providers/endpoints.ts';
import { createProviderLoader } from '../providers/load-provider.ts';
import { composeRequest, type RequestFacts } from '../translation/request.ts';
import {
  countFilm,
  countPhrases,
  estimateBatches,
  estimateCall,
  SAMPLES,
  schemaTokens,
  sumOfTokens,
  tokensByModel,
} from './estimate.ts';
import { COUNTED, countOf, countsOf, scaleOf, tokenizerOf } from './text-counts.ts';

const GPT = { endpoint: 'openai', id: 'gpt-6-luna' };
const phrases = samplePhrases('ru');

test.each(LANGUAGES)('the sample counts for %s match the sample text', (language) => {
  const text = readFileSync(`bench/token-samples/${language}.txt`, 'utf8').replaceAll('\n', ' ');
  const counts = countsOf(text);
  const counted = COUNTED.flatMap((name) =>
    countOf(counts, name) > 0 ? [[name, countOf(counts, name)] as const] : [],
  );
  expect(Object.fromEntries(counted)).toEqual(SAMPLES[language]);
});

test.each(LANGUAGES)('[D9.1] estimates requests and replies in %s within 25 %% of the tokenizers', (language) => {
  for (const [what, off] of Object.entries(measureLanguage(language).offPercent)) {
    expect(Math.abs(off), what).toBeLessThanOrEqual(25);
  }
});

test('the estimate of a film is the sum of its calls', async () => {
  const film = Array.from({ length: 3 }, () => phrases)
    .flat()
    .map((phrase, index) => ({ ...phrase, number: index + 1 }));
  const prompt = 'Translate into Portuguese.';
  const calls = [0, 20, 40].map((from) =>
    estimateCall(
      { prompt, phrases: film.slice(from, from + 20), context: film.slice(Math.max(0, from - 20), from) },
      GPT,
    ),
  );
  expect(sumOfTokens(estimateBatches(countFilm(film), { prompt, model: GPT }))).toEqual(sumOfTokens(calls));
});

test('a corrective pass also costs its answer and its differences', () => {
  const facts = { prompt: 'Translate.', phrases, context: [] };
  const correction = {
    answer: composeRequest(facts).messages[0]?.parts[0] ?? '',
    errors: ['Subtitle at key 3 is empty.'],
  };
  const [plain, corrective] = [estimateCall(facts, GPT), estimateCall({ ...facts, correction }, GPT)];
  expect(corrective.input).toBeGreaterThan(plain.input * 1.5);
  expect(corrective.output).toBe(plain.output);
});

test('the target language determines the length of replies', () => {
  const into = (language: string) =>
    estimateCall({ prompt: `Translate into ${language}.`, phrases, context: [] }, GPT).output;
  expect(into('Ukrainian')).toBeGreaterThan(into('English') * 1.2);
  expect(into('Swedish')).toBe(into('German'));
  expect(into('Klingon')).toBeGreaterThan(into('English'));
});

test('a request for suggestions also costs neighbours, present texts, the wish and quotes', () => {
  const [phrase] = phrases;
  if (!phrase) throw new Error('The sample is empty.');
  const facts = { prompt: 'Translate into Portuguese.', context: [], phrases: [phrase] };
  const neighbours = phrases.slice(1, 7).map(({ number, text }) => ({ number, original: text, translation: text }));
  const suggestion = { neighbours, present: { [phrase.number]: [phrase.text] }, quotes: false };
  const sent = (call: RequestFacts) => {
    const { system, messages } = composeRequest(call);
    return [system, ...messages.flatMap(({ parts }) => parts)].join('\n').length;
  };
  const again = { ...facts, suggestion: { ...suggestion, wish: { kind: 'again' } } } as const;
  const inOwnWords = {
    ...facts,
    suggestion: { ...suggestion, wish: { kind: 'told', words: phrase.text.repeat(20) } },
  } as const;
  const quoted = { ...again, suggestion: { ...again.suggestion, quotes: true } };
  const [plain, asked] = [estimateCall(facts, GPT), estimateCall(again, GPT)];
  expect(asked.input / plain.input).toBeGreaterThan((0.75 * sent(again)) / sent(facts));
  expect(asked.output).toBe(plain.output);
  expect(estimateCall(inOwnWords, GPT).input).toBeGreaterThan(asked.input * 1.5);
  expect(estimateCall(quoted, GPT).input).toBeGreaterThan(asked.input);
  expect(estimateCall(quoted, GPT).output).toBeGreaterThan(asked.output);
});

describe('[D9.1] the cost of a schema', () => {
  async function bodyOf(endpoint: EndpointId, facts: RequestFacts): Promise<unknown> {
    const bodies: unknown[] = [];
    // OpenRouter's model list says which models accept a schema.
    const takes = endpoint === 'openrouter' ? { supported_parameters: ['structured_outputs'] } : {};
    const list = { data: [{ id: 'm', ...takes }] };
    const fetch: typeof globalThis.fetch = async (_, init) => {
      if (init?.body) bodies.push(JSON.parse(String(init.body)));
      return Response.json(init?.body ? {} : list);
    };
    const provider = await createProviderLoader({ clock: createFakeClock(), fetch })(endpoint);
    const options = { signal: new AbortController().signal, permit: openPermit, address: 'http://localhost:8080/v1' };
    await provider.listModels('key', options);
    await provider.translate({ model: { endpoint, id: 'm' }, key: 'key', ...composeRequest(facts) }, options);
    return bodies[0];
  }
  const schemaIn = (body: unknown): unknown => {
    if (typeof body !== 'object' || body === null) return undefined;
    if ('additionalProperties' in body) return body;
    return Object.values(body)
      .map(schemaIn)
      .find((each) => each !== undefined);
  };

  const batch = { prompt: 'Translate.', context: [], phrases };
  const shown = phrases.slice(0, 1);
  const suggestion = { neighbours: [], present: {}, wish: { kind: 'again' } } as const;
  const CALLS: Readonly<Record<string, RequestFacts>> = {
    'a batch': batch,
    'a batch with a strict schema': { ...batch, replyFormat: 'schema' },
    'a batch in words alone': { ...batch, replyFormat: 'plain' },
    'a line': { ...batch, phrases: shown, suggestion: { ...suggestion, quotes: false } },
    'a line that is quoted': { ...batch, phrases: shown, suggestion: { ...suggestion, quotes: true } },
    'the reading of the film': {
      ...batch,
      reading: readingRequest(['Да'], NOTHING_FOUND, { from: 'Russian', into: '' }),
    },
  };

  test('adds the schema to the cost of a call', () => {
    for (const facts of Object.values(CALLS)) {
      const without = estimateCall(facts, GPT).input - schemaTokens(facts, 'openai');
      const inRouter = estimateCall(facts, { endpoint: 'openrouter', id: 'openai/gpt-6-luna' }).input;
      expect(inRouter - schemaTokens(facts, 'openrouter')).toBeCloseTo(without);
    }
  });

  test.each(ENDPOINT_IDS)('counts a schema for %s if its requests contain one', async (endpoint) => {
    for (const [what, facts] of Object.entries(CALLS)) {
      const schema = schemaIn(await bodyOf(endpoint, facts));
      const tokens = schema === undefined ? 0 : tokensIn(JSON.stringify(schema));
      expect(Math.abs(schemaTokens(facts, endpoint) - tokens), what).toBeLessThanOrEqual(0.05 * tokens);
    }
  });
});

test.each([
  ['openai', 'gpt-4o', 'o200k'],
  ['openai', 'gpt-4.1-mini', 'o200k'],
  ['openai', 'gpt-6-luna', 'o200k'],
  ['openai', 'o1-mini', 'o200k'],
  ['openai', 'gpt-4', 'cl100k'],
  ['openai', 'gpt-4-0125-preview', 'cl100k'],
  ['openai', 'gpt-3.5-turbo', 'cl100k'],
  ['anthropic', 'claude-3-haiku-20240307', 'claude'],
  ['anthropic', 'claude-3-5-sonnet-20241022', 'claude'],
  ['anthropic', 'claude-haiku-4-5-20251001', 'claude'],
  ['anthropic', 'claude-opus-4-20250514', 'claude'],
  ['anthropic', 'claude-opus-4-7', 'claude-new'],
  ['anthropic', 'claude-sonnet-5', 'claude-new'],
  ['anthropic', 'claude-fable-5-1', 'claude-new'],
  ['google', 'gemini-3.8-flash', 'gemini'],
  ['openrouter', 'anthropic/claude-sonnet-5', 'claude-new'],
  ['openrouter', 'openai/gpt-4o', 'o200k'],
  ['groq', 'openai/gpt-oss-120b', 'o200k'],
  ['groq', 'llama-3.3-70b-versatile', 'llama-3'],
  ['groq', 'deepseek-r1-distill-llama-70b', 'llama-3'],
  ['openrouter', 'meta-llama/llama-3.3-70b-instruct', 'llama-3'],
  ['openrouter', 'nousresearch/hermes-3-llama-3.1-405b', 'llama-3'],
  ['lm-studio', 'Meta-Llama-3.1-8B-Instruct-GGUF', 'llama-3'],
  ['ollama', 'llama3.2:3b', 'llama-3'],
  ['openrouter', 'meta-llama/llama-4-maverick', 'other'],
  ['ollama', 'llama2:13b', 'llama-2'],
  ['openrouter', 'mistralai/mistral-7b-instruct', 'llama-2'],
  ['openrouter', 'mistralai/mixtral-8x22b-instruct', 'llama-2'],
  ['ollama', 'mistral', 'llama-2'],
  ['ollama', 'mistral:latest', 'llama-2'],
  ['ollama', 'mistral-nemo:12b', 'other'],
  ['ollama', 'mistral-small3.2:24b', 'other'],
  ['mistral', 'mistral-small-latest', 'other'],
  ['openrouter', 'mistralai/mistral-medium-3.1', 'other'],
  ['ollama', 'qwen3:8b', 'qwen'],
  ['ollama', 'qwen2.5:14b', 'qwen'],
  ['llama.cpp', '/models/Qwen3-8B-Q4_K_M.gguf', 'qwen'],
  ['openrouter', 'qwen/qwen3-235b-a22b-2507', 'qwen'],
  ['openrouter', 'qwen/qwq-32b', 'qwen'],
  ['openrouter', 'deepseek/deepseek-r1-distill-qwen-32b', 'qwen'],
  ['ollama', 'deepseek-r1:8b', 'qwen'],
  ['ollama', 'qwen3.5:9b', 'other'],
  ['openrouter', 'qwen/qwen3.6-plus', 'other'],
  ['ollama', 'deepseek-r1:671b', 'other'],
  ['openrouter', 'deepseek/deepseek-r1:free', 'other'],
  ['openrouter', 'deepseek/deepseek-v3.2', 'other'],
  ['deepseek', 'deepseek-chat', 'other'],
  ['openrouter', 'x-ai/grok-4.1-fast', 'other'],
  ['openrouter', 'moonshotai/kimi-k2', 'other'],
  ['openrouter', 'z-ai/glm-4.6', 'other'],
  ['ollama', 'gemma3:4b', 'gemini'],
  ['lmstudio', 'bartowski/Qwen_Qwen3.6-27B-GGUF', 'other'],
  ['ollama', 'deepseek-r1:70b', 'llama-3'],
  ['ollama', 'codellama:13b', 'llama-2'],
  ['openrouter', 'huggyllama/llama-30b', 'other'],
])('%s: %s uses the tokenizer %s', (endpoint, id, tokenizer) => {
  expect(tokenizerOf({ endpoint, id })).toBe(tokenizer);
});

test('counts nothing in blank texts, and nothing twice', () => {
  const { weigh } = scaleOf('o200k');
  expect(weigh(countsOf(''))).toBe(0);
  expect(weigh(countsOf('   '))).toBe(0);
  expect(weigh(countsOf('Hello, world'))).toBeCloseTo(weigh(countsOf('Hello,')) + weigh(countsOf('world')), 10);
});

const MEASURED = 'ar de en es fr he hi ja ko pl pt ru th tr uk vi zh'.split(' ');

// Token counts of the texts in bench/token-samples. They were counted once with the real tokenizers, which are packages of several MB.
test.each([
  ['deepseek/deepseek-v3.2', [320, 329, 269, 312, 335, 368, 566, 317, 373, 355, 322, 358, 330, 373, 416, 419, 220]],
  ['mistral-small-latest', [314, 350, 311, 320, 341, 401, 400, 356, 330, 388, 332, 383, 468, 360, 420, 372, 336]],
  ['llama-3.3-70b-versatile', [310, 316, 252, 298, 323, 623, 487, 311, 313, 355, 302, 337, 404, 283, 345, 296, 278]],
  ['llama2:7b', [680, 421, 323, 378, 417, 697, 950, 493, 562, 449, 420, 467, 758, 463, 463, 645, 396]],
  ['qwen3:8b', [339, 355, 292, 337, 362, 327, 852, 334, 380, 382, 340, 398, 486, 359, 486, 348, 281]],
  ['gemma3:4b', [332, 343, 317, 309, 363, 383, 334, 317, 343, 359, 323, 351, 331, 319, 399, 343, 297]],
])('[D9.1] %s: estimates each sample within a quarter of its tokens', (id, tokens) => {
  const { weigh, perPhrase } = scaleOf(tokenizerOf({ endpoint: 'openrouter', id }));
  const measured = MEASURED.map((language, index) => {
    const { text, phrases } = countPhrases(samplePhrases(language));
    return { language, off: (weigh(text) + phrases * perPhrase) / (tokens[index] ?? 0) - 1 };
  });
  expect(measured.filter(({ off }) => !(Math.abs(off) <= 0.25))).toEqual([]);
});

test('a film is counted once for models that count alike, and anew for others', () => {
  const batches = countFilm(phrases);
  const map = vi.spyOn(batches, 'map');
  const asked = { prompt: 'Translate from Russian into English.' };
  const tokensOf = tokensByModel(batches, asked);
  const models = [GPT, { endpoint: 'openai', id: 'gpt-5' }, { endpoint: 'anthropic', id: 'claude-opus-4-7' }, GPT];
  const found = models.map(tokensOf);
  expect(map).toHaveBeenCalledTimes(2);
  expect(found).toEqual(models.map((model) => sumOfTokens(estimateBatches(batches, { ...asked, model }))));
});
