import { expect, test } from 'vitest';
import { mainScript, scriptOfLanguage } from './scripts.ts';

test.each([
  ['Latn', 'Good morning, ladies and gentlemen. '],
  ['Cyrl', 'Доброго ранку, пані та панове. '],
  ['Grek', 'Καλημέρα, κυρίες και κύριοι. '],
  ['Arab', 'صباح الخير سيداتي سادتي. '],
  ['Hebr', 'בוקר טוב גבירותיי ורבותיי. '],
  ['Thai', 'อรุณสวัสดิ์ ท่านสุภาพบุรุษ '],
  ['Deva', 'सुप्रभात देवियों और सज्जनों। '],
  ['Hang', '신사 숙녀 여러분, 안녕하세요. '],
  ['Hani', '女士们先生们早上好。'],
  ['Kana', '皆さん、おはようございます。'],
])('%s', (script, text) => {
  expect(mainScript([text.repeat(8)])).toBe(script);
});

test('a few letters tell nothing', () => {
  expect(mainScript(['OK', '123'])).toBeUndefined();
});

test.each([
  ['uk', 'Cyrl'],
  ['pt-BR', 'Latn'],
  ['zh-Hant', 'Hani'],
  ['ja', 'Kana'],
  ['ko', 'Hang'],
  ['sr', undefined],
  ['sr-Latn', 'Latn'],
  ['not a language', undefined],
])('%s is written in %s', (language, script) => {
  expect(scriptOfLanguage(language)).toBe(script);
});
