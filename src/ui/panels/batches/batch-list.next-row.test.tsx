import { describe, expect, it } from 'vitest';
import { nextRow, type RowLayout } from './batch-list.tsx';

const COLUMN: RowLayout = { rows: 40, columns: 1, linesInSight: 10 };
const STRIP: RowLayout = { rows: 23, columns: 5, linesInSight: 2 };
const all = () => true;

describe('nextRow', () => {
  it.each([
    ['ArrowDown', 3, COLUMN, 4],
    ['ArrowUp', 3, COLUMN, 2],
    ['ArrowUp', 0, COLUMN, undefined],
    ['ArrowDown', 39, COLUMN, undefined],
    ['ArrowRight', 3, COLUMN, undefined],
    ['ArrowLeft', 3, COLUMN, undefined],
    ['PageDown', 3, COLUMN, 13],
    ['PageDown', 35, COLUMN, 39],
    ['PageUp', 3, COLUMN, 0],
    ['Home', 3, COLUMN, 0],
    ['End', 3, COLUMN, 39],
    ['Enter', 3, COLUMN, undefined],
    ['ArrowDown', 3, STRIP, 8],
    ['ArrowDown', 19, STRIP, undefined],
    ['ArrowUp', 8, STRIP, 3],
    ['ArrowRight', 4, STRIP, 5],
    ['ArrowLeft', 5, STRIP, 4],
    ['PageDown', 1, STRIP, 11],
    ['PageUp', 22, STRIP, 12],
    ['End', 0, STRIP, 22],
  ] as const)('%s from %i', (key, from, layout, to) => {
    expect(nextRow(key, from, layout, all)).toBe(to);
  });

  it('passes over rows that cannot take the focus', () => {
    const reachable = new Set([2, 12, 30]);
    const to = (key: string, from: number) => nextRow(key, from, COLUMN, (index) => reachable.has(index));
    expect(to('ArrowDown', 2)).toBe(12);
    expect(to('ArrowUp', 12)).toBe(2);
    expect(to('ArrowUp', 2)).toBeUndefined();
    // The furthest reachable row in sight; if there is none, the next one beyond.
    expect(to('PageDown', 2)).toBe(12);
    expect(to('PageDown', 12)).toBe(30);
    expect(to('Home', 12)).toBe(2);
    expect(to('End', 12)).toBe(30);
  });
});
