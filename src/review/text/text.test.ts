import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { withoutTags } from '../../subtitles/tags.ts';
import { withoutSounds } from '../finish-file.ts';
import { fitOf, limitsFor } from '../measured-line.ts';
import { balanceLines } from './balance-lines.ts';
import { moveFirstWordsUp, moveLastWordsDown } from './move-words.ts';
import { changedWords } from './words.ts';

const marked = (before: string, after: string) =>
  changedWords(before, after)
    .map(({ text, isNew }) => (isNew ? `[${text}]` : text))
    .join('');

test.each([
  ['a b c', 'a b c', 'a b c'],
  ['a b c', 'a x c', 'a [x ]c'],
  ['a b c', 'b c', 'b c'],
  ['', 'a b', '[a b]'],
  ['a\nb', 'a b', 'a b'],
  ['one two three', 'three two one', 'three [two one]'],
  ['Onde você estava?', 'Onde você estava ontem?', 'Onde você [estava ontem?]'],
])('marks the words that changed from %j to %j: %s', (before, after, expected) => {
  expect(marked(before, after)).toBe(expected);
});

test('marks changed words in pieces that join to the new text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      expect(
        changedWords(before, after)
          .map(({ text }) => text)
          .join(''),
      ).toBe(after);
    }),
  );
});

it.each<[text: string, said: string]>([
  ['[door creaks]', ''],
  ['(SIGHS)', ''],
  ['（ため息）', ''],
  ['【音楽】', ''],
  ['<i>[music]</i>', ''],
  ['{\\an8}[music]', ''],
  ['- [sighs]', ''],
  ['[thunder] [rain]', ''],
  ['\u202b[thunder]\u202c\n&rlm;[rain]', ''],
  ['[door\ncreaks]', ''],
  ['[sighs]\n(rain\nfalls)', ''],
  ['♪', ''],
  ['♪♪', ''],
  ['♪ la la ♪', ''],
  ['♪ la la\nla la ♪', ''],
  ['♪ la ♪\n♪ la ♪', ''],
  ['# la la #', ''],
  ['[sighs]\nI know.', 'I know.'],
  ['I know.\n[sighs]', 'I know.'],
  ['♪ la ♪\nHello\n♪ la ♪', 'Hello'],
  ['<i>[door]\nHello</i>', '<i>Hello</i>'],
  ['<i>Hello\n[door]</i>', '<i>Hello</i>'],
  ['⟦1⟧[door]\nHello', '⟦1⟧Hello'],
])('[D1.24] removes lines in brackets or between notes from %j', (text, said) => {
  expect(withoutSounds(text)).toBe(said);
});

it.each([
  ['[sighs] I know.'],
  ['Mr. [Bob] Smith'],
  ['I know (I think).'],
  ['[not closed'],
  ['♪ a song that goes on'],
  ['that ends here ♪'],
  ['a ♪ in a text'],
  ['#1 of the #charts'],
  ['- Yes.\n- No.'],
  [''],
])('[D1.24] keeps speech: %j', (text) => {
  expect(withoutSounds(text)).toBe(text);
});

it('[D1.24] removes sounds in linear time', () => {
  for (const part of ['[a] ', '[', '♪', '♪ a ', '- ', '# '])
    expect(withoutSounds(`${part.repeat(50_000)}x`)).toContain('x');
});

test('joins letters of two UTF-16 units without a space in scripts without spaces', () => {
  expect(moveFirstWordsUp(['他去了𠮷', '野家。然后走了'])).toEqual(['他去了𠮷野家。', '然后走了']);
  expect(moveLastWordsDown(['我们去，野家', '𠮷吃饭'])).toEqual(['我们去，', '野家𠮷吃饭']);
});

type Pair = readonly [string, string];
const pair = (texts: string): Pair => {
  const [earlier = '', later = ''] = texts.split(' | ');
  return [earlier, later];
};

