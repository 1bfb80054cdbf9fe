import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import { batchAt, countBatches } from './batch.ts';

const film = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, time: `time ${index}`, text: `text ${index}` }));
const numbers = (phrases: readonly { number: number }[]) => phrases.map(({ number }) => number);

test.each([
  [0, 0],
  [1, 1],
  [20, 1],
  [21, 2],
  [129, 7],
  [1600, 80],
])('[S4.1][S9.1] %i phrases make %i batches', (phrases, batches) => {
  expect(countBatches(phrases)).toBe(batches);
});

test('each batch has the previous one as its context', () => {
  const [first, second, third] = allBatches(film(45));
  expect(first).toMatchObject({ index: 0, context: [] });
  expect(second).toMatchObject({ index: 1, context: first?.phrases });
  expect(third).toMatchObject({ index: 2, context: second?.phrases });
  expect(numbers(third?.phrases ?? [])).toEqual([41, 42, 43, 44, 45]);
});

test('[S4.1] all phrases stand in the batches once, in order', () => {
  fc.assert(
    fc.property(fc.nat(200), (count) => {
      expect(allBatches(film(count)).flatMap(({ phrases }) => phrases)).toEqual(film(count));
    }),
  );
});

test.each([-1, 3, 0.5, Number.NaN])('there is no batch %d', (index) => {
  expect(() => batchAt(film(45), index)).toThrow(RangeError);
});
