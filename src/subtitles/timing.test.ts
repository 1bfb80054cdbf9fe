import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containsTimingLine, isTimingLine, timingOf, withoutTimingLines } from './timing.ts';

test.each([
  ...['00:00:05,580 --> 00:00:08,820', '00:00:05.580 --> 00:00:08.820 X1:40', '  0:00:05,5-->0:00:06'],
  ...['\t-0:00:04,567 --> -0:00:03,456', '00:05,000 --> 00:08,000', '00:00:02 --> '],
])('%j is a timing line', (line) => {
  expect(isTimingLine(line)).toBe(true);
});

test.each([
  ...['a --> b', '3 --> 4', '--> 00:00:01,000', 'at 00:00:05,580 --> x', '00:00:05,580 -> 00:00:08,820'],
  ...['00:00:05,580', ''],
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

test.each([
  ['00:00:05,580 --> 00:00:08,820', 5_580, 8_820],
  ['01:02:03,004 --> 01:02:04,000 X1:10 Y1:20', 3_723_004, 3_724_000],
  ['00:05.5 --> 00:08', 5_500, 8_000],
  ['0:0:1,5-->0:0:2,25', 1_500, 2_250],
  ['0:00:01:50 --> 0:01:02:25', 1_500, 62_250],
  ['-00:00:01,000 --> 00:00:01,000', -1_000, 1_000],
])('%s', (line, startMs, endMs) => {
  expect(timingOf(line)).toEqual({ startMs, endMs });
});

test.each(['', 'soon --> later', '00:00:01,000', '00:00:01,000 -->'])('%j cannot be read', (line) => {
  expect(timingOf(line)).toBeUndefined();
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789:,.-> '), maxLength: 40 }), (line) => {
      expect(() => timingOf(line)).not.toThrow();
    }),
  );
});
