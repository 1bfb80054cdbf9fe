import { expect, test } from 'vitest';
import { wordsOfKind } from '../../../test/review-film.ts';

// Every line of these films is shown for 4 seconds.
test.each([
  ['de', 69, '17.3 characters a second, 17 at most.'],
  ['de', 68, undefined],
  ['en', 80, undefined],
  ['en', 84, '21 characters a second, 20 at most.'],
])('%s, %d characters: %s', (to, length, words) => {
  expect(wordsOfKind('too-fast', 'x', 'x'.repeat(length), { from: 'ru', to })).toBe(words);
});

test.each([
  ['ja', 'おはようございます、皆さん。今日は。', '4.5 characters a second, 4 at most.'],
  ['zh', '我们已经在这里等了三个小时了'.repeat(3), '10.5 characters a second, 9 at most.'],
  ['ko', '안녕하세요'.repeat(10), '12.5 characters a second, 12 at most.'],
  ['hi', 'कब'.repeat(45), '22.5 characters a second, 22 at most.'],
  ['th', 'ที่นี่'.repeat(30), undefined],
])('%s by graphemes: %j', (to, translation, words) => {
  expect(wordsOfKind('too-fast', 'x', translation, { to })).toBe(words);
});

test('tags are not read', () => {
  expect(wordsOfKind('too-fast', 'x', `<i>${'x'.repeat(68)}</i>`, { to: 'de' })).toBeUndefined();
});
