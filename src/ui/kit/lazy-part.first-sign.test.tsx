import { expect, test, vi } from 'vitest';
import { firstSign } from './lazy-part.tsx';

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

test.each(['pointermove', 'keydown', 'focusin', 'input', 'dragenter', 'touchstart'])('%s is a sign', async (type) => {
  const onSign = vi.fn();
  void firstSign(window).then(onSign);
  await nextTask();
  expect(onSign).not.toHaveBeenCalled();
  document.body.dispatchEvent(new Event(type, { bubbles: true }));
  await nextTask();
  expect(onSign).toHaveBeenCalledOnce();
});
