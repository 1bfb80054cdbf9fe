import { expect, test } from 'vitest';
import { formatReply } from './check-reply.ts';

test('[S5.10] 4 spaces of indentation, keys in ascending order', () => {
  expect(formatReply('{"10":"b","9":"a","x":1,"4294967300":"d","4294967299":"c"}')).toBe(
    '{\n    "9": "a",\n    "10": "b",\n    "4294967299": "c",\n    "4294967300": "d",\n    "x": 1\n}',
  );
});

test.each([
  ['nested values', { 1: { text: 'a\nb' }, 2: [1, { x: {} }, []], 3: null }],
  ['an empty object', {}],
  ['an array', [{ 1: 'a' }]],
  ['a text', 'a'],
])('%s as JSON.stringify writes them', (_, value) => {
  expect(formatReply(JSON.stringify(value))).toBe(JSON.stringify(value, null, 4));
});

test('a fence goes', () => {
  expect(formatReply('```json\n{"1":"a"}\n```')).toBe('{\n    "1": "a"\n}');
});

test('foreign keys are kept as they are', () => {
  expect(formatReply('{"__proto__":{"x":1},"constructor":2}')).toBe(
    '{\n    "__proto__": {\n        "x": 1\n    },\n    "constructor": 2\n}',
  );
});

test.each([
  ['no text', ''],
  ['no JSON', 'sorry'],
  ['a reply that was cut off', '{"1": "a"'],
  ['a key that stands twice', '{"1": "a", "1": "b"}'],
  ['an inner key that stands twice', '{"1": {"a": "b", "a": "c"}}'],
  ['more than 50 levels', `{"1": ${'['.repeat(50)}${']'.repeat(50)}}`],
  ['a hundred thousand levels', `{"1": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('[S5.10] %s gives no text', (_, reply) => {
  expect(formatReply(reply)).toBe('');
});
