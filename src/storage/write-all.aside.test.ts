import { expect, test } from 'vitest';
import { createFakeStorage, limitTo } from '../../test/fake-storage.ts';
import { asideKeys, setAside } from './stored-value.ts';

test('keeps each broken text once, and the original until it is written', () => {
  const storage = createFakeStorage([['phrases', 'b']]);
  for (const text of ['a', 'a', 'b', 'a']) setAside(storage, 'phrases', text);
  expect([...storage.texts]).toEqual([
    ['phrases', 'b'],
    ['broken:phrases', 'a'],
    ['broken:phrases:2', 'b'],
  ]);
});

test('does not grow without end', () => {
  const storage = createFakeStorage();
  for (let count = 0; count < 100; count++) setAside(storage, 'err', String(count));
  expect(storage.texts.size).toBe(asideKeys('err').length);
  expect([...storage.texts.values()]).toContain('99');
});

test('moves the text in a storage without room for a copy', () => {
  const storage = createFakeStorage([['phrases', 'x'.repeat(100)]]);
  limitTo(storage, 130);
  setAside(storage, 'phrases', 'x'.repeat(100));
  expect([...storage.texts]).toEqual([['broken:phrases', 'x'.repeat(100)]]);
});

test('leaves the text where it is when nothing can be written, without throwing', () => {
  const storage = createFakeStorage([['phrases', 'x'.repeat(100)]]);
  limitTo(storage, 107);
  setAside(storage, 'phrases', 'x'.repeat(100));
  expect([...storage.texts]).toEqual([['phrases', 'x'.repeat(100)]]);
});
