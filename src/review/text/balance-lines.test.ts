import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitOf } from '../measured-line.ts';
import { limitsFor } from '../rules.ts';
import { balanceLines } from './balance-lines.ts';

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
  '[D1.25] breaks a text in %s: %j',
  (language, balanced, text = balanced.replaceAll('\n', /zh|ja/.test(language) ? '' : ' ')) => {
    expect(balanceLines(text, limitsFor(language), language)).toBe(balanced);
  },
);

test.each([
  ['too much for two lines', 'word '.repeat(20).trim()],
  ['a word longer than a line', `${'x'.repeat(50)} y`],
  ['three speakers', '- One.\n- Two.\n- Three.'],
])('returns undefined for %s', (_, text) => {
  expect(balanceLines(text, limitsFor('en'), 'en')).toBeUndefined();
});

test('gives one speaker two lines if the limits allow', () => {
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

test('changes only white space and keeps all limits', () => {
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

test('never throws', () => {
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
])('gives each speaker a line without dashes too, in %s: %j', (language, text) => {
  expect(balanceLines(text, limitsFor(language), language) ?? text).toBe(text);
});
