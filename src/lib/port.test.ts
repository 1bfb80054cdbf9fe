import { expect, test, vi } from 'vitest';
import { createCalls } from './port.ts';

test('all present handlers carry out a call before it returns, and one that was taken away does not', () => {
  const calls = createCalls<[string]>();
  const [first, second] = [vi.fn(), vi.fn()];
  calls.call('unheard');
  const leave = calls.use(first);
  calls.use(second);
  calls.call('heard');
  leave();
  calls.call('by the second alone');
  expect(first.mock.calls).toEqual([['heard']]);
  expect(second.mock.calls).toEqual([['heard'], ['by the second alone']]);
});

test('a handler that goes during a call does not end the call', () => {
  const calls = createCalls();
  const last = vi.fn();
  const leave = calls.use(() => leave());
  calls.use(last);
  calls.call();
  expect(last).toHaveBeenCalledOnce();
});
