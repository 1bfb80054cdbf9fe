import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitOf, roomFor } from './measured-line.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string) => [...segmenter.segment(text)].length;

test.each([
  ['spaces count', 'Good morning', 12],
  ['a line break does not', 'Good\nmorning', 11],
  ['nor one of another system', 'Good\r\nmorning', 11],
  ['nor do tags', '<i>Good</i> {\\an8}<font color="#fff">morning</font>', 12],
  ['nor does what stands for code', '⟦1⟧Good⟦2⟧ ⟦31⟧morning⟦4⟧', 12],
  ['what only looks like tags does', '1 < 2, {smiles} <laughs>', 24],
  ['a letter with a combining accent is one', 'Cafe\u0301', 4],
  ['й in two code points is one', 'и\u0306', 1],
  ['Arabic with vowel signs', 'مَرْحَبًا', 5],
  ['Thai vowels above and below', 'ที่นี่', 2],
  ['Thai am', 'ทำไม', 3],
  ['Chinese', '你好，世界', 5],
  ['in Korean a space, Latin letters and signs of that width count half', '그는 NASA에 있어, 존!', 11],
  ['nor do half a character and another half make two in Chinese', '我是 A', 3],
  ['without such letters they count as one', 'NASA!', 5],
  ['nor do they in a line of another language that names such a letter', 'The sign says 愛, that is love.', 30],
  ['Hindi conjuncts', 'नमस्ते', 3],
  ['Burmese, whose long a and tone stand beside their letter', 'မာကျား', 5],
  ['Persian with a joiner', 'می\u200cروم', 5],
  ['marks of direction', '\u200fשלום\u202c', 4],
  ['marks of direction of Arabic', '\u061cسلام\u2069', 4],
  ['signs for marks of direction', '&rlm;שלום&#8207;', 4],
  ['a family', '👨‍👩‍👧 hi', 4],
  ['nothing', '', 0],
])('[D13.7] %s: %j has %d characters', (_, text, characters) => {
  expect(fitOf(text, undefined).characters).toBe(characters);
});

test('longest line, lines and speed go by what is seen', () => {
  const fit = { characters: 11, longestLine: 7, lines: 2, charactersPerSecond: 5.5 };
  expect(fitOf('<i>Good</i>\nmorning', 2)).toEqual(fit);
});

test.each([0, -1, undefined])('no speed for %s seconds', (seconds) => {
  expect(fitOf('Good', seconds).charactersPerSecond).toBeUndefined();
});

const ALPHABETS = {
  Latin: 'aZé ñ.,!?—…“”’0-9',
  Cyrillic: 'Привітїєґ ыё',
  Greek: 'Γειάσουϊΰ ;·',
  Arabic: 'مرحبا،؟ پچگٹ',
  Hebrew: 'שלום עולםך־׳',
  Thai: 'กขคงเแโใไ ะาๆ',
  Chinese: '你好世界，。！？',
  Japanese: 'こんにちはカタカナー・「」',
  Korean: '안녕하세요',
};
test.each(Object.entries(ALPHABETS))('the quick count of %s letters is that of grapheme clusters', (_, alphabet) => {
  const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(text, (letters) => {
      expect(fitOf(letters, undefined).characters).toBe(graphemes(letters));
    }),
  );
});

test('whatever the text, counting ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.double(), (text, seconds) => {
      expect(fitOf(text, seconds).characters).toBeGreaterThanOrEqual(0);
    }),
  );
});

const LIMITS = { charactersPerSecond: 17, charactersPerLine: 42, lines: 2 };

test.each([
  ['what can be read in the time', 'a'.repeat(60), 2, 34],
  ['what the lines hold', 'a'.repeat(100), 9, 84],
  ['fewer than now', 'a'.repeat(10), 9, 9],
  ['tags are no characters', '<i>aaaa</i>', 9, 3],
  ['no time is known', 'a'.repeat(100), undefined, 84],
  ['at least one', 'a', 0.01, 1],
])('%s', (_, text, seconds, room) => {
  expect(roomFor(text, seconds, LIMITS)).toBe(room);
});
