import { expect, test } from 'vitest';
import { parseSum } from './price-section.tsx';

test.each([
  ['', null],
  ['  ', null],
  ['0', 0],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['2.', 2],
  ['1,50', 1.5],
  ['$ 3', 3],
  ['-1', undefined],
  ['1e9', undefined],
  ['1.2.3', undefined],
  ['1,000.50', undefined],
  ['much', undefined],
  ['9'.repeat(400), undefined],
])('"%s" is read as %s', (text, sum) => {
  expect(parseSum(text)).toBe(sum);
});