test.each([
  ['I saw | him yesterday.', 'I saw him | yesterday.'],
  ['I saw | him, I think. Yes.', 'I saw him, | I think. Yes.'],
  ['I saw | him yesterday\nin town.', 'I saw him yesterday | in town.'],
  ['a\nb | c d', 'a\nb c | d'],
  [' | c d', 'c | d'],
  ['a | - Yes. - No.', 'a\n- Yes. | - No.'],
  ['a | “Quoi” ? Non', 'a “Quoi” ? | Non'],
  ['a | 3.50 euros. Or', 'a 3.50 euros. | Or'],
  ['<i>I saw</i> | <i>him there</i>', '<i>I saw him</i> | <i>there</i>'],
  ['I saw | <i>him</i> there', 'I saw <i>him</i> | there'],
  ['I saw | <i>him there</i>', 'I saw <i>him</i> | <i>there</i>'],
  ['I saw | <em>him there</em>', 'I saw <em>him</em> | <em>there</em>'],
  ['I saw | <laughs> him', 'I saw <laughs> | him'],
  ['{\\an8}I saw | {\\an8}him there', '{\\an8}I saw him | {\\an8}there'],
  ['彼は | 昨日、東京に行った', '彼は昨日、 | 東京に行った'],
  ['彼は | 昨日 行った', '彼は昨日 | 行った'],
  ['I said | Yes⟦1⟧, come', 'I said Yes, | ⟦1⟧come'],
  ['A ⟦1⟧b⟦2⟧ | c ⟦1⟧d⟦2⟧ e', 'A ⟦1⟧b⟦2⟧ c | ⟦1⟧d⟦2⟧ e'],
])('[D13.7] moves the first clause or word up: %j becomes %j', (before, after) => {
  expect(moveFirstWordsUp(pair(before))).toEqual(pair(after));
});

test.each([
  ['I saw him | yesterday.', 'I saw | him yesterday.'],
  ['Yes. I saw him | yesterday.', 'Yes. | I saw him yesterday.'],
  ['Yes. I | - No.', 'Yes. | I\n- No.'],
  ['♪ la di da ♪ | x', '♪ la di | da ♪ x'],
  ['I saw | {\\an8}him', 'I | {\\an8}saw him'],
  ['そう。東京に | 行った', 'そう。 | 東京に行った'],
])('[D13.7] moves the last clause or word down: %j becomes %j', (before, after) => {
  expect(moveLastWordsDown(pair(before))).toEqual(pair(after));
});

test('[D13.7] never separates a word from its reading in small characters (ruby)', () => {
  expect(moveFirstWordsUp(['a', '漢⟦1⟧kan⟦2⟧ b'])).toBeUndefined();
});

test('never moves the only word of a line', () => {
  expect(moveFirstWordsUp(['a', '<i>- b.</i>'])).toBeUndefined();
  expect(moveLastWordsDown(['♪ b ♪', 'a'])).toBeUndefined();
  expect(moveFirstWordsUp(['a', ''])).toBeUndefined();
});

const anyText = fc
  .array(
    fc.constantFrom('a', 'be ', 'c. ', '\n', '<i>', '</i>', '<b>', '</b>', '{\\an8}', '- d', '猫', '。', ' ', '🎬'),
  )
  .map((pieces) => pieces.join(''));
const letters = (texts: Pair) => withoutTags(texts.join('')).replace(/\s+/gu, '');
const marks = (texts: Pair) => (texts.join('').match(/\{\\an8\}/gu) ?? []).length;

test('loses no letter, word or tag when words are moved to a neighbouring line', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.boolean(), (earlier, later, up) => {
      const after = (up ? moveFirstWordsUp : moveLastWordsDown)([earlier, later]);
      if (!after) return;
      expect(letters(after)).toBe(letters([earlier, later]));
      expect(marks(after)).toBe(marks([earlier, later]));
      for (const text of after) {
        expect(withoutTags(text)).toMatch(/[\p{L}\p{N}]/u);
        expect(text).not.toMatch(/^\s*$/mu);
        for (const tag of ['i', 'b']) {
          expect(text.split(`<${tag}>`).length, text).toBe(text.split(`</${tag}>`).length);
        }
      }
    }),
  );
});

test('restores the texts when a word is moved up and down again', () => {
  const words = fc.array(fc.constantFrom('one', 'two', 'three', 'vier', 'пять'), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(words, words, (earlier, later) => {
      const before: Pair = [earlier.join(' '), later.join(' ')];
      const there = moveFirstWordsUp(before);
      expect(there && moveLastWordsDown(there)).toEqual(before);
    }),
  );
});

