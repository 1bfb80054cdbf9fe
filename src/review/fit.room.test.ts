import { expect, test } from 'vitest';
import { roomFor } from './fit.ts';

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
