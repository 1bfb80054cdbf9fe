import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { OtherTab, type OtherTabProps } from './other-tab.tsx';

type Outcome = Awaited<ReturnType<NonNullable<OtherTabProps['takeOver']>>>;

/** `answer` ends what was asked of the other tab. */
async function open(props: Partial<OtherTabProps> = {}) {
  let answer: (outcome: Outcome) => void = () => {};
  const stored = {
    look: vi.fn(async () => ({ film: 'Film', hasResult: true, isInSeries: false })),
    download: vi.fn(async () => {}),
    saveProject: vi.fn(async () => {}),
  };
  let tell: (calls: number) => void = () => {};
  const takeOver = vi.fn((onCalls: typeof tell) => {
    tell = onCalls;
    return new Promise<Outcome>((resolve) => (answer = resolve));
  });
  const dontWait = vi.fn();
  const theme = { read: () => 'dark' as const, write: vi.fn() };
  await act(async () =>
    render(
      <OtherTab theme={theme} stored={stored} takeOver={takeOver} dontWait={dontWait} takesBack={false} {...props} />,
    ),
  );
  return {
    ...{ stored, takeOver, dontWait, user: userEvent.setup() },
    answer: (outcome: Outcome) => act(async () => answer(outcome)),
    tell: (calls: number) => act(async () => tell(calls)),
  };
}

const said = () => screen.getByRole('status').textContent;
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

it('[D8.1] names the film, says where the work is, and asks for it once, however often it is pressed', async () => {
  const { takeOver, user } = await open();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Film');
  expect(document.title).toBe('Film · Subtitle translator');
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(said()).toBe('This work is open in another tab.');
  for (const _ of [1, 2]) await user.click(button('Continue here'));
  expect(takeOver).toHaveBeenCalledOnce();
  expect(said()).toContain('storing it now');
  expect(document.activeElement).toBe(button('Continue here'));
});

it('[D8.1] says for how many requests the other tab waits, and what not waiting costs', async () => {
  const { dontWait, tell, user } = await open();
  await user.click(button('Continue here'));
  expect(screen.queryByRole('button', { name: 'Do not wait' })).toBeNull();
  await tell(3);
  expect(said()).toContain('still waits for 3 replies that you pay for');
  await tell(1);
  expect(said()).toContain('still waits for 1 reply that you pay for');
  await user.click(button('Do not wait'));
  expect(dontWait).toHaveBeenCalledOnce();
});

it('[D8.2] says that the other tab cannot store the work; it can be asked again', async () => {
  const { takeOver, user, answer } = await open();
  await user.click(button('Continue here'));
  await answer('refused');
  expect(said()).toContain('cannot store it. Continue there');
  await user.click(button('Continue here'));
  expect(takeOver).toHaveBeenCalledTimes(2);
  await answer('given-up');
  expect(said()).toBe('This work is open in another tab.');
});

it('[D8.1] asks by itself in a tab that had the work until it was reloaded', async () => {
  const { takeOver } = await open({ takesBack: true });
  expect(takeOver).toHaveBeenCalledOnce();
});

it('names another film that was opened in the other tab meanwhile, when a person comes back', async () => {
  const { stored } = await open();
  stored.look.mockResolvedValue({ film: 'Sequel', hasResult: false, isInSeries: false });
  await act(async () => void window.dispatchEvent(new Event('focus')));
  expect(screen.getByRole('heading').textContent).toBe('Sequel');
});

it('[D8.3] work of a newer version can be downloaded and saved unchanged, but not opened here', async () => {
  const { stored, user } = await open({ takeOver: undefined as never });
  expect(said()).toContain('A newer version of this page stored your work. Reload the page');
  expect(screen.queryByRole('button', { name: 'Continue here' })).toBeNull();
  await user.click(button('Download'));
  await user.click(button('Save project'));
  expect([stored.download.mock.calls.length, stored.saveProject.mock.calls.length]).toEqual([1, 1]);
  expect(button('Reload')).toBeDefined();
  expect(said()).not.toContain('list');
  stored.look.mockResolvedValue({ film: 'E1', hasResult: true, isInSeries: true });
  await act(async () => void window.dispatchEvent(new Event('focus')));
  expect(said()).toContain('“Save project” saves only the film that is open in the list');
});
