import { expect, test, vi } from 'vitest';
import { createCalls, createPort } from './port.ts';

test('runs all current handlers before the call returns', () => {
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

test('continues a call although its handler was removed', () => {
  const calls = createCalls();
  const last = vi.fn();
  const leave = calls.use(() => leave());
  calls.use(last);
  calls.call();
  expect(last).toHaveBeenCalledOnce();
});

test('waits for the first handler, then calls at once', async () => {
  const port = createPort<[number], number>();
  const answer = port.call(1);
  port.use((value) => value + 1);
  expect(await answer).toBe(2);
  expect(port.call(2)).toBe(3);
});

test('runs only the newer of two waiting calls', async () => {
  const port = createPort<[number]>();
  const calls = [port.call(1), port.call(2)];
  const handler = vi.fn();
  port.use(handler);
  await Promise.all(calls);
  expect(handler.mock.calls).toEqual([[2]]);
});

test('drops a waiting call when another film is open', async () => {
  let film = 'one';
  const port = createPort<[]>(() => film);
  const call = port.call();
  film = 'another';
  const handler = vi.fn();
  port.use(handler);
  await call;
  expect(handler).not.toHaveBeenCalled();
});

test('ignores a removed handler, whose removal keeps the next one', async () => {
  const port = createPort<[]>();
  const [first, second] = [vi.fn(), vi.fn()];
  const leave = port.use(first);
  port.use(second);
  leave();
  void port.call();
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
});

test('reports a handler’s error as unhandled without stopping others', async () => {
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const uncaught = new Promise((resolve) => process.once('unhandledRejection', resolve));
  const calls = createCalls();
  const last = vi.fn();
  const error = new Error('of the first');
  calls.use(() => {
    throw error;
  });
  calls.use(last);
  calls.call();
  expect(last).toHaveBeenCalledOnce();
  expect(await uncaught).toBe(error);
  for (const listener of others) process.on('unhandledRejection', listener);
});

test('rejects a waiting call whose handler throws', async () => {
  const port = createPort<[]>();
  const call = Promise.resolve(port.call());
  const handler = vi.fn(() => {
    throw new Error('of the handler');
  });
  port.use(handler);
  await expect(call).rejects.toThrow('of the handler');
  port.use(() => {});
  expect(handler).toHaveBeenCalledOnce();
});
