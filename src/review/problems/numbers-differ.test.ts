import { expect, test } from 'vitest';
import { wordsOfKind } from '../../../test/review-film.ts';

const differ = (one: number, other: number) => `Numbers differ: ${one} in the original, ${other} here.`;

test.each([
  ['a year that is missing', 'en', 'uk', 'It was in 1983.', 'Це було давно.', 'Number missing: 1983.'],
  ['two', 'en', 'uk', 'From 1983 to 1987.', 'Це було давно.', 'Number missing: 1983, 1987.'],
  ['another number', 'en', 'uk', 'It was in 1983.', 'Це було в 1938 році.', differ(1983, 1938)],
  ['a different number of ten thousands', 'en', 'ja', '15,000 yen', '1万6000円', differ(15000, 16000)],
  ['a different small number', 'en', 'uk', 'Room 5', 'Кімната 6', differ(5, 6)],
  ['a four in place of a quarter', 'ja', 'ar', '25個', 'أربعة.', 'Number missing: 25.'],
  ['an additional number', 'en', 'uk', 'Come in.', 'Кімната 314.', 'Number added: 314.'],
  ['an additional zero', 'en', 'uk', '150 men', '1500 людей', differ(150, 1500)],
  ['a different number in Arabic digits', 'en', 'ar', 'It was in 1983.', 'كان ذلك في ١٩٣٨.', differ(1983, 1938)],
  ['a different number in full-width digits', 'en', 'ja', 'Room 314', '３１５号室', differ(314, 315)],
])('reports a number that differs: %s', (_, from, to, original, translation, words) => {
  expect(wordsOfKind('numbers-differ', original, translation, { from, to })).toBe(words);
});

test.each([
  ['the same number', 'en', 'uk', 'It was in 1983.', 'Це було в 1983 році.'],
  ['a quarter of an hour', 'en', 'ja', "It's a quarter to three.", '３時15分前だ'],
  ['a quarter as a word', 'ko', 'de', '3시 15분 전이야', 'Es ist Viertel vor drei.'],
  ['the same number in Arabic', 'ko', 'ar', '3시 15분 전이야', 'إنها الثالثة إلا الربع.'],
  ['the number in a code of a direction mark', 'en', 'he', '&#8206;Come in.', '&#8207;היכנס.'],
  ['a small number that became a word', 'en', 'uk', 'I have 3 brothers.', 'У мене троє братів.'],
  ['a word that became a small number', 'en', 'uk', 'I have three brothers.', 'У мене 3 брати.'],
  ['a large number that became a word', 'en', 'uk', 'It costs 25.', 'Це коштує двадцять п’ять.'],
  ['a word that became a large number', 'en', 'uk', 'Twenty-five.', '25.'],
  ['words in German', 'en', 'de', '48 hours', 'Achtundvierzig Stunden'],
  ['words in Chinese', 'en', 'zh', '48 hours', '四十八小时'],
  ['words in Hindi', 'en', 'hi', '30 people', 'तीस लोग'],
  ['words in Hebrew', 'en', 'he', '48 hours', 'ארבעים ושמונה שעות'],
  ['words in Greek', 'en', 'el', '48 hours', 'Σαράντα οχτώ ώρες'],
  ['words in Korean', 'en', 'ko', '30 people', '서른 명'],
  ['the separator of the other language', 'en', 'de', '1,000,000 men', '1.000.000 Männer'],
  ['a space as the separator', 'en', 'uk', '25,000', '25 000'],
  ['the decimal comma', 'en', 'de', '3.5 percent', '3,5 Prozent'],
  ['24 hours', 'en', 'de', 'At 5 p.m.', 'Um 17 Uhr'],
  ['a time with a full stop', 'en', 'de', 'At 10:45', 'Um 10.45 Uhr'],
  ['a decade', 'en', 'uk', 'the 1980s', '80-ті роки'],
  ['millions', 'en', 'uk', '1.5 million', '1 500 000'],
  ['ten thousands', 'en', 'zh', '20,000 people', '2万人'],
  ['ten thousands and thousands', 'en', 'ko', '15,000 won', '1만 5천 원'],
  ['hundred millions and ten thousands', 'en', 'zh', '150,000,000 people', '1億5000万人'],
  ['thousands and hundreds', 'en', 'zh', '3,500 people', '3千5百人'],
  ['a year of the Thai calendar', 'en', 'th', 'It was in 1984.', 'มันเกิดขึ้นในปี พ.ศ. 2527'],
  ['thousands of ten thousands', 'ja', 'en', '2千万円', '20,000,000 yen'],
  ['a fraction of ten thousands', 'en', 'zh', '15,000 people', '1.5万人'],
  ['ten thousands, a space and another number', 'ja', 'en', '借金は300万　25歳', 'A debt of 3,000,000, at 25'],
  ['ten thousands and another number in the next line', 'zh', 'en', '预算25万\n2020年完成', '250,000,\ndone in 2020'],
  ['ten thousands and more behind a space', 'ko', 'en', '1만 5000원', '15,000 won'],
  ['separators of ten thousands', 'en', 'zh', '15 million', '1,500万'],
  ['Arabic separators', 'en', 'ar', 'It costs 1,250,000.', 'تكلفتها ١٬٢٥٠٬٠٠٠.'],
  ['an Arabic decimal comma', 'en', 'ar', '1.5 million', '١٫٥ مليون'],
  ['Arabic digits', 'en', 'ar', 'Room 314', 'غرفة ٣١٤'],
  ['wide digits', 'en', 'ja', 'Room 314', '３１４号室'],
  ['leading zeros', 'en', 'uk', 'Agent 007', 'Агент 7'],
])('accepts a number that is written differently: %s', (_, from, to, original, translation) => {
  expect(wordsOfKind('numbers-differ', original, translation, { from, to })).toBeUndefined();
});

