import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { duplicateKeys } from './read-reply.ts';

test.each<[string, string, [key: string, outermostKey: string][]]>([
  ['none', '{"1": "a", "2": "b"}', []],
  ['one', '{"1": "a", "2": "b", "1" : "c"}', [['1', '1']]],
  ['named once, however often it stands', '{"1": 1, "1": 2, "1": 3}', [['1', '1']]],
  ['[D4.1] written as an escape', '{"1": "a", "\\u0031": "b"}', [['1', '1']]],
  ['in an inner object', '{"1": {"a": 0}, "2": {"a": 1, "b": [{"a": 2}], "a": 3}}', [['a', '2']]],
  ['in an array', '{"7": [{"x": 1}, {"x": 2, "x": 3}]}', [['x', '7']]],
  ['the same key in different objects', '{"a": {"a": {"a": 1}}, "b": {"a": 1}}', []],
  ['the same word as key and value', '{"a": "a", "b": ["a", "b", "a"]}', []],
  ['values that look like keys', '{"1": "\\"2\\": ", "2": "{\\"1\\":1,\\"1\\":1}", "3": "\\\\"}', []],
  [
    'keys of every object',
    '{"__proto__": 1, "__proto__": 2, "": 1, "": 2}',
    [
      ['__proto__', '__proto__'],
      ['', ''],
    ],
  ],
  ['no object at all', '["a", "a"]', []],
])('%s', (_, json, expected) => {
  expect(duplicateKeys(json).map(({ key, outermostKey }) => [key, outermostKey])).toEqual(expected);
});

test('JSON that was written from a value has none', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indentation) => {
      expect(duplicateKeys(JSON.stringify(JSON.parse(json), null, indentation))).toEqual([]);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
