import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { createFakeStorage, limitTo, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import {
  asideKeys,
  type Change,
  formatPlain,
  parseStored,
  quarantine,
  type ValueFormat,
  writeAll,
} from './stored-value.ts';

const TEXT = { schema: v.string(), fallback: 'default', plain: true } as const;
const NUMBERS: ValueFormat<number[]> = { schema: v.array(v.number()), fallback: [] };

test.each([
  ['absent', null, 'default'],
  ['plain', 'sk-1', 'sk-1'],
  ['empty', '', ''],
  ['a JSON string', '"sk-1"', 'sk-1'],
  ['a JSON string with line ends', '"a\\nb"', 'a\nb'],
  ['quotation marks, but no JSON string', '"a" and "b"', '"a" and "b"'],
  ['"null" that a program left', 'null', 'default'],
  ['"undefined" that a program left', 'undefined', 'default'],
  ['other JSON', '{"a":1}', '{"a":1}'],
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

test('reads every plain text as it was written', () => {
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

test('stores usual texts as they are', () => {
  for (const text of ['', 'sk-1', '1\n00:00 --> 00:01\n"Hi"', '"a" and "b"']) expect(formatPlain(text)).toBe(text);
});

const anyKey = fc.constantFrom('a', 'b', 'c', 'd');
const anyContent = fc.dictionary(anyKey, fc.string({ maxLength: 3 })).map((content) => Object.entries(content));
const anyChanges = fc.uniqueArray(fc.tuple(anyKey, fc.option(fc.string({ maxLength: 3 }))), {
  selector: ([key]) => key,
});

test('writes all changes or none, whichever write fails', () => {
  fc.assert(
    fc.property(anyContent, anyChanges, fc.nat(5), (content, changes, failing) => {
      const storage = createFakeStorage(content);
      const before = new Map(storage.texts);
      let count = 0;
      storage.fault = () => (count++ === failing ? QUOTA_ERRORS[0] : undefined);
      const written = writeAll(storage, changes);
      if (written.ok) expect(storage.texts).toEqual(applied(before, changes));
      else {
        expect(written.error).toBe('full');
        expect(storage.texts).toEqual(before);
      }
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('reports the failure even if the earlier texts could not be restored', () => {
  const storage = createFakeStorage([['a', 'old']]);
  let count = 0;
  storage.fault = () => (count++ >= 1 ? QUOTA_ERRORS[0] : undefined);
  const changes = [
    ['a', 'new'],
    ['b', 'new'],
  ] as const;
  expect(writeAll(storage, changes)).toEqual({ ok: false, error: 'full' });
});

test.each([
  ...QUOTA_ERRORS.map((error) => ['full', error] as const),
  ['unavailable', new DOMException('no access', 'SecurityError')] as const,
  ['unavailable', 'thrown text'] as const,
])('reports a failed write as "%s"', (kind, error) => {
  const storage = createFakeStorage();
  storage.fault = () => error;
  expect(writeAll(storage, [['a', 'b']])).toEqual({ ok: false, error: kind });
});

test('writes only keys whose text differs', () => {
  const storage = createFakeStorage([
    ['a', 'same'],
    ['b', 'old'],
    ['c', 'gone'],
  ]);
  writeAll(storage, [
    ['a', 'same'],
    ['b', 'new'],
    ['c', null],
    ['d', null],
  ]);
  expect(storage.written).toEqual(['b']);
  expect([...storage.texts]).toEqual([
    ['a', 'same'],
    ['b', 'new'],
  ]);
});

function applied(before: ReadonlyMap<string, string>, changes: readonly Change[]): Map<string, string> {
  const after = new Map(before);
  for (const [key, text] of changes) {
    if (text === null) after.delete(key);
    else after.set(key, text);
  }
  return after;
}

test('keeps each broken text once, and the original until it is overwritten', () => {
  const storage = createFakeStorage([['phrases', 'b']]);
  for (const text of ['a', 'a', 'b', 'a']) quarantine(storage, 'phrases', text);
  expect([...storage.texts]).toEqual([
    ['phrases', 'b'],
    ['broken:phrases', 'a'],
    ['broken:phrases:2', 'b'],
  ]);
});

test('limits the number of broken texts that it keeps', () => {
  const storage = createFakeStorage();
  for (let count = 0; count < 100; count++) quarantine(storage, 'err', String(count));
  expect(storage.texts.size).toBe(asideKeys('err').length);
  expect([...storage.texts.values()]).toContain('99');
});

test('moves a broken text if the storage has no room for a copy', () => {
  const storage = createFakeStorage([['phrases', 'x'.repeat(100)]]);
  limitTo(storage, 130);
  quarantine(storage, 'phrases', 'x'.repeat(100));
  expect([...storage.texts]).toEqual([['broken:phrases', 'x'.repeat(100)]]);
});

test('leaves a broken text in its place, without throwing, if nothing can be written', () => {
  const storage = createFakeStorage([['phrases', 'x'.repeat(100)]]);
  limitTo(storage, 107);
  quarantine(storage, 'phrases', 'x'.repeat(100));
  expect([...storage.texts]).toEqual([['phrases', 'x'.repeat(100)]]);
});
