import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedWords } from './words.ts';

const marked = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ text, isNew }) => (isNew ? `[${text}]` : text))
    .join('');

test.each([
  ['a b c', 'a b c', 'a b c'],
  ['a b c', 'a x c', 'a [x ]c'],
  ['a b c', 'b c', 'b c'],
  ['', 'a b', '[a b]'],
  ['a\nb', 'a b', 'a b'],
  ['one two three', 'three two one', 'three [two one]'],
  ['Onde você estava?', 'Onde você estava ontem?', 'Onde você [estava ontem?]'],
])('marks the changes from %j to %j: %s', (before, after, expected) => {
  expect(marked(before, after)).toBe(expected);
});

test('joins the pieces to the new text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(
        changedWords(before, after)
          .map(({ text }) => text)
          .join(''),
      ).toBe(after);
    }),
  );
});
