import { describe, expect, test } from 'vitest';
import { composeRequest } from './request.ts';
import { readSuggestions, type SuggestionFacts, type Wish } from './suggestions.ts';

const PHRASES = [
  { number: 3, time: '', text: '- <i>Где ты</i> был, Анна?' },
  { number: 7, time: '', text: '♪' },
];
const RANGE = 'Translated object keys should be a range from 3 to 7.';
const MISQUOTED = 'Key 3 does not quote the beginning of its own original line.';
const read = (reply: unknown, facts: Partial<SuggestionFacts> = {}) => {
  const suggestion: SuggestionFacts = { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: false, ...facts };
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  const { texts, errors } = readSuggestions(PHRASES, suggestion, text, ({ length }) => length);
  return { texts: Object.fromEntries(texts), errors };
};

describe('a plain reply to a request for suggestions', () => {
  test.each<readonly [what: string, reply: unknown, texts: object, errors: readonly string[]]>([
    ['all texts are there', { 3: 'Onde?', 7: '♪' }, { 3: 'Onde?', 7: '♪' }, []],
    ['one key is missing, so two lines may be merged', { 3: 'Onde? ♪' }, {}, [RANGE, 'Missing: 7.']],
    ['one text is empty', { 3: ' ', 7: '♪' }, { 7: '♪' }, ['Subtitle at key 3 is empty.']],
    ['the reply is not JSON', 'Sorry', {}, [expect.stringContaining('Failed to parse JSON') as never]],
  ])('reads a plain reply to a request for suggestions: %s', (_, reply, texts, errors) => {
    expect(read(reply)).toEqual({ texts, errors });
  });
});

test('accepts a suggestion that is not shorter, and reports its length', () => {
  const wish = { kind: 'shorter', most: { 3: 5, 7: 1 } } as const;
  expect(read({ 3: '123456', 7: '♪' }, { wish })).toEqual({
    texts: { 3: '123456', 7: '♪' },
    errors: ['Line 3 has 6 characters, at most 5 are allowed.'],
  });
});

describe('a reply that quotes the originals', () => {
  const quoted = (quote: string) => read({ 3: { [quote]: 'Onde?' }, 7: { '': '♪' } }, { quotes: true });
  test.each(['Где ты был', 'где ты', '- Где', '<i>Где ты</i>', 'Где ты был, Анна?'])(
    'accepts an answer with the quote %s',
    (quote) => {
      expect(quoted(quote)).toEqual({ texts: { 3: 'Onde?', 7: '♪' }, errors: [] });
    },
  );

  test.each(['Hello', '&lrm;Hello there', '\u200eHello'])(
    '[D3.4] accepts an answer with the quote "%s", ignoring direction marks',
    (quote) => {
      const phrases = [{ number: 3, time: '', text: '&lrm;Hello there' }];
      const facts: SuggestionFacts = { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: true };
      const reply = JSON.stringify({ 3: { [quote]: 'Olá' } });
      expect(readSuggestions(phrases, facts, reply, ({ length }) => length).errors).toEqual([]);
    },
  );

  test.each(['Hello', 'Hello there', '⟦1⟧Hello'])(
    '[D13.7] accepts an answer with the quote "%s", ignoring placeholders',
    (quote) => {
      const phrases = [{ number: 3, time: '', text: '⟦1⟧Hello ⟦2⟧there' }];
      const facts: SuggestionFacts = { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: true };
      const reply = JSON.stringify({ 3: { [quote]: 'Olá' } });
      expect(readSuggestions(phrases, facts, reply, ({ length }) => length).errors).toEqual([]);
    },
  );

  test('[D7.22] keeps correctly quoted texts if a key is missing', () => {
    expect(read({ 3: { 'Где ты': 'Onde?' } }, { quotes: true })).toMatchObject({ texts: { 3: 'Onde?' } });
    expect(read({ 3: 'Onde? ♪' }, { quotes: true }).texts).toEqual({});
  });

  test.each(['Нет, ты', '', '...', 'Анна'])('[D10.5] rejects an answer with the quote "%s"', (quote) => {
    expect(quoted(quote)).toEqual({ texts: { 7: '♪' }, errors: [MISQUOTED] });
  });

  test('[D10.5] rejects a reply that is not JSON', () => {
    expect(read('{"3": {"Hello": "Onde?"}, "7": {"": "♪"},}', { quotes: true }).texts).toEqual({});
  });

  test('rejects texts without a quote', () => {
    const texts = { 3: 'Onde?', 7: { '♪': '♪' } };
    expect(read(texts, { quotes: true })).toEqual({ texts: { 7: '♪' }, errors: [MISQUOTED] });
  });
});

