import { expect, it, test, vi } from 'vitest';
import { loadOnce, memoizeLast } from './memo.ts';

test('returns the same object for equal arguments only', () => {
  const make = vi.fn((one: number, other: string) => ({ one, other }));
  const remembered = memoizeLast(make);
  const first = remembered(1, 'a');
  expect(remembered(1, 'a')).toBe(first);
  expect(make).toHaveBeenCalledOnce();
  expect(remembered(1, 'b')).toEqual({ one: 1, other: 'b' });
  expect(remembered(Number.NaN, 'b')).toBe(remembered(Number.NaN, 'b'));
  expect(make).toHaveBeenCalledTimes(3);
});

it('loads at the first call, once for all callers', async () => {
  const load = vi.fn(async () => ({}));
  const loadShared = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([loadShared(), loadShared()]);
  expect(second).toBe(first);
  expect(await loadShared()).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

it('rejects all callers after a failure, and loads again at the next call', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('here');
  const loadShared = loadOnce(load);
  const outcomes = await Promise.allSettled([loadShared(), loadShared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loadShared()).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
});
