import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { expectLinear } from '../../test/growth.ts';
import { filled } from '../../test/worst-inputs.ts';
import { withoutControls } from '../subtitles/lines.ts';
import { completePairs, duplicateKeys, findJson, readReply } from './read-reply.ts';

const textsOf = (reply: string) => {
  const { problems, texts } = readReply(reply);
  return problems.length === 0 ? Object.fromEntries(texts) : problems.map(({ words }) => words);
};

const ASS_TAGS = { 1: '{\\b1}a{\\b0}', 2: '{\\fs20}b' };

describe('reads a reply with', () => {
  test.each<[string, string, Record<string, string>]>([
    ['texts', '{"1": "a", "2": "b"}', { 1: 'a', 2: 'b' }],
    ['keys in any order', '{"10": "b", "9": "a"}', { 9: 'a', 10: 'b' }],
    [
      '[S5.7] a value that is an object with one key of any name',
      '{"1": {"t": "a"}, "2": {"__proto__": "b"}}',
      { 1: 'a', 2: 'b' },
    ],
    ['a code fence', '```json\n{"1": "a"}\n```', { 1: 'a' }],
    ['words around its JSON', 'Here you are: {"1": "a}"} Enjoy!', { 1: 'a}' }],
    ['a byte-order mark', '\uFEFF{"1": "a"}', { 1: 'a' }],
    ['[D4.6] ASS tags whose backslash is not escaped', '{"1": "{\\b1}a{\\b0}", "2": {"t": "{\\fs20}b"}}', ASS_TAGS],
    ['a tab in braces that is not a tag', '{"1": "if (x) {\\treturn;}"}', { 1: 'if (x) {\treturn;}' }],
    ['no phrases', '{}', {}],
  ])('reads a reply with %s', (_, reply, expected) => {
    expect(textsOf(reply)).toEqual(expected);
  });
});

describe('reports in a reply', () => {
  const NOT_TEXT = "Value for key '1' must be a string or an object";
  const NO_OBJECT = (what: string) => `Failed to parse JSON: the reply is ${what}, not an object`;
  test.each<[string, string, string[]]>([
    ['[S5.6] a key that is not a number', '{"1": "a", "two": "b"}', ['All keys must be numeric: two is not']],
    ['an empty key', '{"": "b"}', ['All keys must be numeric:  is not']],
    [
      '[D4.1][S5.6] keys that every JavaScript object inherits',
      '{"__proto__": "a", "constructor": "b"}',
      ['All keys must be numeric: __proto__ is not', 'All keys must be numeric: constructor is not'],
    ],
    ['[S5.7] a value that is an array', '{"1": ["a"]}', [NOT_TEXT]],
    ['[S5.7] a value that is null', '{"1": null}', [NOT_TEXT]],
    [
      '[S5.7] a value that is an object with two keys',
      '{"1": {"a": "x", "b": "y"}}',
      ['Unknown dict: {"a":"x","b":"y"}'],
    ],
    ['a value that is an object without keys', '{"1": {}}', ['Unknown dict: {}']],
    [
      '[S5.7] a value that is an object with one key but no text',
      '{"1": {"a": 5}, "2": {"a": null}, "3": {"a": {"b": "c"}}}',
      ['Wrong type: 5', 'Wrong type: null', 'Wrong type: {"b":"c"}'],
    ],
    ['[D4.1] a repeated key', '{"1": "a", "1": "a"}', ["Key '1' stands twice."]],
    ['[S5.5] an array as the reply', '[1, 2]', [NO_OBJECT('[1,2]')]],
    ['null as the reply', 'null', [NO_OBJECT('null')]],
  ])('reports in a reply %s', (_, reply, expected) => {
    expect(textsOf(reply)).toEqual(expected);
  });

  test.each([
    ...['', 'I cannot translate this.', '{"1": "a", "2": "b', '{"1": "a",}', "{'1': 'a'}", '} {'],
    '{"1": "a"} {"2": "b"}',
  ])('[S5.5] invalid JSON: %j', (reply) => {
    expect(textsOf(reply)).toEqual([expect.stringMatching(/^Failed to parse JSON: ./)]);
  });

  test('long quotes from the reply, shortened', () => {
    const long = 'x'.repeat(100_000);
    const { problems: errors } = readReply(JSON.stringify({ [long]: 'a', 1: { a: long, b: long }, 2: { a: [long] } }));
    expect(errors).toHaveLength(3);
    for (const { words } of errors) expect(words.length).toBeLessThan(150);
  });

  test('a value that is nested a hundred thousand times', () => {
    const deep = `${'[['.repeat(50_000)}${']]'.repeat(50_000)}`;
    expect(textsOf(`{"1": {"a": ${deep}}}`)).toEqual([expect.stringMatching(/^Wrong type: /)]);
  });
});

