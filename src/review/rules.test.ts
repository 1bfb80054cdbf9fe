import { expect, test } from 'vitest';
import { limitsFor } from './rules.ts';

test.each([
  ['pt-BR de ru uk x constructor', 17, 42],
  ['en en-GB ar', 20, 42],
  ['hi', 22, 42],
  ['th', 17, 35],
  ['ko', 12, 16],
  ['zh-Hant', 9, 16],
  ['ja', 4, 23],
])('%s: %d characters a second, %d a line, 2 lines', (languages, charactersPerSecond, charactersPerLine) => {
  for (const language of languages.split(' '))
    expect(limitsFor(language), language).toEqual({ charactersPerSecond, charactersPerLine, lines: 2 });
});

test('of no language the limits are those of most', () => expect(limitsFor(undefined)).toEqual(limitsFor('pt')));
