import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timingOf } from '../subtitles/timing.ts';

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
