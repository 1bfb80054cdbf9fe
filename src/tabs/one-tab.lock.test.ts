import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeChannels, createFakeLocks } from '../../test/fake-tabs.ts';
import { createTabLock, type TabLock } from './one-tab.ts';

/** One tab. All tabs share `log`, which lists in order what each tab did. */
interface Tab {
  readonly lock: TabLock;
  holds: boolean;
  /** How many milliseconds the tab needs to write everything before it gives the run away. */
  flushMs: number;
  canWrite: boolean;
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

const NO_TABS = {
  locks: undefined,
  channel: undefined,
  onHold: async () => {},
  onAsked: async () => true,
  onLost: () => {},
};
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function openTab(name: string, { loadMs = 0 } = {}): Tab {
  const tab: { -readonly [Key in keyof Tab]: Tab[Key] } = {
    lock: createTabLock(NO_TABS),
    holds: false,
    flushMs: 0,
    canWrite: true,
    frozen: false,
  };
  const channel = channels.open(() => !tab.frozen);
  tab.lock = createTabLock({
    locks: locks.managerOf(name),
    channel,
    async onHold(stillHolds, stolen) {
      if (loadMs > 0) await wait(loadMs);
      if (!stillHolds()) return void log.push(`${name} came too late`);
      tab.holds = true;
      log.push(`${name} ${stolen ? 'has taken it' : 'holds'}`);
    },
    async onAsked() {
      if (tab.flushMs > 0) await wait(tab.flushMs);
      if (tab.canWrite) tab.holds = false;
      log.push(`${name} ${tab.canWrite ? 'has written' : 'keeps it'}`);
      return tab.canWrite;
    },
    onLost() {
      tab.holds = false;
      log.push(`${name} waits`);
    },
  });
  return tab;
}

/** Opens two tabs. The first one has the run. */
async function openTwoTabs() {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  return { first, second };
}

async function openThreeTabs() {
  const two = await openTwoTabs();
  const third = openTab('third');
  await pass();
  return { ...two, third };
}

test('[D8.1] gives the run to the next tab in line when the first one dies, but leaves time for a reload', async () => {
  const { second, third } = await openThreeTabs();
  locks.die('first');
  await pass(4_999);
  expect([second.holds, third.holds]).toEqual([false, false]);
  await pass(1);
  expect([second.holds, third.holds]).toEqual([true, false]);
});

test('[D8.1] gives the work at once to the next tab in line if a person asks for it there', async () => {
  const { second } = await openTwoTabs();
  locks.die('first');
  await pass(1_000);
  expect(await second.lock.takeOver()).toBe('held');
  await pass();
  expect(second.holds).toBe(true);
});

test('[D8.1] gives the work back to a tab that a slow computer reloads, before the next tab in line begins', async () => {
  await openTwoTabs();
  locks.die('first');
  await pass(4_500);
  const reloaded = openTab('reloaded');
  await pass();
  void reloaded.lock.takeOver();
  await pass(1_000);
  expect(reloaded.holds).toBe(true);
  expect(log).not.toContain('second holds');
});

test('gives the run away only after everything is written', async () => {
  const { first, second } = await openTwoTabs();
  first.flushMs = 300;
  const outcome = second.lock.takeOver();
  await pass(299);
  expect([first.holds, second.holds]).toEqual([true, false]);
  await pass(1);
  expect(await outcome).toBe('held');
  expect(log.slice(2)).toEqual(['first has written', 'first waits', 'second holds']);
  // The first tab waits for the lock again, and does not take the run back by itself.
  await pass(60_000);
  expect([first.holds, second.holds]).toEqual([false, true]);
  locks.die('second');
  await pass(5_000);
  expect(first.holds).toBe(true);
});

test.each([700, 2_500, 19_000])('[D8.2] waits for a tab that answers and then writes for %i ms', async (flushMs) => {
  const { first, second } = await openTwoTabs();
  first.flushMs = flushMs;
  void second.lock.takeOver();
  await pass(flushMs - 1);
  expect(log.slice(2)).toEqual([]);
  await pass(1);
  expect(log.slice(2)).toEqual(['first has written', 'first waits', 'second holds']);
});

test('takes the run from a tab that froze only after two questions without an answer', async () => {
  const { first, second } = await openTwoTabs();
  first.flushMs = 1e9;
  void second.lock.takeOver();
  await pass(10_000);
  first.frozen = true;
  await pass(11_999);
  expect(log.slice(2)).toEqual([]);
  await pass(1);
  expect(log.slice(2)).toEqual(['first waits', 'second has taken it']);
});

test('[D8.2] keeps the run in a tab that cannot write its work, and says so', async () => {
  const { first, second } = await openTwoTabs();
  first.canWrite = false;
  const outcome = second.lock.takeOver();
  await pass(60_000);
  expect(await outcome).toBe('refused');
  expect([first.holds, second.holds]).toEqual([true, false]);
  first.canWrite = true;
  void second.lock.takeOver();
  await pass();
  expect([first.holds, second.holds]).toEqual([false, true]);
});

test('gives the run to the tab that asked if the other tab dies while it writes', async () => {
  const { first, second } = await openTwoTabs();
  first.flushMs = 5_000;
  void second.lock.takeOver();
  await pass(1_000);
  locks.die('first');
  await pass(699);
  expect(second.holds).toBe(false);
  await pass(1);
  expect(log.slice(2)).toEqual(['second holds']);
});

test('takes the run from a tab that does not answer for 2 s', async () => {
  const { first, second } = await openTwoTabs();
  expect([await first.lock.holder(), await second.lock.holder()]).toEqual(['this-tab', 'another']);
  first.frozen = true;
  const outcome = second.lock.takeOver();
  await pass(1_999);
  expect(second.holds).toBe(false);
  await pass(1);
  expect([await outcome, first.holds, second.holds]).toEqual(['held', false, true]);
  expect([await first.lock.holder(), await second.lock.holder()]).toEqual(['another', 'this-tab']);
  expect(await createTabLock(NO_TABS).holder()).toBe('unknown');
});

test('[D8.2] never steals the run from a tab that answers', async () => {
  const { first, second } = await openTwoTabs();
  first.flushMs = 300;
  void second.lock.takeOver();
  await pass(100);
  const outcome = first.lock.takeOver();
  await pass(60_000);
  expect(await outcome).toBe('held');
  expect(log.slice(2)).toEqual([
    ...['first has written', 'first waits'],
    // The second tab gives it back before it has begun with it.
    ...['second has written', 'second waits', 'first holds'],
  ]);
});

test('gives the run to only one of two tabs that ask at once, with consent', async () => {
  const { first, second, third } = await openThreeTabs();
  first.flushMs = 2_500;
  void second.lock.takeOver();
  void third.lock.takeOver();
  await pass(60_000);
  expect([first.holds, second.holds, third.holds].filter(Boolean)).toHaveLength(1);
  expect(log.filter((entry) => entry.endsWith('has taken it'))).toEqual([]);
  locks.die(second.holds ? 'second' : 'third');
  await pass(5_000);
  expect([first.holds, second.holds, third.holds].filter(Boolean).length).toBeGreaterThan(0);
});

test('gives the run to the tab that asks, not to the next tab in line', async () => {
  const { first, second, third } = await openThreeTabs();
  first.flushMs = 20;
  void third.lock.takeOver();
  await pass(1_000);
  expect([first.holds, second.holds, third.holds]).toEqual([false, false, true]);
  expect(log.filter((entry) => entry.endsWith('holds'))).toEqual(['first holds', 'third holds']);
  // All tabs are still waiting for the lock.
  locks.die('third');
  await pass(5_000);
  expect([first.holds, second.holds].filter(Boolean)).toHaveLength(1);
});

test('does not begin a run in a tab that lost it while reading the work', async () => {
  openTab('first', { loadMs: 500 });
  await pass(100);
  const second = openTab('second');
  await pass();
  void second.lock.takeOver();
  await pass(1_000);
  expect(log).toEqual(['second waits', 'first has written', 'first waits', 'second holds', 'first came too late']);
});

test('lets a tab ask again for a run that it gave away while reading the work', async () => {
  openTab('first');
  await pass();
  const second = openTab('second', { loadMs: 500 });
  const third = openTab('third');
  await pass();
  void second.lock.takeOver();
  await pass(100);
  void third.lock.takeOver();
  await pass(100);
  expect(third.holds).toBe(true);
  third.flushMs = 1_000;
  const held = vi.fn();
  void second.lock.takeOver().then(held);
  await pass(900);
  expect(held).not.toHaveBeenCalled();
  await pass(1_000);
  expect(held).toHaveBeenCalledExactlyOnceWith('held');
  expect(second.holds).toBe(true);
});

test('changes nothing if a person presses twice, or presses in the tab that has the run', async () => {
  const { first, second } = await openTwoTabs();
  void first.lock.takeOver();
  await pass(1_000);
  expect(first.holds).toBe(true);
  void second.lock.takeOver();
  void second.lock.takeOver();
  await pass(2_000);
  expect(log.slice(2)).toEqual(['first has written', 'first waits', 'second holds']);
  // The second press has no effect: a tab that was asked for the run gives it away for good.
  void first.lock.takeOver();
  await pass(5_000);
  expect([first.holds, second.holds]).toEqual([true, false]);
});

test.each([0, 1])(
  '[D8.2] does not believe that another tab has the run if the browser answers question %i with an error',
  async (failing) => {
    const manager = locks.managerOf('first');
    let questions = 0;
    const query = () =>
      questions++ === failing ? Promise.reject(new DOMException('no', 'InvalidStateError')) : manager.query();
    const first = createTabLock({ ...NO_TABS, locks: { request: manager.request, query } });
    await pass();
    expect(await first.holder()).toBe('unknown');
  },
);

test('gives every tab the run if the browser has no locks or refuses them', async () => {
  const hold = vi.fn(async () => {});
  const lost = vi.fn();
  const options = { ...NO_TABS, onHold: hold, onLost: lost };
  createTabLock({ ...options, locks: undefined });
  expect(hold).toHaveBeenCalledOnce();
  const refusing = { request: () => Promise.reject(new DOMException('no', 'SecurityError')), query: vi.fn() };
  createTabLock({ ...options, locks: refusing });
  await pass();
  expect(hold).toHaveBeenCalledTimes(2);
  expect(lost).not.toHaveBeenCalled();
});
