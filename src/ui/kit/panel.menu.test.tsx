import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu } from './panel.tsx';

test('a menu closes on a command, on Escape and on an outside click, and listens only while open', async () => {
  const listens = vi.spyOn(window, 'addEventListener');
  render(
    <>
      <Menu name="More">
        <button type="button">Go</button>
        <button type="button" data-stays>
          Stay
        </button>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  const heard = () =>
    listens.mock.calls.filter(([kind, , how]) => kind === 'pointerdown' && !(how as AddEventListenerOptions).once);
  expect(heard()).toEqual([]);
  const summary = screen.getByText('More');
  const isOpen = () => summary.closest('details')?.open;
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  await userEvent.click(summary);
  expect(isOpen()).toBe(true);
  expect(heard()).toHaveLength(1);
  await userEvent.click(screen.getByText('Stay'));
  expect(isOpen()).toBe(true);
  await press('Go');
  expect({ isOpen: isOpen(), focus: document.activeElement }).toEqual({ isOpen: false, focus: summary });

  await userEvent.click(summary);
  await press('Stay');
  await userEvent.keyboard('{Escape}');
  expect({ isOpen: isOpen(), focus: document.activeElement }).toEqual({ isOpen: false, focus: summary });

  await userEvent.click(summary);
  await press('Elsewhere');
  expect(isOpen()).toBe(false);
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByText('Elsewhere'));
});

test('a sign shown instead of the name is hidden from screen readers', async () => {
  await act(async () =>
    render(
      <Menu name="More" label="⋯">
        {null}
      </Menu>,
    ),
  );
  expect(screen.getByText('⋯').getAttribute('aria-hidden')).toBe('true');
});
