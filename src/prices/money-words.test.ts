import { expect, test } from 'vitest';
import { moneyWords, rangeWords } from './price.ts';

test.each([
  [0, '$0'],
  [0.000_000_4, '$0.00'],
  [0.000_12, '$0.00012'],
  [0.0042, '$0.0042'],
  [0.0421, '$0.042'],
  [0.999, '$1.00'],
  [1.254, '$1.25'],
  [1234.5, '$1,234.50'],
])('%d dollars are %s', (dollars, words) => {
  expect(moneyWords(dollars)).toBe(words);
});

test.each([
  [0, 0, '$0'],
  [0.001, 0.004, 'under $0.01'],
  [0.041, 0.069, '$0.04–0.07'],
  [0.011, 0.013, '$0.01'],
  [1.2, 2, '$1.20–2.00'],
])('from %d to %d dollars are %s', (low, high, words) => {
  expect(rangeWords(low, high)).toBe(words);
});
