import { describe, expect, it } from 'vitest';
import { elapsedWords, timeLeftWords } from './quantities.ts';
import { numberList } from './undo-words.ts';

describe('elapsedWords', () => {
  it.each([
    [-50, '0 s'],
    [8_900, '8 s'],
    [65_000, '1:05'],
    [3_729_000, '1:02:09'],
  ])('%i ms', (durationMs, words) => {
    expect(elapsedWords(durationMs)).toBe(words);
  });
});

describe('timeLeftWords', () => {
  it.each([
    [9_000, 'a few seconds left'],
    [31_000, 'about 40 s left'],
    [50_000, 'about 50 s left'],
    [51_000, 'about 1 min left'],
    [170_000, 'about 3 min left'],
    [3 * 3_600_000, 'about 3 h left'],
  ])('%i ms', (durationMs, words) => {
    expect(timeLeftWords(durationMs)).toBe(words);
  });
});

it.each([
  [[45], '45'],
  [[45, 46], '45 and 46'],
  [[45, 46, 90], '45, 46 and 90'],
  [[1, 2, 3, 4, 5], '1, 2, 3, 4 and 5'],
  [[1, 2, 3, 4, 5, 6], '1, 2, 3, 4, 5 and 1 more'],
])('%j', (numbers, words) => {
  expect(numberList(numbers)).toBe(words);
});
