import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeChannels, createFakeLocks } from '../../test/fake-tabs.ts';
import { createTabLock, type TabLock } from './tab-lock.ts';

/** One tab: what it does, in order, in a log that all tabs share. */
interface Tab {
  readonly lock: TabLock;
  holds: boolean;
  /** How long it takes to write everything before it gives way. */
  flushMs: number;
  frozen: boolean;
}

let locks: ReturnType<typeof createFakeLocks>;
let channels: ReturnType<typeof createFakeChannels>;
let log: string[];

beforeEach(() => {
  vi.useFakeTimers();
  locks = createFakeLocks();
  channels = createFakeChannels();
  log = [];
});
afterEach(() => void vi.useRealTimers());

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function openTab(name: string, { loadMs = 0 } = {}): Tab {
  const tab: { -readonly [Key in keyof Tab]: Tab[Key] } = {
    lock: { takeOver: () => {}, decided: Promise.resolve() },
    holds: false,
    flushMs: 0,
    frozen: false,
  };
  const channel = channels.open(() => !tab.frozen);
  tab.lock = createTabLock({
    locks: locks.managerOf(name),
    channel,
    async onHold(stillHolds) {
      if (loadMs > 0) await wait(loadMs);
      if (!stillHolds()) return void log.push(`${name} came too late`);
      tab.holds = true;
      log.push(`${name} holds`);
    },
    async onFollow() {
      tab.holds = false;
      if (tab.flushMs > 0) await wait(tab.flushMs);
      log.push(`${name} follows`);
    },
  });
  return tab;
}

test('the first tab holds, the others follow, and each knows its part', async () => {
  const first = openTab('first');
  await pass();
  await first.lock.decided;
  const second = openTab('second');
  await pass();
  await second.lock.decided;
  expect([first.holds, second.holds]).toEqual([true, false]);
  expect(log).toEqual(['first holds', 'second follows']);
});

test('when the holder dies, the next in line goes on at once', async () => {
  openTab('first');
  await pass();
  const second = openTab('second');
  const third = openTab('third');
  await pass();
  locks.die('first');
  await pass();
  expect([second.holds, third.holds]).toEqual([true, false]);
});

test('the holder gives way only when all is written', async () => {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  first.flushMs = 300;
  second.lock.takeOver();
  await pass(299);
  expect([first.holds, second.holds]).toEqual([false, false]);
  await pass(1);
  expect(log.slice(2)).toEqual(['first follows', 'second holds']);
  // The one that gave way stands in line, and does not take the run back by itself.
  await pass(5_000);
  expect([first.holds, second.holds]).toEqual([false, true]);
  locks.die('second');
  await pass();
  expect(first.holds).toBe(true);
});

test('a holder that does not answer loses the run after 0.7 s, and follows when it wakes', async () => {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  first.frozen = true;
  second.lock.takeOver();
  await pass(699);
  expect(second.holds).toBe(false);
  await pass(1);
  expect([first.holds, second.holds]).toEqual([false, true]);
});

test('of three tabs the one that asks gets the run, not the one that stands before it in line', async () => {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  const third = openTab('third');
  await pass();
  first.flushMs = 20;
  third.lock.takeOver();
  await pass(1_000);
  expect([first.holds, second.holds, third.holds]).toEqual([false, false, true]);
  expect(log.filter((entry) => entry.endsWith('holds'))).toEqual(['first holds', 'third holds']);
  // Nobody was left out: the line goes on.
  locks.die('third');
  await pass();
  expect([first.holds, second.holds].filter(Boolean)).toHaveLength(1);
});

test('a run that was taken away while it was read is not begun', async () => {
  openTab('first', { loadMs: 500 });
  await pass(100);
  const second = openTab('second');
  await pass();
  second.lock.takeOver();
  await pass(1_000);
  expect(log).toEqual(['second follows', 'first follows', 'second holds', 'first came too late']);
});

test('pressing twice, or as the holder, changes nothing more', async () => {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  first.lock.takeOver();
  await pass(1_000);
  expect(first.holds).toBe(true);
  second.lock.takeOver();
  second.lock.takeOver();
  await pass(2_000);
  expect(log.slice(2)).toEqual(['first follows', 'second holds']);
  // The second press is forgotten: asked to give way, it does so for good.
  first.lock.takeOver();
  await pass(5_000);
  expect([first.holds, second.holds]).toEqual([true, false]);
});

test('without locks, or where the browser refuses them, the tab holds', async () => {
  const hold = vi.fn(async () => {});
  const follow = vi.fn(async () => {});
  const options = { channel: undefined, onHold: hold, onFollow: follow };
  await createTabLock({ ...options, locks: undefined }).decided;
  expect(hold).toHaveBeenCalledOnce();
  const refusing = { request: () => Promise.reject(new DOMException('no', 'SecurityError')), query: vi.fn() };
  await createTabLock({ ...options, locks: refusing }).decided;
  expect(hold).toHaveBeenCalledTimes(2);
  expect(follow).not.toHaveBeenCalled();
});