test.each([
  ['returns the whole text if it is JSON', ' [{"1": "a"}] ', ' [{"1": "a"}] '],
  ['[S5.16] returns the text from the first { to the last }', 'so: {"1": {"a": "b"}} }.', '{"1": {"a": "b"}} }'],
  ['returns a text without braces unchanged', 'no', 'no'],
  ['does not repair a cut-off reply', '{"1": "a', '{"1": "a'],
])('findJson: %s', (_, text, expected) => {
  expect(findJson(text).json).toBe(expected);
});

test('returns each problem with its kind, its keys and the specified sentence', () => {
  const { problems } = readReply('{"1": "a", "1": "b", "x": "c", "2": 7}');
  expect(problems).toEqual([
    { kind: 'key-twice', keys: ['1'], words: "Key '1' stands twice." },
    { kind: 'value-not-text', keys: ['2'], words: "Value for key '2' must be a string or an object" },
    { kind: 'key-not-numeric', keys: ['x'], words: 'All keys must be numeric: x is not' },
  ]);
});

const pairsOf = (reply: string) => Object.fromEntries(completePairs(reply).texts);

test('[D4.6] keeps backslashes although JSON does not allow them', () => {
  const reply = '{"1": "{\\an8\\fad(300,300)}a", "2": "{\\b1}b"}';
  expect(pairsOf(reply)).toEqual({ 1: '{\\an8\\fad(300,300)}a', 2: '{\\b1}b' });
});

