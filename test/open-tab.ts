import type { Clock } from '../src/clock/clock.ts';
import { isHolder } from '../src/engine/run-state.ts';
import { EMPTY_SESSION } from '../src/film/film.ts';
import { createSessionStorage } from '../src/storage/film-storage.ts';
import type { StorageProblem } from '../src/storage/stored-value.ts';
import type { FallbackStore } from '../src/storage/work-stores.ts';
import { holdOrFollow } from '../src/tabs/other-tabs.ts';
import { createFakeFallback } from './fake-storage.ts';
import { createFakeChannels, createFakeLocks } from './fake-tabs.ts';
import { createHarness, fakeTimerClock, type HarnessOptions } from './session-harness.ts';
import { createSharedStorage } from './shared-storage.ts';

export interface BrowserOptions {
  /** Holds work that local storage refuses, for all tabs. */
  readonly idb: FallbackStore;
  /** How many ms later a tab sees what another tab has written. */
  readonly lateMs?: number;
  /** Whether local storage is full. */
  readonly isFull?: () => boolean;
}

/** One browser with several tabs of the page: session, storage and tabs, put together as in main.ts, without the page itself. */
export function openBrowser({ idb, lateMs = 0, isFull = () => false }: BrowserOptions) {
  const locks = createFakeLocks();
  const channels = createFakeChannels({ lateMs: Math.min(lateMs, 30) });
  const shared = createSharedStorage({ lateMs, isFull });
  const undo = createFakeFallback();

  function openTab(name: string, options: HarnessOptions = {}) {
    const copy = shared.open();
    const sleep = createSleep();
    const problems: (StorageProblem | null)[] = [];
    const harness = createHarness({ ...options, initial: { ...EMPTY_SESSION, role: 'follower' } });
    const { session } = harness;
    const work = createSessionStorage({
      storage: copy.storage,
      idb,
      undoStore: undo,
      onProblem: (problem) => problems.push(problem),
      after: sleep.after,
      onSaved: (revision) => tabs.tellSaved(revision),
      onNews: (news) => tabs.tellNews(news),
      onOvertaken: () => tabs.settleOvertaken(),
    });
    session.store.subscribe(work.save);
    const tabs = holdOrFollow({
      page: copy.page,
      locks: sleep.hearLater(locks.managerOf(name)),
      channel: channels.open(() => !sleep.isAsleep()),
      storage: work,
      session: {
        ...session,
        isHolder: () => isHolder(session.store.getState()),
        holdAgain: () => session.hold(session.store.getState()),
      },
      onStored: () => {},
      onForgetKeys: () => {},
    });
    return {
      ...harness,
      problems,
      flush: work.flush,
      takeOver: tabs.takeOver,
      /** The tab's thread stands still: no messages, and its timers wait. */
      sleep() {
        sleep.begin();
        copy.sleep();
      },
      /** First continues what the tab had begun, then delivers what has happened meanwhile. */
      wake() {
        sleep.end(copy.wake);
      },
    };
  }

  return { openTab, die: locks.die };
}

function createSleep() {
  let asleep: { readonly over: Promise<void>; readonly end: () => void } | undefined;
  let due: (() => void)[] = [];
  const after: Clock['after'] = (delayMs, callback) =>
    fakeTimerClock.after(delayMs, () => {
      if (asleep) due.push(callback);
      else callback();
    });
  /** The browser's answers reach the tab when the tab is awake. */
  const heard = async <T>(told: Promise<T>): Promise<T> => {
    await told.catch(() => {});
    await asleep?.over;
    return told;
  };
  return {
    after,
    isAsleep: () => asleep !== undefined,
    hearLater: (manager: LockManager): LockManager => ({
      request: ((...args: Parameters<LockManager['request']>) => heard(manager.request(...args))) as never,
      query: () => heard(manager.query()),
    }),
    begin() {
      let end = () => {};
      const over = new Promise<void>((resolve) => {
        end = resolve;
      });
      asleep = { over, end };
    },
    end(hear: () => void) {
      const sleeping = asleep;
      asleep = undefined;
      for (const callback of due) callback();
      due = [];
      hear();
      sleeping?.end();
    },
  };
}
