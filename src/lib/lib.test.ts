import fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';
import { loadOnce, memoizeLast } from './memo.ts';
import { createCalls, createPort } from './port.ts';
import { namesWords, quickStampOf, smallestChange, stampOf } from './text.ts';

test('names a few names, and of many the first ones with the number of the others', () => {
  expect(namesWords(['a', 'b', 'c'], 3)).toBe('a, b, c');
  expect(namesWords(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more');
  expect(namesWords(Array.from({ length: 59 }, (_, at) => `E${at + 1}`))).toBe(
    'E1, E2, E3, E4, E5, E6, E7, E8 and 51 more',
  );
});

test('finds a change without the common beginning and end of both texts', () => {
  expect(smallestChange('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  expect(smallestChange('aaa', 'aaaa')).toEqual({ from: 3, to: 3, insert: 'a' });
  expect(smallestChange('aaaa', 'aa')).toEqual({ from: 2, to: 4, insert: '' });
  expect(smallestChange('same', 'same')).toBeNull();
});

test.each([
  ['a😀b', 'a😁b', { from: 1, to: 3, insert: '😁' }],
  ['a\u{1f600}b', 'a\u{1fa00}b', { from: 1, to: 3, insert: '\u{1fa00}' }],
  ['😀', '😀😁', { from: 2, to: 2, insert: '😁' }],
])('never splits a surrogate pair: %s, %s', (before, after, change) => {
  expect(smallestChange(before, after)).toEqual(change);
});

test('finds a change that turns the old text into the new one', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀', '😁', '\ud83d', '\ude00') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const change = smallestChange(before, after);
      const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});

test('finds a single different letter anywhere in a long text', () => {
  const before = 'long '.repeat(4_000);
  for (const at of [0, 1, 4_095, 4_096, 4_097, 10_000, before.length - 4_096, before.length - 1]) {
    const after = `${before.slice(0, at)}!${before.slice(at + 1)}`;
    expect(smallestChange(before, after)).toEqual({ from: at, to: at + 1, insert: '!' });
  }
  expect(smallestChange(before, before.repeat(2))).toEqual({ from: before.length, to: before.length, insert: before });
});

test('a fingerprint differs for a single other letter anywhere in a text', () => {
  const text = 'A line of a film.\n'.repeat(20_000);
  const stamp = stampOf(text);
  for (const at of [0, 1, 2, 3, 131_071, 131_072, 200_003, text.length - 1])
    expect(stampOf(`${text.slice(0, at)}!${text.slice(at + 1)}`)).not.toBe(stamp);
});

test('keeps the fingerprints of texts that are already stored', () => {
  expect(['', 'short', 'long '.repeat(50_000)].map(quickStampOf)).toEqual(['0-ztntfp', '5-1fn8tsl', '250000-7mv9tj']);
});

test('memoizeLast returns the same object for equal arguments only', () => {
  const make = vi.fn((one: number, other: string) => ({ one, other }));
  const remembered = memoizeLast(make);
  const first = remembered(1, 'a');
  expect(remembered(1, 'a')).toBe(first);
  expect(make).toHaveBeenCalledOnce();
  expect(remembered(1, 'b')).toEqual({ one: 1, other: 'b' });
  expect(remembered(Number.NaN, 'b')).toBe(remembered(Number.NaN, 'b'));
  expect(make).toHaveBeenCalledTimes(3);
});

it('loadOnce loads at the first call, once for all callers', async () => {
  const load = vi.fn(async () => ({}));
  const loadShared = loadOnce(load);
  expect(load).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([loadShared(), loadShared()]);
  expect(second).toBe(first);
  expect(await loadShared()).toBe(first);
  expect(load).toHaveBeenCalledOnce();
});

it('loadOnce rejects all callers after a failure, and loads again at the next call', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('here');
  const loadShared = loadOnce(load);
  const outcomes = await Promise.allSettled([loadShared(), loadShared()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await loadShared()).toBe('here');
  expect(load).toHaveBeenCalledTimes(2);
});

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

test('calls the other handlers although one removes itself during the call', () => {
  const calls = createCalls();
  const last = vi.fn();
  const leave = calls.use(() => leave());
  calls.use(last);
  calls.call();
  expect(last).toHaveBeenCalledOnce();
});

test('holds a call until the first handler comes, then runs calls at once', async () => {
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

test('drops a waiting call when another film is opened', async () => {
  let film = 'one';
  const port = createPort<[]>(() => film);
  const call = port.call();
  film = 'another';
  const handler = vi.fn();
  port.use(handler);
  await call;
  expect(handler).not.toHaveBeenCalled();
});

test('ignores the removal of a handler that was replaced', async () => {
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

test('the stamp of a long text is the same after other long texts, also of the same length', () => {
  const texts = Array.from({ length: 20 }, (_, at) => `${'ж'.repeat(5_000)}${String.fromCodePoint(1_000 + at)}`);
  const stamps = texts.map(stampOf);
  expect(new Set(stamps).size).toBe(texts.length);
  expect(texts.toReversed().map(stampOf).toReversed()).toEqual(stamps);
  expect(stampOf(texts[0]?.slice(0, 4_000) ?? '')).toBe('4000-1wl4imd');
  expect(stamps[0]).toBe('5001-w506wn');
});
