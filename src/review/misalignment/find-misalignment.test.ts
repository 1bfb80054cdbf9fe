import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISALIGNMENT_FAULTS } from '../../../bench/dialogue/misalignment-faults.ts';
import { fuzzRuns } from '../../../test/fuzz-runs.ts';
import { BATCH, FIRST, TRANSLATIONS } from '../../../test/misalignment-batch.ts';
import { filled, WORST } from '../../../test/worst-inputs.ts';
import type { Line } from '../line.ts';
import { createMisalignmentSearch, findMisalignment } from './find-misalignment.ts';
import { createMisalignmentModel, featuresOf } from './model.ts';

function misalignmentOf(lines: readonly Line[], others: readonly (readonly Line[])[] = []) {
  const model = createMisalignmentModel();
  for (const [index, batch] of others.entries()) model.learn(index + 1, batch);
  model.learn(0, lines);
  return findMisalignment(model, 0);
}

test('finds no misalignment in a correct batch, alone or among others', () => {
  expect(misalignmentOf(BATCH)).toBeUndefined();
  expect(misalignmentOf(BATCH, [BATCH, BATCH])).toBeUndefined();
  expect(misalignmentOf([])).toBeUndefined();
});

test.each(MISALIGNMENT_FAULTS.map(({ name, shift, spoil }) => [name, shift, spoil] as const))(
  'finds misaligned lines up to the end of the batch, and the shift: %s',
  (_, shift, spoil) => {
    const at = 5;
    const misalignment = misalignmentOf(spoil(BATCH, at), [BATCH]);
    expect(misalignment).toMatchObject({ to: FIRST + 19, shift });
    expect(Math.abs((misalignment?.from ?? 0) - FIRST - at - 1)).toBeLessThanOrEqual(2);
  },
);

test('finds misaligned lines in the middle of a batch', () => {
  const texts = TRANSLATIONS.toSpliced(3, 2, 'Молоко: он говорит, дверь была открыта.').toSpliced(14, 0, 'Правда же?');
  const lines = BATCH.map((line, index) => ({ ...line, translation: texts[index] }));
  const misalignment = misalignmentOf(lines, [BATCH]);
  expect(misalignment?.shift).toBe(1);
  expect(misalignment?.from).toBeGreaterThanOrEqual(FIRST + 3);
  expect(misalignment?.to).toBeLessThanOrEqual(FIRST + 15);
});

test('ignores lines without a translation when it looks for misalignment', () => {
  const untranslated = BATCH.map((line) => ({ ...line, translation: undefined }));
  expect(misalignmentOf(untranslated)).toBeUndefined();
  const merged = MISALIGNMENT_FAULTS[0]?.spoil(BATCH, 3) ?? [];
  expect(misalignmentOf(merged.with(19, { ...BATCH[19], translation: undefined } as Line), [BATCH])?.shift).toBe(1);
});

const anyTexts = fc.record({ original: fc.string(), translation: fc.option(fc.string(), { nil: undefined }) });
const anyBatch = fc
  .array(anyTexts, { maxLength: 6 })
  .map((texts) => texts.map((text, index): Line => ({ number: index + 1, time: '', ...text })));

test('gives the same results whether a batch was forgotten or never learnt', () => {
  const probe = MISALIGNMENT_FAULTS[0]?.spoil(BATCH, 7) ?? [];
  fc.assert(
    fc.property(fc.array(anyBatch, { maxLength: 4 }), anyBatch, (batches, last) => {
      const [changed, fresh] = [createMisalignmentModel(), createMisalignmentModel()];
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
      expect(findMisalignment(changed, 21)).toEqual(findMisalignment(fresh, 21));
    }),
    { numRuns: fuzzRuns(20) },
  );
});

function misalignedBy(shift: number): readonly Line[] {
  const fault = MISALIGNMENT_FAULTS.find((known) => known.shift === shift);
  return fault?.spoil(BATCH, 5) ?? [];
}

