import { expect, it } from 'vitest';
import { numberList } from './undo-words.ts';

it.each([
  [[45], '45'],
  [[45, 46], '45 and 46'],
  [[45, 46, 90], '45, 46 and 90'],
  [[1, 2, 3, 4, 5], '1, 2, 3, 4 and 5'],
  [[1, 2, 3, 4, 5, 6], '1, 2, 3, 4, 5 and 1 more'],
])('%j', (numbers, words) => {
  expect(numberList(numbers)).toBe(words);
});
