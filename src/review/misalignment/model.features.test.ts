import { expect, test } from 'vitest';
import { filled, WORST } from '../../../test/worst-inputs.ts';
import { featuresOf } from './model.ts';

test.each([
  ['At 8:15, 20 men.', '15 20 8'],
  ['٨:١٥ ٢٠', '15 20 8'],
  ['２０人', '20'],
  ['Nobody.', ''],
])('the numbers of %s are %j, in the digits of any script', (text, numbers) => {
  expect(featuresOf(text).numbers).toBe(numbers);
});

test('words are cut so that their endings fall together; without spaces two characters are a word', () => {
  expect(featuresOf('<i>Телефоном, телефон!</i> Я').words).toEqual(['телефо']);
  expect(featuresOf('猫です').words).toEqual(['猫で', 'です']);
});

test('a text is about as long as its translation, whatever the script', () => {
  const [english, japanese, arabic] = ['Only the telephone, sir.', '電話だけです', 'الهاتف فقط يا سيدي.'].map(
    (text) => featuresOf(text).length,
  );
  expect((japanese ?? 0) / (english ?? 1)).toBeGreaterThan(0.5);
  expect((arabic ?? 0) / (english ?? 1)).toBeGreaterThan(0.6);
});

test('the worst texts have features like others', () => {
  for (const text of [...WORST, '?', '.', '"', '!a'])
    expect(featuresOf(filled(text, 100_000)).words.length).toBeLessThanOrEqual(24);
});
