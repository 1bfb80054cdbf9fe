import type { Clock } from '../src/clock/clock.ts';
import { isHolder } from '../src/engine/run-selectors.ts';
import { EMPTY_SESSION } from '../src/session/session-state.ts';
import type { FallbackStore } from '../src/storage/fallback-store.ts';
import { createSessionStorage } from '../src/storage/session-storage.ts';
import type { StorageProblem } from '../src/storage/write-all.ts';
import { shareWork } from '../src/tabs/share-work.ts';
import { createFakeFallback } from './fake-storage.ts';
import { createFakeChannels, createFakeLocks } from './fake-tabs.ts';
import { createHarness, fakeTimerClock, type HarnessOptions } from './session-harness.ts';
import { createSharedStorage } from './shared-storage.ts';

export interface BrowserOptions {
  /** Stored work of all tabs that local storage does not take. */
  readonly idb: FallbackStore;
  /** How much later a tab sees what another one has written. */
  readonly lateMs?: number;
  /** Local storage takes nothing more. */
  readonly isFull?: () => boolean;
}

/** One browser with several tabs of the page: session, storage and tabs as main.ts puts them together, without the page. */
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
    const tabs = shareWork({
      page: copy.page,
      locks: sleep.hearLater(locks.managerOf(name)),
      channel: channels.open(() => !sleep.isAsleep()),
      storage: work,
      session: {
        ...session,
        isHolder: () => isHolder(session.store.getState()),
        leadAgain: () => session.lead(session.store.getState()),
      },
      onStored: () => {},
      onForgetKeys: () => {},
    });
    return {
      ...harness,
      problems,
      flush: work.flush,
      takeOver: tabs.takeOver,
      /** The tab's thread stands still: it hears nothing, and its timers wait. */
      sleep() {
        sleep.begin();
        copy.sleep();
      },
      /** First it does what it had begun, then it hears what has happened meanwhile. */
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
  /** What the browser tells the tab is heard when it is awake. */
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
