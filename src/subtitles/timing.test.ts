import { expect, test } from 'vitest';
import { containsTimingLine, isTimingLine, withoutTimingLines } from './timing.ts';

test.each([
  '00:00:05,580 --> 00:00:08,820',
  '00:00:05.580 --> 00:00:08.820 X1:40',
  '  0:00:05,5-->0:00:06',
  '\t-0:00:04,567 --> -0:00:03,456',
  '00:05,000 --> 00:08,000',
  '00:00:02 --> ',
])('%j is a timing line', (line) => {
  expect(isTimingLine(line)).toBe(true);
});

test.each([
  'a --> b',
  '3 --> 4',
  '--> 00:00:01,000',
  'at 00:00:05,580 --> x',
  '00:00:05,580 -> 00:00:08,820',
  '00:00:05,580',
  '',
])('%j is none', (line) => {
  expect(isTimingLine(line)).toBe(false);
});

test.each(['\n', '\r\n', '\r'])('a timing line is found and made safe behind the line end %j', (lineEnd) => {
  const text = ['a --> b', '00:00:05,580 --> 00:00:08,820', 'c'].join(lineEnd);
  expect(containsTimingLine(text)).toBe(true);
  expect(withoutTimingLines(text)).toBe('a --> b\n00:00:05,580 → 00:00:08,820\nc');
});

test('a text without a timing line stays as it is', () => {
  expect(containsTimingLine('a --> b\r\nc')).toBe(false);
  expect(withoutTimingLines('a --> b\r\nc')).toBe('a --> b\r\nc');
});
