import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeChannels } from '../../test/fake-tabs.ts';
import { createOtherTabs } from './other-tabs.ts';

let channels: ReturnType<typeof createFakeChannels>;

beforeEach(() => {
  vi.useFakeTimers();
  channels = createFakeChannels();
});

function openTab(answers: readonly ('done' | 'again')[] = []) {
  let onStorage: (event: { readonly key: string | null }) => void = () => {};
  const page = {
    addEventListener: ((_type: string, listener: typeof onStorage) => {
      onStorage = listener;
    }) as Window['addEventListener'],
  };
  const onSaved = vi.fn(async () => answers[onSaved.mock.calls.length - 1] ?? 'done');
  const tab = { onStored: vi.fn(), onSaved, onForgetKeys: vi.fn(), onNews: vi.fn(), onAsked: vi.fn() };
  const others = createOtherTabs({ page, channel: channels.open(), ...tab });
  return { ...tab, others, write: (key: string | null) => onStorage({ key }) };
}

test('each key that another tab writes is told at once, the whole at most ten times a second', async () => {
  const { onStored, onSaved, write } = openTab();
  for (const key of ['phrases', 'err', null]) write(key);
  expect(onStored.mock.calls.flat()).toEqual(['phrases', 'err', null]);
  expect(onSaved).not.toHaveBeenCalled();
  for (let at = 0; at < 1_000; at += 10) {
    write('phrases');
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(onSaved.mock.calls.length).toBeGreaterThanOrEqual(9);
  expect(onSaved.mock.calls.length).toBeLessThanOrEqual(10);
});

test('what was read in the middle of writing is read again', async () => {
  const { onSaved, write } = openTab(['again', 'again']);
  write('phrases');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(onSaved).toHaveBeenCalledTimes(3);
});

test('what takes long to read is read more seldom: it takes a tenth of the time at most', async () => {
  const { onSaved, write } = openTab();
  const readsForMs = 200;
  let reading = 0;
  onSaved.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, readsForMs));
    reading += readsForMs;
    return 'done';
  });
  for (let at = 0; at < 20_000; at += 50) {
    write('phrases');
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(onSaved.mock.calls.length).toBeGreaterThanOrEqual(8);
  expect(reading).toBeLessThanOrEqual(20_000 / 10 + readsForMs);
});

test('tells the others what local storage does not, and itself nothing', async () => {
  const [first, second] = [openTab(), openTab()];
  first.others.tellSaved(7);
  first.others.tellForgetKeys();
  await vi.advanceTimersByTimeAsync(100);
  expect(second.onSaved).toHaveBeenCalledOnce();
  expect(second.onForgetKeys).toHaveBeenCalledOnce();
  expect([first.others.announcedRevision(), second.others.announcedRevision()]).toEqual([0, 7]);
  expect(first.onSaved).not.toHaveBeenCalled();
  expect(first.onForgetKeys).not.toHaveBeenCalled();
});

test('the highest revision that was told of counts; what is none is not heard', async () => {
  const teller = channels.open();
  const { others, onSaved } = openTab();
  for (const data of ['work-saved -1', 'work-saved ', 'work-saved 1e9', { revision: 9 }, null, 12]) {
    teller.postMessage(data);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(others.announcedRevision()).toBe(0);
  expect(onSaved).not.toHaveBeenCalled();
  for (const data of ['work-saved 3', 'work-saved 12', 'work-saved 4']) teller.postMessage(data);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(others.announcedRevision()).toBe(12);
});

test('tells the others what has changed, and whoever asks what goes on', async () => {
  const [holder, follower] = [openTab(), openTab()];
  holder.others.tellNews({ changed: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(follower.onNews.mock.calls).toEqual([[{ changed: 1 }]]);
  expect(holder.onNews).not.toHaveBeenCalled();
  holder.onAsked.mockReturnValue({ goesOn: 2 });
  follower.others.askWhatGoesOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(follower.onNews).toHaveBeenLastCalledWith({ goesOn: 2 });
  // A tab without news sends nothing.
  holder.others.askWhatGoesOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(holder.onNews).not.toHaveBeenCalled();
});
