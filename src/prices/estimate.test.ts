import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, measureLanguage, samplePhrases } from '../../bench/measure-tokens.ts';
import { composeRequest, type RequestFacts } from '../translation/request.ts';
import { countFilm, estimateBatches, estimateCall, SAMPLES, sumOfTokens } from './estimate.ts';
import { COUNTED, countOf, countsOf } from './text-counts.ts';

const GPT = { endpoint: 'openai', id: 'gpt-6-luna' };
const phrases = samplePhrases('ru');

test.each(LANGUAGES)('the figures of the sample in %s are those of its text', (language) => {
  const text = readFileSync(`bench/token-samples/${language}.txt`, 'utf8').replaceAll('\n', ' ');
  const counts = countsOf(text);
  const counted = COUNTED.flatMap((name) =>
    countOf(counts, name) > 0 ? [[name, countOf(counts, name)] as const] : [],
  );
  expect(Object.fromEntries(counted)).toEqual(SAMPLES[language]);
});

test.each(LANGUAGES)(
  '[D9.1] requests in %s and replies in it are at most 25 %% off what the tokenizers count',
  (language) => {
    for (const [what, off] of Object.entries(measureLanguage(language).offPercent)) {
      expect(Math.abs(off), what).toBeLessThanOrEqual(25);
    }
  },
);

test('a film is the sum of its calls', async () => {
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

test('a correction costs its answer and its errors as well', () => {
  const facts = { prompt: 'Translate.', phrases, context: [] };
  const correction = {
    answer: composeRequest(facts).messages[0]?.parts[0] ?? '',
    errors: ['Subtitle at key 3 is empty.'],
  };
  const [plain, corrective] = [estimateCall(facts, GPT), estimateCall({ ...facts, correction }, GPT)];
  expect(corrective.input).toBeGreaterThan(plain.input * 1.5);
  expect(corrective.output).toBe(plain.output);
});

test('the target language of the prompt decides how long the replies are', () => {
  const into = (language: string) =>
    estimateCall({ prompt: `Translate into ${language}.`, phrases, context: [] }, GPT).output;
  expect(into('Ukrainian')).toBeGreaterThan(into('English') * 1.2);
  expect(into('Swedish')).toBe(into('German'));
  expect(into('Klingon')).toBeGreaterThan(into('English'));
});

test('a request for suggestions costs its neighbours, the texts as they are, the wish and its quotes as well', () => {
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
