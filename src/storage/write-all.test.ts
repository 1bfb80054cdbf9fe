import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeStorage, QUOTA_ERRORS } from '../../test/fake-storage.ts';
import { fuzzRuns } from '../../test/fuzz-runs.ts';
import { type Change, writeAll } from './stored-value.ts';

const anyKey = fc.constantFrom('a', 'b', 'c', 'd');
const anyContent = fc.dictionary(anyKey, fc.string({ maxLength: 3 })).map((content) => Object.entries(content));
const anyChanges = fc.uniqueArray(fc.tuple(anyKey, fc.option(fc.string({ maxLength: 3 }))), {
  selector: ([key]) => key,
});

test('all changes or none, whichever write fails', () => {
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

test('says so too when not even the earlier texts could be put back', () => {
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
])('calls it %s', (kind, error) => {
  const storage = createFakeStorage();
  storage.fault = () => error;
  expect(writeAll(storage, [['a', 'b']])).toEqual({ ok: false, error: kind });
});

test('writes what holds something else, and only that', () => {
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
