import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLIDE_FAULTS } from '../../../bench/dialogue/slide-faults.ts';
import { fuzzRuns } from '../../../test/fuzz-runs.ts';
import { BATCH, FIRST, TRANSLATIONS } from '../../../test/slide-batch.ts';
import type { Line } from '../line.ts';
import { findSlide } from './find-misalignment.ts';
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
