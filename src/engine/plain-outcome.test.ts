import { expect, test } from 'vitest';
import { plainOutcome } from './batch-calls.ts';

const call = {
  phrases: [7, 8].map((number) => ({ number, time: '', text: number === 7 ? 'Привет' : 'Пока' })),
  context: [],
};
const malformed = (text: string) =>
  ({
    ok: false,
    failure: { kind: 'malformed', message: 'Unexpected response format' },
    text,
    usage: undefined,
  }) as const;

test.each([
  ['JSON records with words around them', 'Here: [{"id": 7, "text": "Oi"}, {"id": 8, "text": "Tchau"}]'],
  ['an object with Python’s quotes', "{'7': 'Oi', '8': 'Tchau'}"],
])('[D4.7] turns text that an adapter could not read into a reply if it holds the texts: %s', (_, text) => {
  const outcome = plainOutcome(call, malformed(text));
  expect([outcome.ok, JSON.parse(outcome.text)]).toEqual([true, { 7: 'Oi', 8: 'Tchau' }]);
});

test.each([
  ['no reply in the text', malformed('I cannot translate this.')],
  ['a reply that is cut off', malformed('{"7": "Oi", "8": "Tch')],
  [
    'a refusal with a text',
    {
      ok: false,
      failure: { kind: 'refused', message: 'No' },
      text: '{"7": "Oi", "8": "Tchau"}',
      usage: undefined,
    } as const,
  ],
])('leaves a failure unchanged: %s', (_, outcome) => {
  expect(plainOutcome(call, outcome)).toEqual(outcome);
});
