import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { judge } from '../judge.ts';

test.each(['', ' ', '\n', '<i></i>', '{\\an8}', '\u00a0', '\u200b', '\u202b \u202c'])('%j is empty', (translation) => {
  expect(wordsOfKind('empty', 'Hello.', translation)).toBe('The translation is empty.');
});

test.each([
  ['Hello.', 'Привіт.'],
  ['♪', '♪'],
  ['<i></i>', ''],
])('%j → %j is not', (original, translation) => {
  expect(wordsOfKind('empty', original, translation)).toBeUndefined();
});

test('an empty text has no other problem', () => {
  const line = lineOf('- Is it <i>1984</i>?\n- Yes, it is, of course!', '');
  expect(judge([line], factsOf([line])).get(1)).toEqual([{ kind: 'empty', words: 'The translation is empty.' }]);
});
