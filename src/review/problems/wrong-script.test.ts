import { expect, test } from 'vitest';
import { factsOf, lineOf, wordsOfKind } from '../../../test/review-film.ts';
import { judge } from '../judge.ts';

test.each([
  ['en', 'pt', 'Hello there', 'Olá, привет', 'Letters of another alphabet: “привет”.'],
  ['en', 'uk', 'Hello there', 'Привіт, 你好', 'Letters of another alphabet: “你好”.'],
  ['en', 'uk', 'The cat', 'Кiт', 'Letters of another alphabet: “Кiт”.'],
  ['en', 'el', 'The cat', 'H γάτα Γάτa', 'Letters of another alphabet: “Γάτa”.'],
  ['ja', 'zh', '猫です', '是猫です', 'Letters of another alphabet: “是猫です”.'],
  ['en', 'ja', 'The cat', '고양이です', 'Letters of another alphabet: “고양이です”.'],
  ['en', 'ar', 'The cat', 'קטה', 'Letters of another alphabet: “קטה”.'],
  ['en', 'hi', 'The cat', 'แมว', 'Letters of another alphabet: “แมว”.'],
  ['en', 'th', 'The cat', 'बिल्ली', 'Letters of another alphabet: “बिल्ली”.'],
  ['en', 'ko', 'The cat', 'ねこ', 'Letters of another alphabet: “ねこ”.'],
  ['ru', 'uk', 'Как дела?', 'How are you doing?', 'Latin letters in most of this line.'],
  ['ja', 'ko', '元気ですか', 'How are you?', 'Latin letters in most of this line.'],
  ['ru', 'pt', 'Фраза 3', 'PT: Фраза 3', 'Wrong alphabet in most of this line.'],
  ['el', 'uk', 'Καλημέρα, κύριε', 'Καλημέρα, κύριε Іване', 'Wrong alphabet in most of this line.'],
  ['ru', 'pt', 'Я иду в театр с мамой.', 'Vou ao театр com a mamãe.', 'Letters of another alphabet: “театр”.'],
  ['ru', 'pt', 'Слово «дом».', 'O termo “дом”.', 'Letters of another alphabet: “дом”.'],
  ['ja', 'en', '東京に行く', 'I am going to 東京', 'Letters of another alphabet: “東京”.'],
  ['ja', 'zh', 'コーヒーを飲む', '我喝コーヒー了', 'Letters of another alphabet: “我喝コーヒー了”.'],
  ['en', 'zh-Hant', 'What do you say?', '你怎麼说？', 'Simplified characters: “说”.'],
  ['zh-Hans', 'zh-TW', '我们没有时间了。', '我們沒有时间了。', 'Simplified characters: “时间”.'],
  ['en', 'zh-Hans', 'What do you say?', '你對這個怎么看？', 'Traditional characters: “對這個”.'],
  ['en', 'uk', 'I love the theatre.', 'Я люблю theatre.', 'Letters of another alphabet: “theatre”.'],
  ['en', 'pt', 'Hello', 'Ol\ufffd', 'Wrong encoding: some letters are damaged.'],
  ['en', 'pt', 'Not here', 'NÃ£o aqui', 'Wrong encoding: some letters are damaged.'],
])('[D13.8] reports words in a wrong script, %s → %s: %j → %j', (from, to, original, translation, words) => {
  expect(wordsOfKind('wrong-script', original, translation, { from, to })).toBe(words);
});

