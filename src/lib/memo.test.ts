import { expect, it, test, vi } from 'vitest';
import { loadOnce, memoizeLast } from './memo.ts';

test('the same arguments give the same object, others are worked out', () => {
  const make = vi.fn((one: number, other: string) => ({ one, other }));
  const remembered = memoizeLast(make);
  const first = remembered(1, 'a');
  expect(remembered(1, 'a')).toBe(first);
  expect(make).toHaveBeenCalledOnce();
  expect(remembered(1, 'b')).toEqual({ one: 1, other: 'b' });
  expect(remembered(Number.NaN, 'b')).toBe(remembered(Number.NaN, 'b'));
  expect(make).toHaveBeenCalledTimes(3);
});

it('loads once for all callers, and not before it is called', async () => {
  const load = vi.fn(async () => ({}));
  const loadShared = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([loadShared(), loadShared()]);
  expect(second).toBe(first);
  expect(await loadShared()).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

it('tells all callers of a failure, and tries again at the next call', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('here');
  const loadShared = loadOnce(load);
  const outcomes = await Promise.allSettled([loadShared(), loadShared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loadShared()).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
});
