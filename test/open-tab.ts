import type { Work } from '../src/film/film.ts';
import { createFilmStorage } from '../src/storage/film-storage.ts';
import type { StorageProblem, TextStorage } from '../src/storage/stored-value.ts';
import type { FallbackStore } from '../src/storage/work-stores.ts';
import { createOneTab } from '../src/tabs/one-tab.ts';
import { createFakeFallback } from './fake-storage.ts';
import { createFakeChannels, createFakeLocks } from './fake-tabs.ts';
import { createHarness, fakeTimerClock, type HarnessOptions } from './session-harness.ts';

type Harness = ReturnType<typeof createHarness>;

export interface BrowserOptions {
  /** Holds work that local storage refuses, for all tabs. */
  readonly idb: FallbackStore;
  /** How many ms later a tab sees what another tab has written. */
  readonly lateMs?: number;
}

/** One browser with several tabs of the page: session, storage and tabs, put together as in main.ts, without the page itself. */
export function openBrowser({ idb, lateMs = 0 }: BrowserOptions) {
  const locks = createFakeLocks();
  const channels = createFakeChannels({ lateMs: Math.min(lateMs, 30) });
  const shared = createSharedStorage(lateMs);
  const undo = createFakeFallback();

  function openTab(name: string, options: HarnessOptions = {}) {
    const copy = shared.open();
    const problems: (StorageProblem | null)[] = [];
    let harness: Harness | undefined;
    const begun: Harness[] = [];
    const work = createFilmStorage({
      storage: copy.storage,
      idb,
      undoStore: undo,
      onProblem: (problem) => problems.push(problem),
      after: fakeTimerClock.after,
      onSaved: (revision) => tabs.tellSaved(revision),
      onOvertaken: () => tabs.settleOvertaken(),
    });
    const tabs = createOneTab<Work>({
      page: copy.page,
      locks: locks.managerOf(name),
      channel: channels.open(),
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
      takeOver: tabs.takeOver,
    };
  }

  return { openTab };
}

type Listener = (event: { readonly key: string | null }) => void;

interface Write {
  readonly key: string;
  readonly text: string | null;
  /** The write's position in the order of all writes. */
  readonly place: number;
}

/** Local storage as in browsers: each tab writes its own copy, others see it `lateMs` later, key by key; the later write stays. */
function createSharedStorage(lateMs: number) {
  const tabs: ((write: Write) => void)[] = [];
  const stored = new Map<string, string>();
  let places = 0;

  function open(): { readonly storage: TextStorage; readonly page: Pick<Window, 'addEventListener'> } {
    const copy = new Map(stored);
    const ownPlaces = new Map<string, number>();
    const listeners: Listener[] = [];

    function arrive(write: Write): void {
      const { key, text, place } = write;
      if ((ownPlaces.get(key) ?? 0) > place) return;
      put(copy, key, text);
      for (const listener of listeners) listener({ key });
    }
    tabs.push(arrive);

    function write(key: string, text: string | null): void {
      const written = { key, text, place: ++places };
      ownPlaces.set(key, written.place);
      put(copy, key, text);
      put(stored, key, text);
      for (const other of tabs) if (other !== arrive) setTimeout(() => other(written), lateMs);
    }

    return {
      storage: {
        getItem: (key) => copy.get(key) ?? null,
        setItem: write,
        removeItem: (key) => write(key, null),
      },
      page: { addEventListener: ((_type: string, listener: Listener) => listeners.push(listener)) as never },
    };
  }

  return { open };
}

function put(texts: Map<string, string>, key: string, text: string | null): void {
  if (text === null) texts.delete(key);
  else texts.set(key, text);
}
