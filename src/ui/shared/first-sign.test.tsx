import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstSign } from './first-sign.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function seen() {
  const onSign = vi.fn();
  void firstSign(window).then(onSign);
  await vi.advanceTimersByTimeAsync(3_900);
  return onSign;
}

test.each(['pointermove', 'keydown', 'focusin', 'dragenter', 'touchstart'])('%s is a sign', async (type) => {
  const onSign = await seen();
  expect(onSign).not.toHaveBeenCalled();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  await vi.advanceTimersByTimeAsync(0);
  expect(onSign).toHaveBeenCalledOnce();
});

test('without one it comes four seconds after loading', async () => {
  const onSign = await seen();
  await vi.advanceTimersByTimeAsync(100);
  expect(onSign).toHaveBeenCalledOnce();
});
