import { describe, expect, test } from 'vitest';
import { withBlankLinesLike, withoutBlankLines, withoutControls } from './lines.ts';
import { readDocument } from './read-document.ts';
import { isEmptyFor, isUnseen } from './tags.ts';

test.each([
  ['white space', ' \n\u00a0\u3000'],
  ['a zero-width space', '\u200b'],
  ['joiners and direction marks', '\u200c\u200d\u200e\u2067\u2069'],
  ['a soft hyphen', '\u00ad'],
  ['a byte-order mark', '\ufeff'],
  ['fillers of Hangul', '\u3164\u115f\uffa0'],
  ['an empty Braille cell', '\u2800'],
  ['a variation selector and a combining joiner', '\ufe0f\u034f'],
  ['tags without a text', '<i></i>'],
  ['tags around spaces', '<font color="#fff"> </font>'],
  ['a position', '{\\an8}'],
  ['a placeholder', '⟦7⟧'],
  ['all of them', '{\\an8}<b>\u200b</b> ⟦1⟧\u00ad'],
  ['signs of a web page', '&nbsp;&#8203; &shy;&#x200B;'],
  ['control characters', '\u0000\u0007'],
])('[D4.10] viewers see nothing of %s', (_, text) => {
  expect([isUnseen(text), isEmptyFor('Oi', text)]).toEqual([true, true]);
});

test.each(['a', '♪', '…', '-', '40', '<3', '{x}', '👍🏽', 'ﷺ', 'می‌خواهم', '&amp;', '<sigh>', '⟦x⟧', '\u0301a'])(
  '[D4.10] viewers see %j',
  (text) => {
    expect(isUnseen(text)).toBe(false);
  },
);

test('[D4.10] a translation may show nothing where its original does, but has a character', () => {
  expect([isEmptyFor('<i></i>', '<i></i>'), isEmptyFor('\u200b', '\u200b'), isEmptyFor('<i></i>', ' ')]).toEqual([
    ...[false, false, true],
  ]);
});

test.each([
  ['a spoilt escape of Gemini', 'caf\u0000e9 com a\u0000e7\u0000facar', 'café com açúcar'],
  ['one at the beginning', '\u0000c1gua, \u0000fanico, \u0000bfqu\u0000e9?', 'Água, único, ¿qué?'],
  ['one with four digits', 'ju\u0000017c, \u0000043f\u00000440', 'już, пр'],
  ['a quotation mark without its high byte', '\u001cIt\u0019s\u001d \u0014 so', '“It’s” — so'],
  ['a quotation mark of windows-1252', 'It\u0092s \u0093so\u0094', 'It’s “so”'],
  ['a NUL, a bell, an escape and DEL', 'a\u0000b\u0007c\u001bd\u007fe', 'abcde'],
  ['a NUL before a word', 'um \u0000de casa \u0000ba', 'um de casa ba'],
  ['what some programs take for an end of a line', 'a\vb\fc\u0085d', 'a\nb\nc\nd'],
  ['tabs and ends of lines, which stay', 'a\tb\r\nc', 'a\tb\r\nc'],
  ['letters of any script, which stay', 'Привет 你好 مرحبا é e\u0301 👩‍👩‍👧', 'Привет 你好 مرحبا é e\u0301 👩‍👩‍👧'],
])('[D4.11] without control characters: %s', (_, text, expected) => {
  expect(withoutControls(text)).toBe(expected);
});

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n';
const ASS =
  '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n';

describe('[D4.11] a control character of a translation does not reach a file', () => {
  test.each([
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
    ['vtt', VTT],
    ['ass', ASS],
    ['sbv', '0:00:01.000,0:00:02.000\nHi\n'],
  ] as const)('%s', (format, source) => {
    const document = readDocument(source, format, {});
    if (!document.ok) throw new Error(document.error.message);
    const texts = new Map([[1, 'O\u0000e1\u0007\u001b!']]);
    expect(document.value.write(texts)).toBe(source.replace('Hi', 'Oá!'));
  });

  test('nor the text of a line that is typed or pasted', () => {
    expect([withoutBlankLines('a\u0007\n\u0000\nb'), withBlankLinesLike('a\u0007\n\nb', 'x\n\ny')]).toEqual([
      ...['a\nb', 'a\n\nb'],
    ]);
  });
});
