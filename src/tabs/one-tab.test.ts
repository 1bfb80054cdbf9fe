import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeChannels, createFakeLocks } from '../../test/fake-tabs.ts';
import { createOneTab } from './one-tab.ts';

let channels: ReturnType<typeof createFakeChannels>;
let locks: ReturnType<typeof createFakeLocks>;

beforeEach(() => {
  vi.useFakeTimers();
  channels = createFakeChannels();
  locks = createFakeLocks();
});
afterEach(() => void vi.useRealTimers());

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

/** `begun`: the states with which the tab has begun. */
async function openTab(name: string) {
  const begun: string[] = [];
  const storage = {
    load: vi.fn(async (stolen: boolean) => (stolen ? 'stolen' : 'work')),
    handOver: vi.fn(async () => true),
    discardUnwritten: vi.fn(),
  };
  const work = {
    begin: vi.fn((state: string) => void begun.push(state)),
    finish: vi.fn(async (_mostMs: number, _onCalls: (count: number) => void) => {}),
    end: vi.fn(() => begun.at(-1)),
  };
  const onForgetKeys = vi.fn();
  const tab = createOneTab<string>({
    ...{ storage, work, onForgetKeys },
    locks: locks.managerOf(name),
    channel: channels.open(),
  });
  await pass();
  return { ...tab, storage, work, onForgetKeys, begun };
}

test('[D8.1] gives the work to the first tab, and none to a second tab', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  expect([first.begun, second.begun]).toEqual([['work'], []]);
  expect(second.work.end).toHaveBeenCalledOnce();
});

test('[D8.1] begins in the second tab after the first tab has written everything', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  const order: string[] = [];
  first.work.finish.mockImplementation(async (mostMs) => {
    await new Promise((resolve) => setTimeout(resolve, mostMs));
    order.push(`finish within ${mostMs} ms`);
  });
  first.work.end.mockImplementation(() => void order.push('end') as undefined);
  first.storage.handOver.mockImplementation(async () => order.push('write') > 0);
  second.work.begin.mockImplementation(() => void order.push('begin'));
  void second.takeOver();
  await pass(62_000);
  expect(second.storage.load).toHaveBeenLastCalledWith(false);
  expect(order.slice(0, 4)).toEqual(['write', 'finish within 60000 ms', 'end', 'write']);
  expect(order.at(-1)).toBe('begin');
  expect(first.storage.discardUnwritten).toHaveBeenCalledOnce();
});

test('[D8.1] waits for the answers that the first tab still gets, counts them, and need not wait', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  let tell = (_count: number) => {};
  first.work.finish.mockImplementation((_, onCalls) => {
    tell = onCalls;
    onCalls(3);
    return new Promise(() => {});
  });
  const onCalls = vi.fn();
  void second.takeOver(onCalls);
  await pass(30_000);
  tell(2);
  await pass();
  // It asks again every 20 s.
  expect(onCalls.mock.calls).toEqual([[3], [3], [2]]);
  expect(second.work.begin).not.toHaveBeenCalled();
  second.dontWait();
  await pass(2_000);
  expect(second.begun).toEqual(['work']);
});

test('[D8.1] if a third tab asks while the second one waits, the third learns at once how many requests are unanswered', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  first.work.finish.mockImplementation((_, onCalls) => {
    onCalls(3);
    return new Promise(() => {});
  });
  void second.takeOver();
  await pass(5_000);
  const third = await openTab('third');
  const onCalls = vi.fn();
  void third.takeOver(onCalls);
  await pass();
  expect(onCalls.mock.calls).toEqual([[3]]);
  third.dontWait();
  await pass(2_000);
  expect([third.begun, second.begun]).toEqual([['work'], []]);
});

test('[D8.2] keeps the work in its tab if it cannot be written, even if only the last change cannot', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  first.storage.handOver.mockResolvedValueOnce(false);
  const outcome = second.takeOver();
  await pass(1_000);
  expect([await outcome, first.work.end.mock.calls.length]).toEqual(['refused', 0]);
  first.storage.handOver.mockResolvedValueOnce(true).mockResolvedValueOnce(false);
  const again = second.takeOver();
  await pass(1_000);
  expect([await again, first.begun, second.begun]).toEqual(['refused', ['work', 'work'], []]);
});

test('[D5.4] forgets the keys in every other tab at "Forget keys"', async () => {
  const first = await openTab('first');
  const second = await openTab('second');
  first.tellForgetKeys();
  await pass();
  expect([first.onForgetKeys.mock.calls.length, second.onForgetKeys.mock.calls.length]).toEqual([0, 1]);
});
