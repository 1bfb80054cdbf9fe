import { readFileSync } from 'node:fs';
import { getEncoding } from 'js-tiktoken';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, measureLanguage, samplePhrases } from '../../bench/measure-tokens.ts';
import { createFakeClock } from '../../test/fake-clock.ts';
import { openPermit } from '../../test/permits.ts';
import { NOTHING_FOUND, readingRequest } from '../notes/film-reading.ts';
import { createProviderLoader } from '../providers/load-provider.ts';
import { ENDPOINT_IDS, type EndpointId } from '../providers/provider.ts';
import { composeRequest, type RequestFacts } from '../translation/request.ts';
import { countFilm, estimateBatches, estimateCall, SAMPLES, schemaTokens, sumOfTokens } from './estimate.ts';
import { COUNTED, countOf, countsOf } from './text-counts.ts';

const GPT = { endpoint: 'openai', id: 'gpt-6-luna' };
const phrases = samplePhrases('ru');

test.each(LANGUAGES)('the counts of the sample in %s match its text', (language) => {
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

test('a correction also costs the answer and the errors', () => {
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
  const told = {
    ...facts,
    suggestion: { ...suggestion, wish: { kind: 'told', words: phrase.text.repeat(20) } },
  } as const;
  const quoted = { ...again, suggestion: { ...again.suggestion, quotes: true } };
  const [plain, asked] = [estimateCall(facts, GPT), estimateCall(again, GPT)];
  expect(asked.input / plain.input).toBeGreaterThan((0.75 * sent(again)) / sent(facts));
  expect(asked.output).toBe(plain.output);
  expect(estimateCall(told, GPT).input).toBeGreaterThan(asked.input * 1.5);
  expect(estimateCall(quoted, GPT).input).toBeGreaterThan(asked.input);
  expect(estimateCall(quoted, GPT).output).toBeGreaterThan(asked.output);
});

describe('[D9.1] a schema is counted if it is sent', () => {
  const encoding = getEncoding('o200k_base');

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

  test('in addition to everything else', () => {
    for (const facts of Object.values(CALLS)) {
      const without = estimateCall(facts, GPT).input - schemaTokens(facts, 'openai');
      const inRouter = estimateCall(facts, { endpoint: 'openrouter', id: 'openai/gpt-6-luna' }).input;
      expect(inRouter - schemaTokens(facts, 'openrouter')).toBeCloseTo(without);
    }
  });

  test.each(ENDPOINT_IDS)('to %s', async (endpoint) => {
    for (const [what, facts] of Object.entries(CALLS)) {
      const schema = schemaIn(await bodyOf(endpoint, facts));
      const tokens = schema === undefined ? 0 : encoding.encode(JSON.stringify(schema)).length;
      expect(Math.abs(schemaTokens(facts, endpoint) - tokens), what).toBeLessThanOrEqual(0.05 * tokens);
    }
  });
});