test.each<[language: string, balanced: string, text?: string]>([
  ['en', 'Short enough for one line.', 'Short enough\nfor one line.'],
  ['en', 'I have been waiting here\nfor you since this morning.'],
  ['en', 'Never do that again.\nYou could have hurt somebody.'],
  ['en', 'When he came home in the evening,\nnobody was there.'],
  ['en', '- Where have you been?\n- At home.', '- Where have\nyou been?\n- At home.'],
  ['en', '⟦1⟧I have been ⟦2⟧waiting here\nfor you since this morning.⟦3⟧'],
  ['ja', '私は⟦1⟧毎日⟦2⟧図書館で本を読んでいますが、⟦3⟧\n今日は休みです⟦4⟧'],
  ['en', '<i>I have been waiting here\nfor you since this morning.</i>'],
  ['de', 'Das ist das Haus,\nin dem der alte Mann gewohnt hat.'],
  ['uk', 'Я чекаю на тебе тут із самого ранку,\nде ти був?'],
  ['el', 'Σε περιμένω εδώ από το πρωί\nκαι δεν ήρθες ποτέ εδώ.'],
  ['ar', 'أنا أنتظرك هنا منذ الصباح\nولم تأت ولم تتصل بي أبدا.'],
  ['zh', '我们已经在这里等了三个小时，\n你到底去哪儿了？'],
  ['ja', 'ここで三時間も待っているんですが、\nあなたはどこにいるんですか。'],
  ['ur', 'میں یہاں صبح سے انتظار کر رہا ہوں۔\nتم کہاں تھے؟'],
  ['hi', 'मैं सुबह से यहाँ तुम्हारा इंतज़ार कर रहा हूँ।\nतुम कहाँ थे और क्यों नहीं आए?'],
  ['hy', 'Ես առավոտից սպասում եմ այստեղ։\nՈւր էիր դու այսքան ժամանակ'],
  ['am', 'ከጠዋት ጀምሮ እዚህ እየጠበቅኩህ ነው።\nአንተ የት ነበርክ እስከ አሁን ድረስ'],
  ['el', 'Πού ήσουν όλη τη μέρα;\nΣε περίμενα εδώ από το πρωί'],
  ['ko', '여기서 세 시간\n동안이나 기다렸어요.'],
  ['ja', '短いです。', '短い\nです。'],
  ['ja', '－誰だ？\n－誰でもない', '－誰だ？\n－誰でもない'],
  ['he', '־ מי זה?\n־ אני.', '־ מי זה?\n־ אני.'],
  ['ko', '내일 아침에 우리 집에 올래?'],
  ['zh', '𠮷𠮷。', '𠮷\n𠮷。'],
  ['en', 'I paid him exactly\n10\u00a0000\u00a0dollars last night ok.'],
  ['fr', 'Mais hier matin vous\nnous avez dit\u202f: «\u202fNon\u202f!\u202f»'],
  [
    'he',
    '\u202b- מה שלומך\u202c \u202bהיום?\u202c\n\u202b- טוב.\u202c',
    '\u202b- מה שלומך\u202c\n\u202bהיום?\u202c\n\u202b- טוב.\u202c',
  ],
])(
  '[D1.25] balances the lines of a text in %s: %j',
  (language, balanced, text = balanced.replaceAll('\n', /zh|ja/.test(language) ? '' : ' ')) => {
    expect(balanceLines(text, limitsFor(language), language)).toBe(balanced);
  },
);

test.each([
  ['too much for two lines', 'word '.repeat(20).trim()],
  ['a word longer than a line', `${'x'.repeat(50)} y`],
  ['three speakers', '- One.\n- Two.\n- Three.'],
])('returns no balanced lines for %s', (_, text) => {
  expect(balanceLines(text, limitsFor('en'), 'en')).toBeUndefined();
});

test('gives one speaker two lines if the limits allow them', () => {
  const text = '- I have been waiting here for you since this morning.\n- Sorry.';
  expect(balanceLines(text, { ...limitsFor('en'), lines: 4 }, 'en')).toBe(
    '- I have been waiting here\nfor you since this morning.\n- Sorry.',
  );
});

const WORDS = [
  ...['I', 'the', 'hello', 'wonderful,', 'day.', '- Yes', '<i>so</i>', 'добре', '你好', 'สวัสดี', 'नमस्ते', '😀', '\n'],
  '{\\an8}',
];
const bare = (text: string) => text.replace(/\s+/g, '');

test('changes only white space and keeps all limits when it balances lines', () => {
  const texts = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
  const limits = fc.tuple(fc.integer({ min: 5, max: 60 }), fc.integer({ min: 1, max: 5 }));
  const languages = fc.constantFrom('en', 'ja', undefined);
  fc.assert(
    fc.property(texts, limits, languages, (text, [charactersPerLine, lines], language) => {
      const balanced = balanceLines(text, { charactersPerSecond: 17, charactersPerLine, lines }, language);
      if (balanced === undefined) return;
      const fit = fitOf(balanced, undefined);
      expect(bare(balanced)).toBe(bare(text));
      expect(fit.lines).toBeLessThanOrEqual(lines);
      expect(fit.longestLine).toBeLessThanOrEqual(charactersPerLine);
    }),
  );
});

test('never throws when it balances lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (text) => {
      expect(() => balanceLines(text, limitsFor('ja'), 'ja')).not.toThrow();
    }),
  );
});

test.each([
  ['de', '>> Kommst du mit?\n>> Nein.'],
  ['en', 'NURSE: Come in.\nGUARD: No.'],
  ['ja', '「行くのか？」\n「いや」'],
])('gives each speaker a line of their own even without dashes, in %s: %j', (language, text) => {
  expect(balanceLines(text, limitsFor(language), language) ?? text).toBe(text);
});
