import { expect, test } from 'vitest';
import { SLIDE_FAULTS } from '../../../bench/dialogue/slide-faults.ts';
import { BATCH, FIRST } from '../../../test/slide-batch.ts';
import type { Line } from '../line.ts';
import { createSlideSearch, slideWords } from './find-misalignment.ts';

function slidBy(shift: number): readonly Line[] {
  const fault = SLIDE_FAULTS.find((known) => known.shift === shift);
  return fault?.spoil(BATCH, 5) ?? [];
}

test.each([
  [1, 'one line too early'],
  [-1, 'one line too late'],
  [2, 'two lines too early'],
])(
  'translations that are slid by %i: the first line says from here on, the others from which line on',
  (shift, where) => {
    const search = createSlideSearch();
    search.learn(0, slidBy(shift));
    search.learn(1, BATCH);
    const slid = [...search.slidLines(0)];
    const [first = 0] = slid[0] ?? [];
    expect(Math.abs(first - FIRST - 6)).toBeLessThanOrEqual(2);
    expect(slid.map(([number]) => number)).toEqual(
      BATCH.map(({ number }) => number).filter((number) => number >= first),
    );
    expect(slid[0]?.[1]).toBe(`From here on the translations seem to stand ${where}.`);
    expect(slid.at(-1)?.[1]).toBe(`The translation seems to stand ${where}, like those from line ${first} on.`);
    expect(search.slidLines(1).size).toBe(0);
  },
);

test('what is told of a batch stays the same until it changes, and goes when it is mended', () => {
  const search = createSlideSearch();
  search.learn(0, slidBy(1));
  search.learn(1, BATCH);
  const before = search.slidLines(0);
  search.learn(1, BATCH);
  expect(search.slidLines(0)).toBe(before);
  search.learn(0, [...BATCH]);
  expect(search.slidLines(0).size).toBe(0);
});

test('what was told while little was known is judged again when twice as much is', () => {
  const search = createSlideSearch();
  search.learn(0, slidBy(1));
  search.learn(1, BATCH);
  const before = search.slidLines(0);
  search.learn(2, [...BATCH]);
  expect(search.slidLines(0)).toBe(before);
  search.learn(3, [...BATCH]);
  expect(search.slidLines(0)).not.toBe(before);
  expect(search.slidLines(0)).toEqual(before);
});

test('of a batch that nobody has told of, or without translations, nothing is said', () => {
  const search = createSlideSearch();
  search.learn(
    0,
    BATCH.map((line) => ({ ...line, translation: undefined })),
  );
  expect(search.slidLines(0).size).toBe(0);
  expect(search.slidLines(7).size).toBe(0);
});

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