const phrase = (number: number, text: string) => ({ number, time: '', text });
const asked = (facts: Partial<SuggestionFacts>, phrases = [phrase(21, 'Да?')]) =>
  composeRequest({
    prompt: 'Translate.',
    context: [],
    phrases,
    suggestion: { wish: { kind: 'again' }, neighbours: [], present: {}, quotes: false, ...facts },
  });
const partsOf = (facts: Partial<SuggestionFacts>, phrases?: readonly ReturnType<typeof phrase>[]) =>
  asked(facts, phrases as never).messages[0]?.parts;

describe('a request for suggestions', () => {
  test('[D10.2] a request for suggestions has the prompt, contract and JSON mode of a batch', () => {
    const batch = composeRequest({ prompt: 'Translate.', context: [], phrases: [phrase(21, 'Да?')] });
    const { system, replyKeys } = asked({});
    expect({ system, replyKeys }).toEqual({ system: batch.system, replyKeys: batch.replyKeys });
  });

  test.each<readonly [wish: Wish, sentence: string]>([
    [{ kind: 'again' }, 'Translate these lines once more, in other words than now.'],
    [{ kind: 'more-formal' }, 'Translate these lines more formally than now.'],
    [{ kind: 'more-casual' }, 'Translate these lines more casually than now.'],
    [{ kind: 'more-literal' }, 'Translate these lines more literally than now.'],
    [
      { kind: 'shorter', most: { 21: 41, 90: 30 } },
      'Translate these lines shorter than now, with so many characters at most, spaces counted: 21: 41.',
    ],
    [
      { kind: 'fix', problems: { 21: ['Number 7 is missing.', 'It is too long.'], 22: ['Empty.'] } },
      'Translate these lines anew, without what is wrong with them now: 21: Number 7 is missing. It is too long.',
    ],
    [{ kind: 'told', words: 'She is a woman.\n"Anna"' }, 'She is a woman.\n"Anna"'],
  ])('a request for suggestions states the wish in one sentence: %o', (wish, sentence) => {
    expect(partsOf({ wish })).toEqual([sentence, '{"21":"Да?"}']);
  });

  test('[D10.2] puts the phrases last, after neighbours that are not to be translated', () => {
    const neighbours = [
      { number: 20, original: 'Нет.', translation: 'Não.' },
      { number: 22, original: '"Ну"', translation: undefined },
    ];
    const phrases = [phrase(21, 'Да?'), phrase(4_294_967_296, 'two\nlines'), phrase(4_294_967_295, 'x')];
    const parts = partsOf({ neighbours, present: { 21: ['Sim?'], 4294967295: ['a', 'b'] } }, phrases);
    expect(parts).toEqual([
      '{"context, not to be translated: [original, present translation]":{"20":["Нет.","Não."],"22":["\\"Ну\\"",""]}}',
      'Translate these lines once more, in other words than now.\nHow they are translated now: {"21":"Sim?","4294967295":["a","b"]}',
      '{"21":"Да?","4294967296":"two\\nlines","4294967295":"x"}',
    ]);
  });

  test('replaces the contract if answers must quote their originals', () => {
    const { system } = asked({ quotes: true });
    expect(system).toMatch(/^Translate\.\n\n\S.*same keys.*first words of the original line/);
    expect(system).not.toMatch(/translated text as a string|\d/);
  });
});

test('[D3.4] sends no direction marks in neighbours and present texts', () => {
  const facts = {
    neighbours: [{ number: 20, original: '\u200eHi', translation: '\u200fשלום' }],
    present: { 21: ['&rlm;כן', 'כן\u200e'] },
  };
  const { messages } = asked(facts, [phrase(21, '\u200eYes')]);
  expect(JSON.stringify(messages)).not.toMatch(/\\u20|[\u200e\u200f]|&rlm/);
  expect(JSON.stringify(messages)).toContain('כן');
});
