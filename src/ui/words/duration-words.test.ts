import { describe, expect, it } from 'vitest';
import { elapsedWords, timeLeftWords } from './quantities.ts';

describe('elapsedWords', () => {
  it.each([
    [-50, '0 s'],
    [8_900, '8 s'],
    [65_000, '1:05'],
    [3_729_000, '1:02:09'],
  ])('%i ms', (durationMs, words) => {
    expect(elapsedWords(durationMs)).toBe(words);
  });
});

describe('timeLeftWords', () => {
  it.each([
    [9_000, 'a few seconds left'],
    [31_000, 'about 40 s left'],
    [50_000, 'about 50 s left'],
    [51_000, 'about 1 min left'],
    [170_000, 'about 3 min left'],
    [3 * 3_600_000, 'about 3 h left'],
  ])('%i ms', (durationMs, words) => {
    expect(timeLeftWords(durationMs)).toBe(words);
  });
});
