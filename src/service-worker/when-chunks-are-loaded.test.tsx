import { afterEach, expect, test, vi } from 'vitest';
import { whenChunksAreLoaded } from './register.ts';

afterEach(() => {
  document.head.replaceChildren();
});

function append(name: 'script' | 'link'): HTMLElement {
  const element = document.createElement(name);
  // The bundler sets and later clears both in the same way.
  element.onload = element.onerror = () => {
    element.onload = element.onerror = null;
  };
  document.head.append(element);
  return element;
}

test.each([
  ['script', 'load'],
  ['script', 'error'],
  ['link', 'load'],
  ['link', 'error'],
] as const)('waits for a %s until its %s', async (name, end) => {
  vi.useFakeTimers();
  append('script').dispatchEvent(new Event('load'));
  const chunk = append(name);
  const onLoaded = vi.fn();
  const loaded = whenChunksAreLoaded().then(onLoaded);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(onLoaded).not.toHaveBeenCalled();
  chunk.dispatchEvent(new Event(end));
  await vi.advanceTimersByTimeAsync(99);
  expect(onLoaded).toHaveBeenCalledOnce();
  await loaded;
});

test('waits for parts that are loaded one after another', async () => {
  vi.useFakeTimers();
  const first = append('script');
  const onLoaded = vi.fn();
  const loaded = whenChunksAreLoaded().then(onLoaded);
  await vi.advanceTimersByTimeAsync(500);
  first.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(20);
  const second = append('script');
  await vi.advanceTimersByTimeAsync(500);
  expect(onLoaded).not.toHaveBeenCalled();
  second.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(100);
  await loaded;
});

test('a chunk that hangs is waited for three seconds', async () => {
  vi.useFakeTimers();
  append('script');
  const onLoaded = vi.fn();
  void whenChunksAreLoaded().then(onLoaded);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(onLoaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onLoaded).toHaveBeenCalledOnce();
});
