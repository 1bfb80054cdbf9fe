import { expect, it, vi } from 'vitest';
import { loadOnce } from './memo.ts';

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
