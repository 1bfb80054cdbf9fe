import { expect, test } from 'vitest';
import { slideWords } from './slide-words.ts';

test.each([
  [1, 21, 'From here on the translations seem to stand one line too early.'],
  [-1, 21, 'From here on the translations seem to stand one line too late.'],
  [2, 21, 'From here on the translations seem to stand two lines too early.'],
  [1, 22, 'The translation seems to stand one line too early, like those from line 21 on.'],
  [-2, 30, 'The translation seems to stand two lines too late, like those from line 21 on.'],
  [1, 20, undefined],
  [1, 31, undefined],
])('a shift of %i, line %i', (shift, number, words) => {
  expect(slideWords({ from: 21, to: 30, shift }, number)).toBe(words);
});
