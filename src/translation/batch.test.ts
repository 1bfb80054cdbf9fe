import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { allBatches } from '../../test/all-batches.ts';
import type { Phrase } from '../subtitles/document.ts';
import { batchAt, batchOfPlace, countBatches, inSentenceBatches } from './batch.ts';

const film = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: index + 1, time: `time ${index}`, text: `text ${index}` }));
const numbers = (phrases: readonly { number: number }[]) => phrases.map(({ number }) => number);

test.each([
  [0, 0],
  [20, 1],
  [21, 2],
  [1600, 80],
])('[S4.1][S9.1] splits %i phrases into %i batches', (phrases, batches) => {
  expect(countBatches(film(phrases))).toBe(batches);
});

test('gives each batch the previous batch as context', () => {
  const [first, second, third] = allBatches(film(45));
  expect(first).toMatchObject({ index: 0, context: [] });
  expect(second).toMatchObject({ index: 1, context: first?.phrases });
  expect(third).toMatchObject({ index: 2, context: second?.phrases });
  expect(numbers(third?.phrases ?? [])).toEqual([41, 42, 43, 44, 45]);
});

test('[S4.1] puts all phrases into batches once, in order', () => {
  fc.assert(
    fc.property(fc.nat(200), (count) => {
      expect(allBatches(film(count)).flatMap(({ phrases }) => phrases)).toEqual(film(count));
    }),
  );
});

test.each([-1, 3, 0.5, Number.NaN])('throws a RangeError for batch %d', (index) => {
  expect(() => batchAt(film(45), index)).toThrow(RangeError);
});

describe('[D16.3] batches that end with sentences', () => {
  const filmWith = (count: number, ends: readonly number[], end = '.') =>
    film(count).map((phrase) => (ends.includes(phrase.number) ? { ...phrase, text: `${phrase.text}${end}` } : phrase));
  const lengths = (phrases: readonly Phrase[]) => allBatches(phrases).map((batch) => batch.phrases.length);

  it.each([
    ['at the last end of a sentence within 20 phrases', 45, [5, 18, 30, 37], [18, 19, 8]],
    ['after 20 phrases if no sentence ends', 45, [], [20, 20, 5]],
    ['at the end of the film', 25, [18, 19], [19, 6]],
    ['only at the end of a film of 20 phrases', 20, [3], [20]],
    ['at a sentence that ends with the twentieth phrase', 41, [20, 40], [20, 20, 1]],
    ['none', 0, [], []],
  ] as const)('batches end with sentences: %s', (_, count, ends, expected) => {
    expect(lengths(inSentenceBatches(filmWith(count, ends)))).toEqual(expected);
  });

  it.each([
    ...['.', '!', '?', '…', '。', '！？', '.”', '!"', '?»', '.“', '。」', '.)', '؟', '।', '۔'],
    ...['.</i>', '!”</i> ', '.\u200e', '.&lrm;</i>', '.⟦2⟧', '?{\\i0}', '... '],
  ])('a batch can end after a phrase that ends with: %s', (end) =>
    expect(lengths(inSentenceBatches(filmWith(30, [7], end)))).toEqual([7, 20, 3]),
  );

  it.each([',', ' -', ':', '”', '.,', '. a', '</i>'])('a batch does not end after a phrase that ends with: %s', (end) =>
    expect(lengths(inSentenceBatches(filmWith(30, [7], end)))).toEqual([20, 10]),
  );

  it.each([' ', '<i>', '{\\an8}'])('finds the ends of batches in linear time after a phrase of endless %j', (part) => {
    // Quadratic time would exceed the time limit of a test.
    expect(lengths(inSentenceBatches(filmWith(30, [7], `.${part.repeat(500_000)}x`)))).toEqual([20, 10]);
  });

  it('batches that end with sentences have the previous batch as context', () => {
    const phrases = inSentenceBatches(filmWith(45, [18, 37]));
    expect(batchAt(phrases, 1).context).toEqual(batchAt(phrases, 0).phrases);
    const places = allBatches(phrases).flatMap((batch) => batch.phrases.map((_, at) => ({ index: batch.index, at })));
    expect(phrases.map((_, place) => batchOfPlace(phrases, place))).toEqual(places);
    expect(() => batchAt(phrases, 3)).toThrow(RangeError);
  });
});
