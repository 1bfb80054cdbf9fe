import { expect, test, vi } from 'vitest';
import { remember } from './memo.ts';

test('the same arguments give the same object, others are worked out', () => {
  const make = vi.fn((one: number, other: string) => ({ one, other }));
  const remembered = remember(make);
  const first = remembered(1, 'a');
  expect(remembered(1, 'a')).toBe(first);
  expect(make).toHaveBeenCalledOnce();
  expect(remembered(1, 'b')).toEqual({ one: 1, other: 'b' });
  expect(remembered(Number.NaN, 'b')).toBe(remembered(Number.NaN, 'b'));
  expect(make).toHaveBeenCalledTimes(3);
});
