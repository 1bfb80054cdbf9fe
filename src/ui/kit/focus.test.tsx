import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenDrawn } from './focus.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  document.body.replaceChildren();
});

function draw(id: string): void {
  const element = document.createElement('p');
  element.id = id;
  document.body.append(element);
}

test('whenDrawn acts once, in the next task, on an element that exists', async () => {
  draw('there');
  const act = vi.fn();
  whenDrawn('there', act);
  expect(act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(act).toHaveBeenCalledExactlyOnceWith(document.getElementById('there'));
});

test('whenDrawn waits for a missing element, but only for a limited time', async () => {
  const [soon, never] = [vi.fn(), vi.fn()];
  whenDrawn('soon', soon);
  whenDrawn('never', never);
  await vi.advanceTimersByTimeAsync(500);
  draw('soon');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(soon).toHaveBeenCalledOnce();
  draw('never');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(never).not.toHaveBeenCalled();
});
