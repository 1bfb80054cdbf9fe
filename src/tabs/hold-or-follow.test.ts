import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeChannels, createFakeLocks } from '../../test/fake-tabs.ts';
import { holdOrFollow } from './other-tabs.ts';

/** In milliseconds: how much later another tab sees a write, and gets a message. */
const SEEN_AFTER_MS = 200;
const HEARD_AFTER_MS = 30;

let locks: ReturnType<typeof createFakeLocks>;
let channels: ReturnType<typeof createFakeChannels>;
let onStorage: (() => void)[];
/** All writes to the storage that the tabs share. */
let writes: { readonly revision: number; readonly by: string; readonly at: number }[];

beforeEach(() => {
  vi.useFakeTimers();
  locks = createFakeLocks();
  channels = createFakeChannels({ lateMs: HEARD_AFTER_MS });
  writes = [];
  onStorage = [];
});

const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A tab whose work consists of its revision number. */
function openTab(name: string) {
  const tab = { holds: false, shows: 0, dirty: false, awake: true, writesForMs: 0, canWrite: true };
  const seen = () => writes.findLast(({ by, at }) => by === name || Date.now() - at >= SEEN_AFTER_MS)?.revision ?? 0;
  function save(): void {
    const revision = (writes.at(-1)?.revision ?? 0) + 1;
    writes.push({ revision, by: name, at: Date.now() });
    tab.shows = revision;
    tab.dirty = false;
    for (const listener of onStorage) setTimeout(listener, SEEN_AFTER_MS);
    shared.tellSaved(revision);
  }
  const shared = holdOrFollow<number>({
    page: {
      addEventListener: (_type: string, listener: unknown) => {
        if (typeof listener === 'function') onStorage.push(() => listener({ key: 'revision' }));
      },
    },
    locks: locks.managerOf(name),
    channel: channels.open(() => tab.awake),
    storage: {
      async load(announcedRevision) {
        while (seen() < announcedRevision) await wait(20);
        return seen();
      },
      readStored: async () => ({ state: seen(), complete: true }),
      applyNews: () => undefined,
      newsBeyondStored: () => undefined,
      async handOver() {
        if (tab.dirty && tab.writesForMs > 0) await wait(tab.writesForMs);
        if (tab.dirty && tab.canWrite) save();
        return tab.canWrite;
      },
      discardUnwritten: () => Object.assign(tab, { dirty: false }),
      restoreOverwritten: () => seen() <= tab.shows,
    },
    session: {
      isHolder: () => tab.holds,
      hold: (revision) => Object.assign(tab, { holds: true, shows: revision }),
      holdAgain: () => Object.assign(tab, { holds: true }),
      follow: () => Object.assign(tab, { holds: false }),
      showHolder: (revision) => Object.assign(tab, { shows: revision }),
    },
    onStored: () => {},
    onForgetKeys: () => {},
  });
  return { ...shared, tab, save };
}

/** The first of the two tabs holds the run. */
async function openTwoTabs() {
  const first = openTab('first');
  await pass();
  const second = openTab('second');
  await pass();
  return { first, second };
}

test('who takes the run over has what the holder wrote last, however late that can be seen', async () => {
  const { first, second } = await openTwoTabs();
  first.save();
  await pass(1_000);
  // The first tab has written nothing until it is asked to give way.
  first.tab.dirty = true;
  void second.takeOver();
  await pass(SEEN_AFTER_MS - 20);
  expect(second.tab.holds).toBe(false);
  await pass(HEARD_AFTER_MS + 40);
  expect(second.tab).toMatchObject({ holds: true, shows: 2 });
  expect(first.tab.holds).toBe(false);
});

test('who goes on after the holder has died has what that one announced', async () => {
  const { first, second } = await openTwoTabs();
  first.save();
  await pass(HEARD_AFTER_MS);
  locks.die('first');
  await pass(SEEN_AFTER_MS);
  expect(second.tab).toMatchObject({ holds: true, shows: 1 });
});

test('a holder that slept while the run was taken from it writes nothing, and shows the other’s work', async () => {
  const first = openTab('first');
  await pass();
  first.save();
  const second = openTab('second');
  await pass(1_000);
  first.tab.dirty = true;
  first.tab.awake = false;
  void second.takeOver();
  await pass(2_000);
  second.save();
  first.tab.awake = true;
  await pass(1_000);
  expect(writes.map(({ by }) => by)).toEqual(['first', 'second']);
  second.save();
  await pass(1_000);
  expect(first.tab).toMatchObject({ holds: false, shows: 3 });
});

test('a holder that takes long to write loses nothing: it holds the run until all is written', async () => {
  const { first, second } = await openTwoTabs();
  first.save();
  await pass(1_000);
  Object.assign(first.tab, { dirty: true, writesForMs: 2_500 });
  void second.takeOver();
  await pass(2_000);
  expect([first.tab.holds, second.tab.holds]).toEqual([true, false]);
  await pass(1_000);
  expect(second.tab).toMatchObject({ holds: true, shows: 2 });
  expect(first.tab.holds).toBe(false);
});

test('a holder that cannot write its work keeps the run and the work', async () => {
  const { first, second } = await openTwoTabs();
  Object.assign(first.tab, { shows: 7, canWrite: false });
  const outcome = second.takeOver();
  await pass(1_000);
  expect(await outcome).toBe('refused');
  expect(first.tab).toMatchObject({ holds: true, shows: 7 });
  expect(second.tab.holds).toBe(false);
});

test('what the holder before wrote last and late is gone on from', async () => {
  const { first, second } = await openTwoTabs();
  first.save();
  await pass(1_000);
  // The first tab freezes, and its last message is lost.
  first.tab.awake = false;
  first.save();
  locks.die('first');
  await pass();
  expect(second.tab).toMatchObject({ holds: true, shows: 1 });
  await pass(1_000);
  expect(second.tab).toMatchObject({ holds: true, shows: 2 });
});