test.each([
  ['up to a cut within a text', '{"1": "a", "2": "b', { 1: 'a' }],
  ['up to a cut within an escape', '{"1": "a", "2": "b\\', { 1: 'a' }],
  ['up to a cut within a key', '{"1": "a", "2', { 1: 'a' }],
  ['up to a cut within an object', '{"1": {"t": "a"}, "2": {"t": "b"', { 1: 'a' }],
  ['with a code fence and words around them', 'Here it is:\n```json\n{"1": "a", "2": "b', { 1: 'a' }],
  ['with braces in their texts', '{"1": "{x}", "2": "}", "3": "c', { 1: '{x}', 2: '}' }],
  ['with a missing comma', '{"1": "a" "2": "b"}', { 1: 'a', 2: 'b' }],
  ['after a missing comma that follows a nested object', '{"1": {"a": {"b": "x"}} "2": "y", "3": "z', { 2: 'y' }],
  ['after a missing comma that follows a nested list', '{"1": [["x"]]\n"2": "y", "3": "z', { 2: 'y' }],
  ['with a surplus comma', '{"1": "a",, "2": "b",}', { 1: 'a', 2: 'b' }],
  ['with line breaks in a text', '{"1": "a\nb", "2": "c"}', { 1: 'a\nb', 2: 'c' }],
  ['with unescaped quotes in a text', '{"1": "he said "hi" to her", "2": "b"}', { 1: 'he said "hi" to her', 2: 'b' }],
  [
    'with „low" quotes that end in JSON’s quote, before a comma',
    '{"1": "„Ja", sagte er.", "2": "„Nein"", "3": "„A", "B" und "C"", "4": "„D""}',
    { 1: '„Ja", sagte er.', 2: '„Nein"', 3: '„A", "B" und "C"', 4: '„D"' },
  ],
  ['with escaped and unescaped quotes in one text', '{"1": "a \\"b\\" "c" d", "2": "e', { 1: 'a "b" "c" d' }],
  ['not those that are cut off after unescaped quotes', '{"1": "a", "2": "he said "hi" to', { 1: 'a' }],
  ['not a text before a broken separator', '{"1": "a"; "2": "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key that lacks its first quote', '{"1": "a", 2": "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key that lacks its last quote', '{"1": "a", "2: "b", "3": "c"}', { 3: 'c' }],
  ['not those around an unquoted key', '{"1": "a", 2: "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key in other quotes', `{"1": "a", '2': "b", "3": "c"}`, { 3: 'c' }],
  ['not those around a key without a colon', '{"1": "a", "2" "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key with a sign before its colon', '{"1": "a", "2"\\: "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key with a brace', '{"1": "a", "}2": "b", "3": "c"}', { 3: 'c' }],
  ['not those around a key with an escape', '{"1": "a", "2\\": "b", "3": "c"}', { 3: 'c' }],
  [
    'not a text that may be cut off at one of its own unescaped quotes',
    '{"1": "a "b" c", "2": "he said "',
    { 1: 'a "b" c' },
  ],
  [
    'not a text that may be cut off after its own quote and comma',
    '{"1": "„Ja", sagte er", "2": "„Nein", ',
    { 1: '„Ja", sagte er' },
  ],
  ['not a text that is cut off in a quoted word', '{"1": "a", "2": "„Ja", "Nein', { 1: 'a' }],
  ['not those with a broken text in one of two objects', '{"1": "a", "2": "b" c}\n{"1": "d", "2": "e"}', {}],
  [
    'with characters and escapes that JSON does not allow',
    '{"1": "a\u0007b", "2": "l\\\'a", "3": "c\\Nd", "4": "C:\\Users"}',
    {
      1: 'ab',
      2: "l'a",
      3: 'c\\Nd',
      4: 'C:\\Users',
    },
  ],
  ['not values that are not texts', '{"1": 5, "2": null, "3": ["x"], "4": "d", ', { 4: 'd' }],
  ['not those with a repeated key', '{"1": "a", "1": "b", "2": "c', {}],
  [
    'not those with a repeated key whose second value is broken',
    '{"1": "a", "2": "b", "1": ], "3": "c"',
    { 2: 'b', 3: 'c' },
  ],
  ['of two objects, the second cut off', '{"1": "a"} {"2": "b"', { 1: 'a', 2: 'b' }],
  ['of one object per line', '{"1": "a"}\n{"2": "b"}\n', { 1: 'a', 2: 'b' }],
  ['of a list of objects', '[{"1": "a"}, {"2": "b"}]', { 1: 'a', 2: 'b' }],
  ['of two equal objects', '{"1": "a"}\n{"1": "a"}', { 1: 'a' }],
  ['of a draft and its correction, where both agree', '{"1": "a", "2": "b"} Better: {"1": "c", "2": "b"}', { 2: 'b' }],
  [
    'of an echo and a cut-off reply, where both agree',
    '{"1": "a", "2": "b", "3": "Anna"} {"1": "c", "3": "Anna", "2": "d',
    { 3: 'Anna' },
  ],
  ['not of an echo and a reply that lacks a line', '{"1": "a", "2": "b", "3": "c"}\n{"1": "x", "3": "z"}', {}],
  ['after words in braces', 'As {asked}: {"1": "a", "2": "b"}', { 1: 'a', 2: 'b' }],
  ['before words in braces', '{"1": "a", "2": "b"} I have kept {name}.', { 1: 'a', 2: 'b' }],
  ['in an outer object, up to a cut', '{"translations": {"1": "a", "2": "b', { 1: 'a' }],
  ['none in a text without JSON', 'I cannot translate this.', {}],
  ['nothing', '', {}],
])('reads the complete pairs: %s', (_, reply, expected) => {
  expect(pairsOf(reply)).toEqual(expected);
});

