import type { Clock } from '../src/clock/clock.ts';
import type { SessionState } from '../src/film/film.ts';
import { createSessionStorage } from '../src/storage/film-storage.ts';
import type { StorageProblem } from '../src/storage/stored-value.ts';
import type { FallbackStore } from '../src/storage/work-stores.ts';
import { createOneTab } from '../src/tabs/one-tab.ts';
import { createFakeFallback } from './fake-storage.ts';
import { createFakeChannels, createFakeLocks } from './fake-tabs.ts';
import { createHarness, fakeTimerClock, type HarnessOptions } from './session-harness.ts';
import { createSharedStorage } from './shared-storage.ts';

type Harness = ReturnType<typeof createHarness>;

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
    let harness: Harness | undefined;
    const begun: Harness[] = [];
    const work = createSessionStorage({
      storage: copy.storage,
      idb,
      undoStore: undo,
      onProblem: (problem) => problems.push(problem),
      after: sleep.after,
      onSaved: (revision) => tabs.tellSaved(revision),
      onOvertaken: () => tabs.settleOvertaken(),
    });
    const tabs = createOneTab<SessionState>({
      page: copy.page,
      locks: sleep.hearLater(locks.managerOf(name)),
      channel: channels.open(() => !sleep.isAsleep()),
      storage: work,
      work: {
        begin(initial) {
          harness = createHarness({ ...options, initial });
          begun.push(harness);
          harness.session.store.subscribe(work.save);
        },
        finish: async (mostMs) => harness?.session.finish(mostMs),
        end() {
          const last = harness?.state();
          harness?.session.dispose();
          harness = undefined;
          return last;
        },
      },
      onForgetKeys: () => {},
    });
    /** Of the tab while it has the work. */
    const here = (): Harness => {
      if (!harness) throw new Error(`The tab "${name}" does not have the work.`);
      return harness;
    };
    return {
      hasWork: () => harness !== undefined,
      state: () => here().state(),
      get session() {
        return here().session;
      },
      /** All that the tab has ever sent. */
      requests: () => begun.flatMap(({ requests }) => requests),
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
