import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallestChange } from './text.ts';

test('leaves out the common beginning and end', () => {
  expect(smallestChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  expect(smallestChange('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' });
  expect(smallestChange('aaaa', 'aa')).toEqual({ from: 2, to: 4, insert: '' });
  expect(smallestChange('same', 'same')).toBeNull();
});

test.each([
  ['a😀b', 'a😁b', { from: 1, to: 3, insert: '😁' }],
  ['a\u{1f600}b', 'a\u{1fa00}b', { from: 1, to: 3, insert: '\u{1fa00}' }],
  ['😀', '😀😁', { from: 2, to: 2, insert: '😁' }],
])('never splits a surrogate pair: %s, %s', (before, after, change) => {
  expect(smallestChange(before, after)).toEqual(change);
});

test('turns the old text into the new one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁', '\ud83d', '\ude00') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = smallestChange(before, after);
      const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});

test('finds a single different letter anywhere in a long text', () => {
  const before = 'long '.repeat(4_000);
  for (const at of [0, 1, 4_095, 4_096, 4_097, 10_000, before.length - 4_096, before.length - 1]) {
    const after = `${before.slice(0, at)}!${before.slice(at + 1)}`;
    expect(smallestChange(before, after)).toEqual({ from: at, to: at + 1, insert: '!' });
  }
  expect(smallestChange(before, before.repeat(2))).toEqual({ from: before.length, to: before.length, insert: before });
});
