import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withBlankLinesLike, withoutBlankLines, withoutControls } from './lines.ts';
import { readDocument } from './read-document.ts';
import { isEmptyFor, isUnseen } from './tags.ts';
import { containsTimingLine, isTimingLine, timingOf, withoutTimingLines } from './timing.ts';

test.each([
  ['one\n\ntwo', 'one\ntwo'],
  ['\n \none\r\n\u00a0\r\ntwo\n', 'one\ntwo'],
  ['one\rtwo', 'one\ntwo'],
  [' one ', ' one '],
  ['\n\n', ''],
  ['', ''],
])('removes blank lines from the typed text %j: %j', (typed, committed) => {
  expect(withoutBlankLines(typed)).toBe(committed);
});

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
  ['all of these', '{\\an8}<b>\u200b</b> ⟦1⟧\u00ad'],
  ['entities of invisible characters', '&nbsp;&#8203; &shy;&#x200B;'],
  ['control characters', '\u0000\u0007'],
])('[D4.10] shows viewers nothing of %s', (_, text) => {
  expect([isUnseen(text), isEmptyFor('Oi', text)]).toEqual([true, true]);
});

test.each(['a', '♪', '…', '-', '40', '<3', '{x}', '👍🏽', 'ﷺ', 'می‌خواهم', '&amp;', '<sigh>', '⟦x⟧', '\u0301a'])(
  '[D4.10] shows viewers something of %j',
  (text) => {
    expect(isUnseen(text)).toBe(false);
  },
);

test('[D4.10] accepts an invisible translation of an invisible original', () => {
  expect([isEmptyFor('<i></i>', '<i></i>'), isEmptyFor('\u200b', '\u200b'), isEmptyFor('<i></i>', ' ')]).toEqual([
    ...[false, false, true],
  ]);
});

test.each([
  ['broken escapes of Gemini become letters', 'caf\u0000e9 com a\u0000e7\u0000facar', 'café com açúcar'],
  ['broken escapes at the beginning of words', '\u0000c1gua, \u0000fanico, \u0000bfqu\u0000e9?', 'Água, único, ¿qué?'],
  ['broken escapes with four digits', 'ju\u0000017c, \u0000043f\u00000440', 'już, пр'],
  ['quotation marks without their high byte', '\u001cIt\u0019s\u001d \u0014 so', '“It’s” — so'],
  ['quotation marks of windows-1252', 'It\u0092s \u0093so\u0094', 'It’s “so”'],
  ['a NUL, a bell, an escape and DEL are removed', 'a\u0000b\u0007c\u001bd\u007fe', 'abcde'],
  ['a NUL before a word is removed', 'um \u0000de casa \u0000ba', 'um de casa ba'],
  ['line ends of some programs become line breaks', 'a\vb\fc\u0085d', 'a\nb\nc\nd'],
  ['tabs and line ends stay', 'a\tb\r\nc', 'a\tb\r\nc'],
  ['letters of any script stay', 'Привет 你好 مرحبا é e\u0301 👩‍👩‍👧', 'Привет 你好 مرحبا é e\u0301 👩‍👩‍👧'],
])('[D4.11] removes or replaces control characters: %s', (_, text, expected) => {
  expect(withoutControls(text)).toBe(expected);
});

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n';
const ASS =
  '[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hi\n';

describe('[D4.11] control characters of a translation', () => {
  test.each([
    ['srt', '1\n00:00:01,000 --> 00:00:02,000\nHi\n'],
    ['vtt', VTT],
    ['ass', ASS],
    ['sbv', '0:00:01.000,0:00:02.000\nHi\n'],
  ] as const)('[D4.11] writes no control character of a translation into a file: %s', (format, source) => {
    const document = readDocument(source, format, {});
    if (!document.ok) throw new Error(document.error.message);
    const texts = new Map([[1, 'O\u0000e1\u0007\u001b!']]);
    expect(document.value.write(texts)).toBe(source.replace('Hi', 'Oá!'));
  });

  test('[D4.11] removes control characters from a line that is typed or pasted', () => {
    expect([withoutBlankLines('a\u0007\n\u0000\nb'), withBlankLinesLike('a\u0007\n\nb', 'x\n\ny')]).toEqual([
      ...['a\nb', 'a\n\nb'],
    ]);
  });
});

describe('timing lines in texts', () => {
  test.each([
    ...['00:00:05,580 --> 00:00:08,820', '00:00:05.580 --> 00:00:08.820 X1:40', '  0:00:05,5-->0:00:06'],
    ...['\t-0:00:04,567 --> -0:00:03,456', '00:05,000 --> 00:08,000', '00:00:02 --> '],
  ])('recognizes %j as a timing line', (line) => {
    expect(isTimingLine(line)).toBe(true);
  });

  test.each([
    ...['a --> b', '3 --> 4', '--> 00:00:01,000', 'at 00:00:05,580 --> x', '00:00:05,580 -> 00:00:08,820'],
    ...['00:00:05,580', ''],
  ])('does not recognize %j as a timing line', (line) => {
    expect(isTimingLine(line)).toBe(false);
  });

  test.each(['\n', '\r\n', '\r'])('finds a timing line behind the line end %j, and replaces its arrow', (lineEnd) => {
    const text = ['a --> b', '00:00:05,580 --> 00:00:08,820', 'c'].join(lineEnd);
    expect(containsTimingLine(text)).toBe(true);
    expect(withoutTimingLines(text)).toBe('a --> b\n00:00:05,580 → 00:00:08,820\nc');
  });

  test('does not change a text without a timing line', () => {
    expect(containsTimingLine('a --> b\r\nc')).toBe(false);
    expect(withoutTimingLines('a --> b\r\nc')).toBe('a --> b\r\nc');
  });

  test.each([
    ['00:00:05,580 --> 00:00:08,820', 5_580, 8_820],
    ['01:02:03,004 --> 01:02:04,000 X1:10 Y1:20', 3_723_004, 3_724_000],
    ['00:05.5 --> 00:08', 5_500, 8_000],
    ['0:0:1,5-->0:0:2,25', 1_500, 2_250],
    ['0:00:01:50 --> 0:01:02:25', 1_500, 62_250],
    ['-00:00:01,000 --> 00:00:01,000', -1_000, 1_000],
  ])('reads the times of the timing line %s', (line, startMs, endMs) => {
    expect(timingOf(line)).toEqual({ startMs, endMs });
  });

  test.each(['', 'soon --> later', '00:00:01,000', '00:00:01,000 -->'])('cannot read the times of %j', (line) => {
    expect(timingOf(line)).toBeUndefined();
  });

  test('never throws when it reads a timing line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789:,.-> '), maxLength: 40 }), (line) => {
        expect(() => timingOf(line)).not.toThrow();
      }),
    );
  });
});
