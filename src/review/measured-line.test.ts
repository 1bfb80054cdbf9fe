import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutTags } from '../subtitles/tags.ts';
import { fitOf, roomFor, visibleText } from './measured-line.ts';

test.each([
  ['<i>Where?</i>', 'Where?'],
  ['{\\an8}Up <font color="red">here</font>', 'Up here'],
  ['<I>a</I>\n<b>b', 'a\nb'],
  ['1 < 2 > 1, {door}, <3, < i >', '1 < 2 > 1, {door}, <3, < i >'],
])('shows viewers of %j the text %j', (whole, seen) => {
  expect(withoutTags(whole)).toBe(seen);
  expect(visibleText(whole).text).toBe(seen);
});

test('maps each visible character to its place in the text with tags', () => {
  const pieces = fc.array(fc.constantFrom('a', 'b ', '\n', '<i>', '</i>', '{\\an8}', '<', '{', '🎬'));
  fc.assert(
    fc.property(pieces, (written) => {
      const whole = written.join('');
      const { text, offsetOf } = visibleText(whole);
      for (let at = 0; at < text.length; at++) expect(whole[offsetOf(at)]).toBe(text[at]);
      expect(text).toBe(withoutTags(whole));
    }),
  );
});

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const graphemes = (text: string) => [...segmenter.segment(text)].length;

test.each([
  ['spaces as characters', 'Good morning', 12],
  ['no line break', 'Good\nmorning', 11],
  ['no Windows line break', 'Good\r\nmorning', 11],
  ['no tags', '<i>Good</i> {\\an8}<font color="#fff">morning</font>', 12],
  ['no placeholders of code', '⟦1⟧Good⟦2⟧ ⟦31⟧morning⟦4⟧', 12],
  ['text that only looks like tags', '1 < 2, {smiles} <laughs>', 24],
  ['a letter with a combining accent as one character', 'Cafe\u0301', 4],
  ['й in two code points as one character', 'и\u0306', 1],
  ['Arabic with vowel signs', 'مَرْحَبًا', 5],
  ['Thai vowels above and below', 'ที่นี่', 2],
  ['Thai am', 'ทำไม', 3],
  ['Chinese', '你好，世界', 5],
  ['spaces, Latin letters and signs as halves in Korean', '그는 NASA에 있어, 존!', 11],
  ['halves in Chinese, rounded up', '我是 A', 3],
  ['Latin letters as whole characters in other scripts', 'NASA!', 5],
  ['whole characters in an English line with one Chinese character', 'The sign says 愛, that is love.', 30],
  ['a Hindi conjunct as one character', 'नमस्ते', 3],
  ['Burmese letters with long a and tone beside them', 'မာကျား', 5],
  ['no Persian joiner', 'می\u200cروم', 5],
  ['no marks of direction', '\u200fשלום\u202c', 4],
  ['no Arabic marks of direction', '\u061cسلام\u2069', 4],
  ['no entities for marks of direction', '&rlm;שלום&#8207;', 4],
  ['an emoji of a family as one character', '👨‍👩‍👧 hi', 4],
  ['nothing', '', 0],
])('[D13.7] counts %s: %j has %d characters', (_, text, characters) => {
  expect(fitOf(text, undefined).characters).toBe(characters);
});

test('measures line length, number of lines and speed without tags', () => {
  const fit = { characters: 11, longestLine: 7, lines: 2, charactersPerSecond: 5.5 };
  expect(fitOf('<i>Good</i>\nmorning', 2)).toEqual(fit);
});

test.each([0, -1, undefined])('returns no speed if a line is shown for %s seconds', (seconds) => {
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
test.each(Object.entries(ALPHABETS))(
  'counts %s letters fast, with the same result as Intl.Segmenter',
  (_, alphabet) => {
    const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 60 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, (letters) => {
        expect(fitOf(letters, undefined).characters).toBe(graphemes(letters));
      }),
    );
  },
);

test('counts the characters of any text without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.double(), (text, seconds) => {
      expect(fitOf(text, seconds).characters).toBeGreaterThanOrEqual(0);
    }),
  );
});

const LIMITS = { charactersPerSecond: 17, charactersPerLine: 42, lines: 2 };

test.each([
  ['the number of characters that can be read in the time', 'a'.repeat(60), 2, 34],
  ['the number of characters that fit into the lines', 'a'.repeat(100), 9, 84],
  ['fewer characters than the text has now', 'a'.repeat(10), 9, 9],
  ['fewer characters than the text has now, without its tags', '<i>aaaa</i>', 9, 3],
  ['the number of characters that fit into the lines, if the timing is unknown', 'a'.repeat(100), undefined, 84],
  ['at least one character', 'a', 0.01, 1],
])('asks to shorten a text to %s', (_, text, seconds, room) => {
  expect(roomFor(text, seconds, LIMITS)).toBe(room);
});
