import { act, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createUseMedia } from './browser.ts';

test('all who ask one question about the window share one list of it, and are drawn again when the answer changes', () => {
  const list = Object.assign(new EventTarget(), { matches: false });
  const asks = vi.spyOn(window, 'matchMedia').mockReturnValue(list as unknown as MediaQueryList);
  const useLow = createUseMedia('(height < 39rem)');
  const Says = () => (useLow() ? 'low ' : 'high ');
  const page = (
    <>
      <Says />
      <Says />
    </>
  );
  const { container, rerender } = render(page);
  rerender(page);
  expect(container.textContent).toBe('high high ');
  act(() => {
    list.matches = true;
    list.dispatchEvent(new Event('change'));
  });
  expect(container.textContent).toBe('low low ');
  expect(asks).toHaveBeenCalledTimes(1);
});
