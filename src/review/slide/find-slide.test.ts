import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SLIDE_FAULTS } from '../../../bench/dialogue/slide-faults.ts';
import type { Line } from '../line.ts';
import { findSlide } from './find-slide.ts';
import { createSlideModel } from './slide-model.ts';

const ORIGINALS = [
  [
    'You are late.',
    'The bridge was closed, I had to go all the way around.',
    'Who found her?',
    'The man who brings the milk.',
  ],
  [
    'He says the door was open and the radio was playing.',
    'Has anybody touched anything?',
    'Only the telephone.',
    'Two glasses!',
  ],
  [
    'She was expecting a guest.',
    'Or she was drinking for two.',
    'Look at this.',
    'A ticket for 8:15, one way, for tomorrow morning.',
  ],
  [
    'So she was running away from somebody?',
    'Talk to the neighbors.',
    'I already did. Nobody heard a thing.',
    'Really?',
  ],
  [
    'What time did the music stop?',
    'Around eleven, I was already in bed.',
    'She is lying!',
    'Everybody lies, the question is why.',
  ],
].flat();
const TRANSLATIONS = [
  ['Ты опоздал.', 'Мост перекрыли, пришлось ехать в объезд.', 'Кто её нашёл?', 'Тот, кто приносит молоко.'],
  ['Говорит, дверь была открыта и играло радио.', 'Кто-нибудь что-нибудь трогал?', 'Только телефон.', 'Два бокала!'],
  ['Она кого-то ждала.', 'Или пила за двоих.', 'Взгляни.', 'Билет на 8:15, в один конец, на завтрашнее утро.'],
  ['Значит, она от кого-то бежала?', 'Опроси соседей.', 'Уже опросил. Никто ничего не слышал.', 'Правда?'],
  ['Во сколько стихла музыка?', 'Часов в одиннадцать, я уже спала.', 'Она врёт!', 'Все врут, вопрос в том, зачем.'],
].flat();

const FIRST = 41;
const BATCH: readonly Line[] = ORIGINALS.map((original, index) => ({
  number: FIRST + index,
  time: '',
  original,
  translation: TRANSLATIONS[index],
}));

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
        return lines.flatMap((line) => lines.map((next) => (line && next ? model.score(line, next) : 0)));
      });
      expect(one).toEqual(other);
      expect(findSlide(changed, 21)).toEqual(findSlide(fresh, 21));
    }),
  );
});
