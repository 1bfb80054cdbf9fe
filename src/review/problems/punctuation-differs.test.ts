import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { fixOf, judge } from '../judge.ts';

test.each([
  ['uk', 'Really?', 'Справді.', '“?” is missing.', 'Справді?'],
  ['uk', 'Really?', '<i>Справді</i>', '“?” is missing.', '<i>Справді?</i>'],
  ['uk', '"Really?"', '«Справді.»', '“?” is missing.', '«Справді?»'],
  ['ar', 'Really?', 'حقا.', '“?” is missing.', 'حقا؟'],
  ['el', 'Really?', 'Αλήθεια.', '“?” is missing.', 'Αλήθεια;'],
  ['zh', 'Really?', '真的。', '“?” is missing.', '真的？'],
  ['ja', 'Really?', '本当', '“?” is missing.', '本当？'],
  ['ko', 'Really?', '정말.', '“?” is missing.', '정말?'],
  ['hi', 'Really?', 'सच में।', '“?” is missing.', 'सच में?'],
  ['he', 'Really?', 'באמת.', '“?” is missing.', 'באמת?'],
  ['he', 'Really?', '\u202bבאמת.\u202c', '“?” is missing.', '\u202bבאמת?\u202c'],
  ['ar', 'Really?', '\u200fحقا.\u200f', '“?” is missing.', '\u200fحقا؟\u200f'],
  [
    'ar',
    '\u200e- Yes.\n\u200e- No.',
    '\u202bنعم.\u202c\n\u202bلا.\u202c',
    'A dash of the dialogue is missing.',
    '\u202b- نعم.\u202c\n\u202b- لا.\u202c',
  ],
  ['th', 'Really?', 'จริงเหรอ', '“?” is missing.', 'จริงเหรอ?'],
  ['es', 'Hello. Really?', 'Hola. De verdad.', '“?” is missing.', 'Hola. ¿De verdad?'],
  ['fr', 'Really?', 'Vraiment.', '“?” is missing.', 'Vraiment\u00a0?'],
  ['uk', 'Stop!', 'Стій.', '“!” is missing.', 'Стій!'],
  ['es', 'Stop!', 'Para.', '“!” is missing.', '¡Para!'],
  ['uk', 'But then...', 'Але тоді', '“…” is missing.', 'Але тоді…'],
  ['uk', 'But then…', 'Але тоді.', '“…” is missing.', 'Але тоді…'],
  ['uk', '♪ La la ♪', 'Ла-ла', '“♪” is missing.', '♪ Ла-ла ♪'],
  ['uk', '- Yes.\n- No.', 'Так.\nНі.', 'A dash of the dialogue is missing.', '- Так.\n- Ні.'],
  ['uk', '- Yes.\n- No.', '- Так.\nНі.', 'A dash of the dialogue is missing.', '- Так.\n- Ні.'],
  ['uk', '- Yes.\n- No.', 'Так. Ні.', 'A dash of the dialogue is missing.', undefined],
  ['nl', '- Yes.\n- No.', 'Ja.\nNee.', 'A dash of the dialogue is missing.', 'Ja.\n- Nee.'],
  ['uk', 'Really? Then stop!', 'Справді, тоді стій.', '“?” and “!” are missing.', 'Справді, тоді стій?!'],
])('%s: %j → %j', (to, original, translation, words, fixed) => {
  const line = lineOf(original, translation);
  expect(wordsOfKind('punctuation-differs', original, translation, { to })).toBe(words);
  expect(fixOf(line, 'punctuation-differs', factsOf([line], { to }))).toBe(fixed);
});

test.each([
  ['uk', 'Really?', 'Справді?'],
  ['el', 'Really?', 'Αλήθεια;'],
  ['ar', 'Really?', 'حقا؟'],
  ['zh', 'Really?', '真的？'],
  ['uk', 'What? You are here.', 'Як, ти тут?'],
  ['uk', 'Hey! Come here.', 'Гей, йди сюди.'],
  ['uk', 'Stop!', '¡Стій!'],
  ['uk', 'But then...', 'Але тоді…'],
  ['zh', 'But then...', '但是……'],
  ['nl', '- Yes.\n- No.', 'Ja.\n- Nee.'],
  ['uk', '- Yes.\n- No.', '– Так.\n– Ні.'],
  ['uk', '-5 degrees\n-10 degrees', '5 нижче нуля\n10 нижче нуля'],
  ['uk', '♪ La la', '♫ Ла-ла'],
  ['uk', 'Fine.', 'Добре!'],
])('%s: %j → %j is let off', (to, original, translation) => {
  expect(wordsOfKind('punctuation-differs', original, translation, { to })).toBeUndefined();
});

test('a sign that the film leaves out on purpose is not asked for', () => {
  const lines = Array.from({ length: 12 }, (_, index) => lineOf('Really?', 'จริงเหรอ', index + 1));
  expect(judge(lines, factsOf(lines, { to: 'th' })).size).toBe(0);
});