test('reads the first pairs of a reply that is cut at any place', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map(withoutControls);
  const texts = fc.array(anyText, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 4), (values, share, indent) => {
      const reply = JSON.stringify(Object.fromEntries(values.map((text, index) => [index + 1, text])), null, indent);
      const found = [...completePairs(reply.slice(0, Math.floor(reply.length * share))).texts];
      expect(found).toEqual(values.slice(0, found.length).map((text, index) => [String(index + 1), text]));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('neither moves nor joins texts if a character is missing or added', () => {
  const members = Array.from({ length: 20 }, (_, at) => `"${at + 1}": "Ja, «${at + 1}» 7"`);
  const marksOf = (text: string) => text.match(/«.*?»/g) ?? [];
  const put = fc.constantFrom('', '"', ',', ':', '{', '}', '[', ']', '\\', "'", '7', ' ');
  fc.assert(
    fc.property(fc.nat(), fc.nat(1), put, fc.constantFrom(' ', '\n  '), (place, removed, added, space) => {
      const reply = `{${space}${members.join(`,${space}`)},}`;
      const at = place % reply.length;
      const damaged = reply.slice(0, at) + added + reply.slice(at + removed);
      fc.pre(marksOf(damaged).join() === marksOf(reply).join());
      const taken = [...completePairs(damaged).texts].filter(([key]) => /^(?:1?[1-9]|10|20)$/.test(key));
      expect(taken.map(([, text]) => marksOf(text))).toEqual(taken.map(([key]) => [`«${key}»`]));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test.each([
  ['lists', '['],
  ['objects with lists', '{"a":['],
  ['pairs with lists', '"1":[["a",'],
  ['pairs with objects', '"1":{"a":{'],
  ['escaped quotes', '\\"'],
  ['unescaped quotes', '"1": "a" b"'],
  ['unescaped quotes and next keys', '"1":"a"b","1":"c",'],
  ['ends of objects', '"1":"a" b}'],
  ['beginnings of objects', '{"1":'],
  ['empty objects', '{}'],
])('reads unclosed %s in linear time', (_, part) => {
  for (const start of ['', '{"']) expectLinear((size) => expect(pairsOf(start + filled(part, size))).toEqual({}));
});

test('never throws for any mix of JSON signs', () => {
  const anything = fc.string({ unit: fc.constantFrom('{', '}', '"', ':', ',', '\\', '1', 'a', '[', ']', ' ', '\n') });
  fc.assert(
    fc.property(anything, (reply) => {
      expect(() => completePairs(reply)).not.toThrow();
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test.each<[string, string, readonly `${string} in ${string}`[]]>([
  ['one', '{"1": "a", "2": "b", "1" : "c"}', ['1 in 1']],
  ['finds a key once, however often it is repeated', '{"1": 1, "1": 2, "1": 3}', ['1 in 1']],
  ['[D4.1] finds a key that is repeated as an escape', '{"1": "a", "\\u0031": "b"}', ['1 in 1']],
  ['finds a key in an inner object', '{"1": {"a": 0}, "2": {"a": 1, "b": [{"a": 2}], "a": 3}}', ['a in 2']],
  ['finds a key in an array', '{"7": [{"x": 1}, {"x": 2, "x": 3}]}', ['x in 7']],
  ['ignores the same key in different objects', '{"a": {"a": {"a": 1}}, "b": {"a": 1}}', []],
  ['ignores values that look like keys', '{"1": "\\"2\\": ", "2": "{\\"1\\":1,\\"1\\":1}", "3": "\\\\"}', []],
  [
    'finds keys that every JavaScript object inherits',
    '{"__proto__": 1, "__proto__": 2, "": 1, "": 2}',
    ['__proto__ in __proto__', ' in '],
  ],
  ['ignores a reply that is not an object', '["a", "a"]', []],
])('duplicateKeys: %s', (_, json, expected) => {
  expect(duplicateKeys(json).map(({ key, outermostKey }) => `${key} in ${outermostKey}`)).toEqual(expected);
});

test('duplicateKeys finds no key in serialized values', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indentation) => {
      expect(duplicateKeys(JSON.stringify(JSON.parse(json), null, indentation))).toEqual([]);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