test.each([
  ['pt-PT', '17 years', 'dezassete anos'],
  ['pt-PT', 'At 16', 'Aos dezasseis'],
  ['tr', '18 years old', 'on sekiz yaşında'],
  ['ko', '17 years old', '열일곱 살'],
  ['hi', '25 men', 'पच्चीस आदमी'],
  ['hi', '49 men', 'उनचास आदमी'],
  ['hi', '79 men', 'उन्यासी आदमी'],
  ['hi', '85 men', 'पचासी आदमी'],
  ['hi', '89 men', 'नवासी आदमी'],
  ['el', '15 minutes', 'δεκαπέντε λεπτά'],
  ['bg', '15 minutes', 'петнайсет минути'],
  ['it', 'The 15th chapter', 'Il quindicesimo capitolo'],
  ['hr', '25 dollars', 'dvadeset pet dolara'],
  ['ro', '25 dollars', 'douăzeci și cinci de dolari'],
  ['hu', '25 dollars', 'huszonöt dollár'],
  ['fi', '25 dollars', 'kaksikymmentäviisi dollaria'],
  ['vi', '25 dollars', 'hai mươi lăm đô la'],
  ['vi', '17 years old', 'mười bảy tuổi'],
  ['id', '25 dollars', 'dua puluh lima dolar'],
  ['id', '1,200 men', 'seribu dua ratus orang'],
  ['ms', '17 years old', 'tujuh belas tahun'],
  ['fa', '25 dollars', 'بیست و پنج دلار'],
  ['fa', '35 men', 'سی و پنج مرد'],
  ['fa', '550 men', 'پانصد و پنجاه مرد'],
  ['sl', '25 dollars', 'petindvajset dolarjev'],
  ['sl', '17 years old', 'sedemnajst let'],
  ['lv', '25 dollars', 'divdesmit pieci dolāri'],
  ['lv', '250 men', 'divsimt piecdesmit vīru'],
  ['lt', '25 dollars', 'dvidešimt penki doleriai'],
  ['lt', '17 years old', 'septyniolika metų'],
  ['et', '25 dollars', 'kakskümmend viis dollarit'],
  ['et', '17 years old', 'seitseteist aastat vana'],
])('accepts a number in words in %s: %j → %j', (to, original, translation) => {
  expect(wordsOfKind('numbers-differ', original, translation, { from: 'en', to })).toBeUndefined();
});

test.each([
  ['fr', 'In the 18th century', 'Au XVIIIe siècle'],
  ['pt', 'In the 18th century', 'No século XVIII'],
  ['it', 'In the 18th century', 'Nel XVIII secolo'],
  ['ru', 'In the 18th century', 'В XVIII веке'],
  ['pl', 'In the 18th century', 'W XVIII wieku'],
  ['es', 'Chapter 14', 'Capítulo XIV'],
])('accepts Roman numerals in %s: %j → %j', (to, original, translation) => {
  expect(wordsOfKind('numbers-differ', original, translation, { from: 'en', to })).toBeUndefined();
});

test('accepts digits as the translation of a Roman numeral', () => {
  const facts = { from: 'fr', to: 'en' };
  expect(wordsOfKind('numbers-differ', 'Au XVIIIe siècle', 'In the 18th century', facts)).toBeUndefined();
});

test.each([
  ['another Roman numeral', 'fr', 'In the 18th century', 'Au XVIIe siècle', 'Number missing: 18.'],
  ['the letters of a word', 'fr', '18 CIVILS', 'DES CIVILS', 'Number missing: 18.'],
  ['the Greek word for "decade"', 'el', '25 decades', 'δεκαετίες', 'Number missing: 25.'],
  ['the Finnish word for "another"', 'fi', '25 men', 'Vielä toista', 'Number missing: 25.'],
  ['the Indonesian word for "noise"', 'id', '25 men', 'Jangan ribut', 'Number missing: 25.'],
  ['the Persian word for "aim"', 'fa', '25 men', 'قصد بدی ندارم', 'Number missing: 25.'],
  ['the Slovenian word for "oldest"', 'sl', '25 men', 'Najstarejši so v mestu', 'Number missing: 25.'],
  ['the Latvian word for "decade"', 'lv', '25 men', 'desmitgade', 'Number missing: 25.'],
  ['the Lithuanian word for "republic"', 'lt', '25 men', 'Respublika', 'Number missing: 25.'],
  ['the Estonian word for "harbour"', 'et', '25 men', 'Sadam on teistele', 'Number missing: 25.'],
  ['the Hindi word for "resident"', 'hi', '25 men', 'निवासी', 'Number missing: 25.'],
  ['the Hungarian word for "captain"', 'hu', '25 men', 'Igen, százados', 'Number missing: 25.'],
])('does not accept as the number of the original: %s', (_, to, original, translation, words) => {
  expect(wordsOfKind('numbers-differ', original, translation, { from: 'en', to })).toBe(words);
});
