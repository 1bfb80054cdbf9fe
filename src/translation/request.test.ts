import { expect, test } from 'vitest';
import {
  composeRequest,
  contextJson,
  fixRequest,
  instructions,
  phrasesAsJson,
  RESPOND_WITH_JSON_ONLY,
} from './request.ts';

const PHRASES = [
  { number: 9, time: 't', text: 'Она сказала: "да"' },
  { number: 4_294_967_296, time: 't', text: 'two\nlines' },
  { number: 4_294_967_297, time: 't', text: '\u2028' },
];

test('[D3.1] phrases are sent as compact JSON in their order', () => {
  expect(phrasesAsJson(PHRASES)).toBe('{"9":"Она сказала: \\"да\\"","4294967296":"two\\nlines","4294967297":"\u2028"}');
  expect(phrasesAsJson([])).toBe('{}');
});

test('[D3.2] the prompt is sent unchanged, before the contract', () => {
  const prompt = '  Translate.\r\n\tInformal! ';
  const [sent, contract] = [instructions(prompt).slice(0, prompt.length), instructions(prompt).slice(prompt.length)];
  expect(sent).toBe(prompt);
  expect(contract).toMatch(/^\n\n\S.*one JSON object.*same keys.*$/);
  expect(contract).not.toMatch(/\d/);
});

test('[D15.1] film notes stand between the prompt and the contract; without them not one byte is other', () => {
  const [prompt, contract = ''] = ['Translate.', instructions('').trimStart()];
  expect(instructions(prompt, 'Terms:')).toBe(`Translate.\n\nTerms:\n\n${contract}`);
  expect(instructions(prompt, '')).toBe(instructions(prompt));
  const facts = { prompt, context: [], phrases: PHRASES };
  expect(composeRequest({ ...facts, notes: '' })).toEqual(composeRequest(facts));
  const spoken = PHRASES.map((phrase) => ({ ...phrase, speakers: ['NURSE'] }));
  expect(composeRequest({ prompt, context: spoken, phrases: spoken })).toEqual(
    composeRequest({ prompt, context: PHRASES, phrases: PHRASES }),
  );
});

test('[D3.1] the context is JSON that says that it is not to be translated', () => {
  expect(JSON.parse(contextJson(PHRASES.slice(0, 1)))).toEqual({
    'context, not to be translated': { 9: 'Она сказала: "да"' },
  });
});

test('the corrective pass lists all errors in order', () => {
  expect(fixRequest(['first', 'second'])).toBe('Fix these errors and send the whole JSON object again:\nfirst\nsecond');
});

test('[D3.2] all words of the program in a request are at most 400 characters', () => {
  const words = [instructions(''), RESPOND_WITH_JSON_ONLY, contextJson([]), fixRequest([])].join('\n\n');
  expect(words.length).toBeLessThanOrEqual(400);
});