test.each([
  [1, 'one line too early'],
  [-1, 'one line too late'],
  [2, 'two lines too early'],
])(
  'with a shift of %i, says "from this line on" at the first misaligned line and names that line in the others',
  (shift, where) => {
    const search = createMisalignmentSearch();
    search.learn(0, misalignedBy(shift));
    search.learn(1, BATCH);
    const misaligned = [...search.misalignedLines(0, false)];
    const [first = 0] = misaligned[0] ?? [];
    expect(Math.abs(first - FIRST - 6)).toBeLessThanOrEqual(2);
    expect(misaligned.map(([number]) => number)).toEqual(
      BATCH.map(({ number }) => number).filter((number) => number >= first),
    );
    expect(misaligned[0]?.[1]).toBe(`Shifted: from this line on, translations seem to be ${where}.`);
    expect(misaligned.at(-1)?.[1]).toBe(`Shifted: from line ${first} on, translations seem to be ${where}.`);
    expect(search.misalignedLines(1, false).size).toBe(0);
  },
);

test('judges a batch for misalignment again only when a batch changes', () => {
  const search = createMisalignmentSearch();
  search.learn(0, misalignedBy(1));
  search.learn(1, BATCH);
  const before = search.misalignedLines(0, false);
  search.learn(1, BATCH);
  expect(search.misalignedLines(0, false)).toBe(before);
  search.learn(0, [...BATCH]);
  expect(search.misalignedLines(0, false).size).toBe(0);
});

test('judges a batch for misalignment again when twice as many lines are known, or when no more are to come', () => {
  const search = createMisalignmentSearch();
  search.learn(0, misalignedBy(1));
  search.learn(1, BATCH);
  const before = search.misalignedLines(0, true);
  search.learn(2, [...BATCH]);
  expect(search.misalignedLines(0, true)).toBe(before);
  search.learn(3, [...BATCH]);
  expect(search.misalignedLines(0, true)).not.toBe(before);
  const doubled = search.misalignedLines(0, true);
  expect(doubled).toEqual(before);
  search.learn(4, [...BATCH]);
  expect(search.misalignedLines(0, true)).toBe(doubled);
  expect(search.misalignedLines(0, false)).not.toBe(doubled);
});

test('finds no misalignment in an unknown batch or in a batch without translations', () => {
  const search = createMisalignmentSearch();
  const untranslated = BATCH.map((line) => ({ ...line, translation: undefined }));
  search.learn(0, untranslated);
  expect(search.misalignedLines(0, false).size).toBe(0);
  expect(search.misalignedLines(7, false).size).toBe(0);
});

test.each([
  ['At 8:15, 20 men.', '15 20 8'],
  ['٨:١٥ ٢٠', '15 20 8'],
  ['２０人', '20'],
  ['Nobody.', ''],
])('reads the numbers of the text %s as %j', (text, numbers) => {
  expect(featuresOf(text).numbers).toBe(numbers);
});

test('cuts words so that inflected forms are equal, and pairs neighbouring characters in scripts without spaces', () => {
  expect(featuresOf('<i>Телефоном, телефон!</i> Я').words).toEqual(['телефо']);
  expect(featuresOf('猫です').words).toEqual(['猫で', 'です']);
});

test('gives a text and its translation similar lengths, whatever their scripts', () => {
  const [english, japanese, arabic] = ['Only the telephone, sir.', '電話だけです', 'الهاتف فقط يا سيدي.'].map(
    (text) => featuresOf(text).length,
  );
  expect((japanese ?? 0) / (english ?? 1)).toBeGreaterThan(0.5);
  expect((arabic ?? 0) / (english ?? 1)).toBeGreaterThan(0.6);
});

test('bounds the number of features of hostile texts', () => {
  for (const text of [...WORST, '?', '.', '"', '!a'])
    expect(featuresOf(filled(text, 100_000)).words.length).toBeLessThanOrEqual(24);
});
