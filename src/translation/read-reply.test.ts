import { describe, expect, test } from 'vitest';
import { findJson, readReply } from './read-reply.ts';

const textsOf = (reply: string) => {
  const { problems, texts } = readReply(reply);
  return problems.length === 0 ? [...texts] : problems.map(({ words }) => words);
};

describe('replies that can be read', () => {
  test.each<[string, string, [string, string][]]>([
    [
      'texts',
      '{"1": "a", "2": "b"}',
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    [
      'keys in any order',
      '{"10": "b", "9": "a"}',
      [
        ['9', 'a'],
        ['10', 'b'],
      ],
    ],
    [
      '[S5.7] an object with one key, whatever the key',
      '{"1": {"text": "a"}, "2": {"__proto__": "b"}}',
      [
        ['1', 'a'],
        ['2', 'b'],
      ],
    ],
    ['a fence', '```json\n{"1": "a"}\n```', [['1', 'a']]],
    ['prose around', 'Here you are: {"1": "a}"} Enjoy!', [['1', 'a}']]],
    ['a byte-order mark', '\uFEFF{"1": "a"}', [['1', 'a']]],
    ['nothing to translate', '{}', []],
  ])('%s', (_, reply, expected) => {
    expect(textsOf(reply)).toEqual(expected);
  });
});

describe('errors', () => {
  test.each<[string, string, string[]]>([
    ['[S5.6] a key that is no number', '{"1": "a", "two": "b"}', ['All keys must be numeric: two is not']],
    ['an empty key', '{"": "b"}', ['All keys must be numeric:  is not']],
    [
      '[D4.1][S5.6] keys of every object',
      '{"__proto__": "a", "constructor": "b"}',
      ['All keys must be numeric: __proto__ is not', 'All keys must be numeric: constructor is not'],
    ],
    ['[S5.7] an array', '{"1": ["a"]}', ["Value for key '1' must be a string or an object"]],
    ['[S5.7] null', '{"1": null}', ["Value for key '1' must be a string or an object"]],
    ['a number', '{"1": 5}', ["Value for key '1' must be a string or an object"]],
    ['a boolean', '{"1": true}', ["Value for key '1' must be a string or an object"]],
    ['[S5.7] an object with two keys', '{"1": {"a": "x", "b": "y"}}', ['Unknown dict: {"a":"x","b":"y"}']],
    ['an object without keys', '{"1": {}}', ['Unknown dict: {}']],
    [
      '[S5.7] an object with one key and no text',
      '{"1": {"a": 5}, "2": {"a": null}, "3": {"a": {"b": "c"}}}',
      ['Wrong type: 5', 'Wrong type: null', 'Wrong type: {"b":"c"}'],
    ],
    ['[D4.1] a key twice', '{"1": "a", "1": "a"}', ["Key '1' stands twice."]],
    [
      'all in order',
      '{"2": 2, "x": "y", "1": [], "2": {}}',
      [
        "Key '2' stands twice.",
        "Value for key '1' must be a string or an object",
        'Unknown dict: {}',
        'All keys must be numeric: x is not',
      ],
    ],
    ['[S5.5] an array as the reply', '[1, 2]', ['Failed to parse JSON: the reply is [1,2], not an object']],
    ['null as the reply', 'null', ['Failed to parse JSON: the reply is null, not an object']],
    ['a text as the reply', '"a"', ['Failed to parse JSON: the reply is "a", not an object']],
  ])('%s', (_, reply, expected) => {
    expect(textsOf(reply)).toEqual(expected);
  });

  test.each([
    '',
    'I cannot translate this.',
    '{"1": "a", "2": "b',
    '{"1": "a",}',
    "{'1': 'a'}",
    '} {',
    '{"1": "a"} {"2": "b"}',
  ])('[S5.5] %j is no JSON', (reply) => {
    expect(textsOf(reply)).toEqual([expect.stringMatching(/^Failed to parse JSON: ./)]);
  });

  test('what they quote is shortened', () => {
    const long = 'x'.repeat(100_000);
    const errors = textsOf(JSON.stringify({ [long]: 'a', 1: { a: long, b: long }, 2: { a: [long] } }));
    expect(errors).toHaveLength(3);
    for (const error of errors) expect(error.length).toBeLessThan(150);
  });

  test('a value nested a hundred thousand times is an error like any other', () => {
    const deep = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`;
    expect(textsOf(`{"1": {"a": ${deep}}}`)).toEqual([expect.stringMatching(/^Wrong type: /)]);
  });
});

test.each([
  ['the whole text if it is JSON', ' [{"1": "a"}] ', ' [{"1": "a"}] '],
  ['[S5.16] from the first { to the last }', 'so: {"1": {"a": "b"}} }.', '{"1": {"a": "b"}} }'],
  ['a text without braces as it is', 'no', 'no'],
  ['a cut-off reply is not repaired', '{"1": "a', '{"1": "a'],
])('findJson: %s', (_, text, expected) => {
  expect(findJson(text).json).toBe(expected);
});

test('problems are data: kind, keys and the specified words', () => {
  const { problems } = readReply('{"1": "a", "1": "b", "x": "c", "2": 7}');
  expect(problems).toEqual([
    { kind: 'key-twice', keys: ['1'], words: "Key '1' stands twice." },
    { kind: 'value-not-text', keys: ['2'], words: "Value for key '2' must be a string or an object" },
    { kind: 'key-not-numeric', keys: ['x'], words: 'All keys must be numeric: x is not' },
  ]);
});

test('a reply is read once, however often it is asked for', () => {
  expect(readReply('{"1": "a"}')).toBe(readReply('{"1": "a"}'));
});
