import { expect, test } from 'vitest';
import { formatSrt } from './srt.ts';

const T1 = '00:00:01,000 --> 00:00:02,000';
const T2 = '  00:00:03.000-->00:00:04,500 X1:40 ';

test('[S4.8] number, time and text, a blank line between phrases, one line end at the end', () => {
  const phrases = [
    { number: 3, time: T1, text: 'one' },
    { number: 7, time: T2, text: ' two \nlines' },
  ];
  expect(formatSrt(phrases)).toBe(`3\n${T1}\none\n\n7\n${T2}\n two \nlines\n`);
});

test('[D4.4] blank lines inside a text are dropped, and every line end is "\\n"', () => {
  expect(formatSrt([{ number: 1, time: T1, text: '\n\na\r\n\r\nb\r\u00a0\n \nc\n' }])).toBe(`1\n${T1}\na\nb\nc\n`);
});

test('no phrases give no text', () => {
  expect(formatSrt([])).toBe('');
});
