import { expect, test } from 'vitest';
import { limitsFor } from './rules.ts';

test.each([
  ['pt-BR', 17, 42],
  ['de', 17, 42],
  ['ru', 17, 42],
  ['uk', 17, 42],
  ['en', 20, 42],
  ['en-GB', 20, 42],
  ['ar', 20, 42],
  ['hi', 22, 42],
  ['th', 17, 35],
  ['ko', 12, 16],
  ['zh-Hant', 9, 16],
  ['ja', 4, 23],
  ['x', 17, 42],
  ['constructor', 17, 42],
  [undefined, 17, 42],
])('%s: %d characters a second, %d a line, 2 lines', (language, charactersPerSecond, charactersPerLine) => {
  expect(limitsFor(language)).toEqual({ charactersPerSecond, charactersPerLine, lines: 2 });
});
