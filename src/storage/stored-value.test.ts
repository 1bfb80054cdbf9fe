import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { formatPlain, parseStored, type ValueFormat } from './stored-value.ts';

const TEXT = { schema: v.string(), fallback: 'default', plain: true } as const;
const NUMBERS: ValueFormat<number[]> = { schema: v.array(v.number()), fallback: [] };

test.each([
  ['absent', null, 'default'],
  ['plain', 'sk-1', 'sk-1'],
  ['empty', '', ''],
  ['a JSON string', '"sk-1"', 'sk-1'],
  ['a JSON string with line ends', '"a\\nb"', 'a\nb'],
  ['quotation marks that are no JSON string', '"a" and "b"', '"a" and "b"'],
  ['null as left by a program', 'null', 'default'],
  ['undefined as left by a program', 'undefined', 'default'],
  ['JSON of another kind', '{"a":1}', '{"a":1}'],
])('[S3.6] reads a plain text: %s', (_, text, value) => {
  expect(parseStored(text, TEXT)).toEqual({ value, broken: false });
});

test.each([
  ['absent', null, [], false],
  ['JSON', '[1,2]', [1, 2], false],
  ['null', 'null', [], false],
  ['empty', '', [], false],
  ['cut off', '[1,', [], true],
  ['another type', '{"0":1}', [], true],
  ['another type inside', '[1,"2"]', [], true],
  ['NaN', 'NaN', [], true],
])('[S3.6] reads JSON: %s', (_, text, value, broken) => {
  expect(parseStored(text, NUMBERS)).toEqual({ value, broken });
});

test('every plain text comes back as it was', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('null', 'undefined', '"', '""', '"a"b"', '"\\u0041"'),
  );
  fc.assert(
    fc.property(anyText, (text) => {
      expect(parseStored(formatPlain(text), TEXT)).toEqual({ value: text, broken: false });
    }),
  );
});

test('usual texts stand as they are', () => {
  for (const text of ['', 'sk-1', '1\n00:00 --> 00:01\n"Hi"', '"a" and "b"']) expect(formatPlain(text)).toBe(text);
});
