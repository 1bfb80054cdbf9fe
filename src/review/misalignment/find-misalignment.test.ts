import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLIDE_FAULTS } from '../../../bench/dialogue/slide-faults.ts';
import { fuzzRuns } from '../../../test/fuzz-runs.ts';
import { BATCH, FIRST, TRANSLATIONS } from '../../../test/slide-batch.ts';
import type { Line } from '../line.ts';
import { createSlideSearch, findSlide, slideWords } from './find-misalignment.ts';
import { createSlideModel } from './model.ts';

function slideOf(lines: readonly Line[], others: readonly (readonly Line[])[] = []) {
  const model = createSlideModel();
  for (const [index, batch] of others.entries()) model.learn(index + 1, batch);
  model.learn(0, lines);
  return findSlide(model, 0);
}

test('a batch that fits is not accused, known alone or beside others', () => {
  expect(slideOf(BATCH)).toBeUndefined();
  expect(slideOf(BATCH, [BATCH, BATCH])).toBeUndefined();
  expect(slideOf([])).toBeUndefined();
});

test.each(SLIDE_FAULTS.map(({ name, shift, spoil }) => [name, shift, spoil] as const))(
  '%s: told from there to the end, by how many lines',
  (_, shift, spoil) => {
    const at = 5;
    const slide = slideOf(spoil(BATCH, at), [BATCH]);
    expect(slide).toMatchObject({ to: FIRST + 19, shift });
    expect(Math.abs((slide?.from ?? 0) - FIRST - at - 1)).toBeLessThanOrEqual(2);
  },
);

test('a run of lines in the middle is told with its end', () => {
  const texts = TRANSLATIONS.toSpliced(3, 2, 'Молоко: он говорит, дверь была открыта.').toSpliced(14, 0, 'Правда же?');
  const lines = BATCH.map((line, index) => ({ ...line, translation: texts[index] }));
  const slide = slideOf(lines, [BATCH]);
  expect(slide?.shift).toBe(1);
  expect(slide?.from).toBeGreaterThanOrEqual(FIRST + 3);
  expect(slide?.to).toBeLessThanOrEqual(FIRST + 15);
});

test('lines without a translation count for nothing', () => {
  const untranslated = BATCH.map((line) => ({ ...line, translation: undefined }));
  expect(slideOf(untranslated)).toBeUndefined();
  const merged = SLIDE_FAULTS[0]?.spoil(BATCH, 3) ?? [];
  expect(slideOf(merged.with(19, { ...BATCH[19], translation: undefined } as Line), [BATCH])?.shift).toBe(1);
});

const anyBatch = fc
  .array(fc.record({ original: fc.string(), translation: fc.option(fc.string(), { nil: undefined }) }), {
    maxLength: 6,
  })
  .map((texts) => texts.map((text, index): Line => ({ number: index + 1, time: '', ...text })));

test('what was learnt and taken back leaves nothing: the model says the same as one that never knew it', () => {
  const probe = SLIDE_FAULTS[0]?.spoil(BATCH, 7) ?? [];
  fc.assert(
    fc.property(fc.array(anyBatch, { maxLength: 4 }), anyBatch, (batches, last) => {
      const [changed, fresh] = [createSlideModel(), createSlideModel()];
      for (const [index, batch] of batches.entries()) changed.learn(index, batch);
      for (const index of batches.keys()) changed.learn(index, undefined);
      for (const model of [changed, fresh]) {
        model.learn(20, last);
        model.learn(21, probe);
      }
      const [one, other] = [changed, fresh].map((model) => {
        const lines = model.linesOf(21);
        return lines.map((line, index) => (line ? model.score(lines[index + 1] ?? line, line) : 0));
      });
      expect(one).toEqual(other);
      expect(findSlide(changed, 21)).toEqual(findSlide(fresh, 21));
    }),
    { numRuns: fuzzRuns(20) },
  );
});

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
