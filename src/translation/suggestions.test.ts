import { describe, expect, test } from 'vitest';
import type { SuggestionFacts } from './suggestions.ts';
import { readSuggestions } from './suggestions.ts';

const PHRASES = [
  { number: 3, time: '', text: '- <i>Где ты</i> был, Анна?' },
  { number: 7, time: '', text: '♪' },
];
const read = (reply: unknown, facts: Partial<SuggestionFacts> = {}) => {
  const suggestion: SuggestionFacts = { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: false, ...facts };
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  const { texts, errors } = readSuggestions(PHRASES, suggestion, text, ({ length }) => length);
  return { texts: Object.fromEntries(texts), errors };
};

describe('plain replies', () => {
  test.each<readonly [what: string, reply: unknown, texts: object, errors: readonly string[]]>([
    ['all there', { 3: 'Onde?', 7: '♪' }, { 3: 'Onde?', 7: '♪' }, []],
    [
      'one is missing: two may be merged',
      { 3: 'Onde? ♪' },
      {},
      ['Translated object keys should be a range from 3 to 7.', 'Missing: 7.'],
    ],
    ['one is empty', { 3: ' ', 7: '♪' }, { 7: '♪' }, ['Subtitle at key 3 is empty.']],
    ['no JSON', 'Sorry', {}, [expect.stringContaining('Failed to parse JSON') as never]],
  ])('%s', (_, reply, texts, errors) => {
    expect(read(reply)).toEqual({ texts, errors });
  });
});

test('what was to be shorter and is not can be used all the same, and is told with its count', () => {
  const wish = { kind: 'shorter', most: { 3: 5, 7: 1 } } as const;
  expect(read({ 3: '123456', 7: '♪' }, { wish })).toEqual({
    texts: { 3: '123456', 7: '♪' },
    errors: ['Line 3 has 6 characters, at most 5 are allowed.'],
  });
});

describe('replies that quote the originals', () => {
  const quoted = (quote: string) => read({ 3: { [quote]: 'Onde?' }, 7: { '': '♪' } }, { quotes: true });
  test.each(['Где ты был', 'где ты', '- Где', '<i>Где ты</i>', 'Где ты был, Анна?'])(
    '%s is its own beginning',
    (quote) => {
      expect(quoted(quote)).toEqual({ texts: { 3: 'Onde?', 7: '♪' }, errors: [] });
    },
  );

  test('[D7.22] of a reply in which a key is missing those that quote their own original are used', () => {
    expect(read({ 3: { 'Где ты': 'Onde?' } }, { quotes: true })).toMatchObject({ texts: { 3: 'Onde?' } });
    expect(read({ 3: 'Onde? ♪' }, { quotes: true }).texts).toEqual({});
  });

  test.each(['Нет, ты', '', '...', 'Анна'])('[D10.5] "%s" is of another line', (quote) => {
    expect(quoted(quote)).toEqual({
      texts: { 7: '♪' },
      errors: ['Key 3 does not quote the beginning of its own original line.'],
    });
  });

  test('a text without a quote cannot be trusted', () => {
    expect(read({ 3: 'Onde?', 7: { '♪': '♪' } }, { quotes: true })).toEqual({
      texts: { 7: '♪' },
      errors: ['Key 3 does not quote the beginning of its own original line.'],
    });
  });
});
