import { describe, expect, it } from 'vitest';
import { highBefore, lineAt } from './row-window.ts';

const rows = (figures: string) => [...figures].map((figure) => figure === '1');

describe('highBefore', () => {
  it.each([
    ['', 1, [0]],
    ['000', 1, [0, 0, 0, 0]],
    ['0101', 1, [0, 0, 1, 1, 2]],
    // A line is high as soon as one of its rows is.
    ['0100110', 3, [0, 1, 2, 2]],
  ] as const)('%s in %i columns', (figures, columns, before) => {
    expect(highBefore(rows(figures), columns)).toEqual(before);
  });
});

describe('lineAt', () => {
  const before = highBefore(rows('0110'), 1);
  it.each([
    [0, 0],
    [29, 0],
    [30, 1],
    [75, 1],
    [76, 2],
    [121, 2],
    [122, 3],
    [10_000, 3],
  ])('%i px below the beginning', (top, line) => {
    expect(lineAt(top, before, { line: 30, extra: 16 })).toBe(line);
  });

  it('of no rows', () => {
    expect(lineAt(0, highBefore([], 1), { line: 30, extra: 16 })).toBe(0);
  });
});