test.each([
  ['the script of the target language', 'en', 'uk', 'Hello there', 'Привіт усім'],
  ['Latin letters with accents', 'en', 'vi', 'Hello there', 'Xin chào các bạn ở đó'],
  ['Latin names', 'en', 'uk', 'I use an iPhone at YouTube.', 'Я користуюсь iPhone на YouTube.'],
  ['names with endings', 'en', 'uk', 'IT people with an iPhone', 'IT-шники з iPhone’ом'],
  ['many Latin names', 'en', 'uk', 'Radio Free Europe and New York Times', 'Radio Free Europe і New York Times'],
  ['a Latin quotation that the original has', 'en', 'pt', 'He said “привет”.', 'Ele disse “привет”.'],
  [
    'a quotation from a third language in a Russian film',
    'ru',
    'pt',
    'Он сказал «שלום» ей.',
    'Ele disse “שלום” a ela.',
  ],
  ['units and addresses', 'en', 'uk', '5 km to test@mail.com, www.mail.com', '5 km до test@mail.com, www.mail.com'],
  ['a name with an ending of the target language', 'en', 'ru', 'My iPhone and Tom', 'Мой iPhone и Tom'],
  ['a name with short words', 'en', 'ru', 'By Leonardo da Vinci', 'Работа Leonardo da Vinci'],
  ['a title with short words', 'en', 'ja', 'It is The Lord of the Rings', 'これは The Lord of the Rings です'],
  ['a sign from another script', 'en', 'pt', 'Ohm', '5 Ω, π'],
  ['Traditional Chinese', 'en', 'zh-Hant', 'What do you say?', '你對這個怎麼說？'],
  ['Simplified Chinese', 'en', 'zh-Hans', 'What do you say?', '你对这个怎么说？'],
  ['both kinds of Chinese, if the target is plain Chinese', 'en', 'zh', 'What do you say?', '你對这个怎麼说？'],
  ['a name in the original’s letters', 'ja', 'zh-Hant', '会津へ行く', '去会津'],
  ['Japanese in its three scripts', 'en', 'ja', 'The cat on TV', 'テレビの猫、TV'],
  ['Korean with Han', 'en', 'ko', 'The beauty', '미(美)'],
  ['Serbian in Latin letters', 'ru', 'sr', 'Как дела?', 'Kako si danas?'],
  ['signs of multiplication and division', 'en', 'uk', '2 x 2', '2 × 2 ÷ 1'],
  ['a word that the sentence speaks about, in quotation marks', 'en', 'ru', 'Focus on the word to.', 'Это слово «to».'],
  ['code', 'en', 'zh', 'With padding=True, it works.', '使用padding=True，它有效。'],
])('accepts letters of another script: %s', (_, from, to, original, translation) => {
  expect(wordsOfKind('wrong-script', original, translation, { from, to })).toBeUndefined();
});

test.each([
  ['zh', 'Gamma rays', 'γ射线'],
  ['zh', 'Pi is 3.14.', 'π是3.14。'],
  ['ja', 'The beta version', 'β版'],
])('[D13.8] accepts a single Greek letter as a symbol, en → %s: %j → %j', (to, original, translation) => {
  expect(wordsOfKind('wrong-script', original, translation, { from: 'en', to })).toBeUndefined();
});

test('[D13.8] reports a Greek word within Chinese', () => {
  const words = wordsOfKind('wrong-script', 'He is good.', '他是καλός人。', { from: 'en', to: 'zh' });
  expect(words).toBe('Letters of another alphabet: “他是καλός人”.');
});

test.each([
  ['accepts a word that the translations of the film keep', ['这个token', '一个 token。', 'token 很短'], 0],
  ['reports a word that stays here and there', ['这个token', '一个 token。', '词元', '词元', '词元', '词元'], 2],
  [
    'reports a word that stays in fewer lines than it is translated in',
    ['token', 'token 好', 'token', ...Array(4).fill('词元')],
    3,
  ],
])('[D13.8] %s', (_, translations: readonly string[], reported) => {
  const lines = translations.map((text, at) => lineOf(`Here is the token of part ${at}.`, `看 ${text}`, at + 1));
  const problems = [...judge(lines, factsOf(lines, { to: 'zh' })).values()].flat();
  expect(problems.filter(({ kind }) => kind === 'wrong-script')).toHaveLength(reported);
});
