import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { completePairs } from './read-reply.ts';

const pairsOf = (reply: string) => Object.fromEntries(completePairs(reply));

test.each([
  ['cut off within a text', '{"1": "a", "2": "b', { 1: 'a' }],
  ['cut off within an escape', '{"1": "a", "2": "b\\', { 1: 'a' }],
  ['cut off behind a text', '{"1": "a", "2": "b"', { 1: 'a', 2: 'b' }],
  ['cut off behind a comma', '{"1": "a", "2": "b",', { 1: 'a', 2: 'b' }],
  ['cut off within a key', '{"1": "a", "2', { 1: 'a' }],
  ['cut off behind a key', '{"1": "a", "2"', { 1: 'a' }],
  ['cut off behind a colon', '{"1": "a", "2": ', { 1: 'a' }],
  ['cut off within an object', '{"1": {"t": "a"}, "2": {"t": "b"', { 1: 'a' }],
  ['fences and prose around it', 'Here it is:\n```json\n{"1": "a", "2": "b', { 1: 'a' }],
  ['braces within the texts', '{"1": "{x}", "2": "}", "3": "c', { 1: '{x}', 2: '}' }],
  ['a comma that is missing', '{"1": "a" "2": "b"}', { 1: 'a', 2: 'b' }],
  ['a comma too many', '{"1": "a",, "2": "b",}', { 1: 'a', 2: 'b' }],
  ['line breaks within a text', '{"1": "a\nb", "2": "c"}', { 1: 'a\nb', 2: 'c' }],
  ['quotes within a text that are not escaped', '{"1": "he said "hi" to her", "2": "b"}', { 2: 'b' }],
  ['values that are no texts', '{"1": 5, "2": null, "3": ["x"], "4": "d", ', { 4: 'd' }],
  ['a key that stands twice', '{"1": "a", "1": "b", "2": "c', {}],
  ['more behind the end', '{"1": "a"} {"2": "b"', { 1: 'a' }],
  ['no JSON', 'I cannot translate this.', {}],
  ['nothing', '', {}],
])('%s', (_, reply, expected) => {
  expect(pairsOf(reply)).toEqual(expected);
});

test('a valid reply that is cut anywhere gives a beginning of its pairs, each as it was', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 4), (values, share, indent) => {
      const reply = JSON.stringify(Object.fromEntries(values.map((text, index) => [index + 1, text])), null, indent);
      const found = [...completePairs(reply.slice(0, Math.floor(reply.length * share)))];
      expect(found).toEqual(values.slice(0, found.length).map((text, index) => [String(index + 1), text]));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('anything at all is read without an error', () => {
  const anything = fc.string({ unit: fc.constantFrom('{', '}', '"', ':', ',', '\\', '1', 'a', '[', ']', ' ', '\n') });
  fc.assert(
    fc.property(anything, (reply) => {
      expect(() => completePairs(reply)).not.toThrow();
    }),
    { numRuns: fuzzRuns(500) },
  );
});
