import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf } from '../judge.ts';

test.each([
  ['uk', 'Ні,  дякую.', 'Two spaces in a row.', 'Ні, дякую.'],
  ['uk', 'Ні \u00a0дякую.', 'Two spaces in a row.', 'Ні дякую.'],
  ['fr', 'Non , merci.', 'A space before a comma or full stop.', 'Non, merci.'],
  ['uk', 'Це вас .', 'A space before a comma or full stop.', 'Це вас.'],
  ['hi', 'नहीं , धन्यवाद', 'A space before a comma or full stop.', 'नहीं, धन्यवाद'],
  ['de', 'Ich habe habe es.', '“habe” stands twice.', 'Ich habe es.'],
  ['de', 'Ich gehe\ngehe nach Haus.', '“gehe” stands twice.', 'Ich gehe\nnach Haus.'],
  ['de', 'Ich gehe\ngehe.', '“gehe” stands twice.', 'Ich gehe.'],
  ['de', '<i>Ich habe  <b>,</b></i>', 'Two spaces in a row.', '<i>Ich habe <b>,</b></i>'],
  ['uk', 'Він прийшов прийшов.', '“прийшов” stands twice.', 'Він прийшов.'],
  ['el', 'Πάω σπίτι σπίτι.', '“σπίτι” stands twice.', 'Πάω σπίτι.'],
  ['he', 'אני הולך הולך.', '“הולך” stands twice.', 'אני הולך.'],
  ['ar', 'أنا ذاهب ذاهب.', '“ذاهب” stands twice.', 'أنا ذاهب.'],
])('%s: %j', (to, translation, words, fixed) => {
  const line = lineOf('Something else.', translation);
  expect(wordsOfKind('spacing', 'Something else.', translation, { to })).toBe(words);
  expect(fixOf(line, 'spacing', factsOf([line], { to }))).toBe(fixed);
});

test.each([
  ['as in the original', 'en', 'One,  two', 'Eins,  zwei'],
  ['a word said twice in the original', 'de', 'Very very good', 'Sehr sehr gut'],
  ['three dots', 'de', 'Well...', 'Na ja ...'],
  ['a decimal', 'de', 'Half', 'Nur .5'],
  ['French marks', 'fr', 'Really?!', 'Vraiment ?!'],
  ['French pronouns', 'fr', 'You see each other.', 'Vous vous voyez.'],
  ['English', 'en', 'Он это имел.', 'He had had that that day.'],
  ['German articles', 'de', 'Those who', 'Die, die die Katze sahen'],
  ['Indonesian doubles', 'id', 'Children', 'anak anak'],
  ['Turkish doubles', 'tr', 'Slowly', 'yavaş yavaş'],
  ['Hindi doubles', 'hi', 'Slowly', 'धीरे धीरे'],
  ['the beginning of the next word', 'de', 'A', 'von vonnöten, an anderen'],
  ['Japanese wide space', 'ja', 'A', 'はい　はい'],
  ['spaces at the ends of lines', 'de', 'A', 'Na gut  \nalso'],
])('%s is let off', (_, to, original, translation) => {
  expect(wordsOfKind('spacing', original, translation, { to })).toBeUndefined();
});
