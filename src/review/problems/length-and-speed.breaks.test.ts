import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf } from '../judge.ts';

test.each([
  ['de', 'x'.repeat(42), undefined],
  ['de', `${'x'.repeat(43)}\nx`, '43 characters a line, 42 at most.'],
  ['de', `<i>${'x'.repeat(42)}</i>`, undefined],
  ['zh', '我们已经在这里等了三个小时了你呢？', '17 characters a line, 16 at most.'],
  ['ja', 'あ'.repeat(24), '24 characters a line, 23 at most.'],
  ['ko', '안녕하세요 '.repeat(3), '18 characters a line, 16 at most.'],
  ['th', 'ที่'.repeat(35), undefined],
  ['th', 'ที่'.repeat(36), '36 characters a line, 35 at most.'],
])('%s: %j: %s', (to, translation, words) => {
  expect(wordsOfKind('line-too-long', 'x', translation, { to })).toBe(words);
});

test.each([
  ['two', 'a', 'a\nb', undefined],
  ['three', 'a', 'a\nb\nc', '3 lines, 2 at most.'],
  ['as many as the original', 'a\nb\nc', 'a\nb\nc', undefined],
  ['more than the original’s three', 'a\nb\nc', 'a\nb\nc\nd', '4 lines, 3 at most.'],
])('%s lines', (_, original, translation, words) => {
  expect(wordsOfKind('too-many-lines', original, translation)).toBe(words);
});

test('a text that fits neither way stays as it is', () => {
  const line = lineOf('x', 'word '.repeat(40));
  expect(fixOf(line, 'line-too-long', factsOf([line], { to: 'de' }))).toBeUndefined();
});

test('three short lines become one or two', () => {
  const line = lineOf('x', 'Ich\nweiß\nnicht.');
  expect(fixOf(line, 'too-many-lines', factsOf([line], { to: 'de' }))).toBe('Ich weiß nicht.');
});
