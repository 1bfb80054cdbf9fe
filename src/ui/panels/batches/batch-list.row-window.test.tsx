import { describe, expect, it } from 'vitest';
import { highBefore, lineAt } from './batch-list.tsx';

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
    [1.9, 0],
    [2, 1],
    [4.9, 1],
    [5, 2],
    [7.9, 2],
    [8, 3],
    [10_000, 3],
  ])('%f rem below the beginning', (top, line) => {
    expect(lineAt(top, before, 2)).toBe(line);
  });

  it('of no rows', () => {
    expect(lineAt(0, highBefore([], 1), 2)).toBe(0);
  });
});
