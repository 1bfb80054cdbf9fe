import { createTabLock, type TabLock, type TabLockOptions } from './tab-lock.ts';

/** Messages between the tabs of this page: the stored work's revision, changes of the work, and never a key. */
const FORGET_KEYS = 'forget-keys';
const WHAT_GOES_ON = 'what-goes-on';
const workSaved = (revision: number) => `work-saved ${revision}`;
const savedRevision = (data: unknown): number | undefined => {
  const [, revision] = /^work-saved (\d{1,15})$/.exec(String(data)) ?? [];
  return revision === undefined ? undefined : Number(revision);
};

/** How long changes by another tab are gathered before they are read: that tab writes several keys, one after the other. */
const GATHER_MS = 100;
/** After a read, the next one waits this many times the read's duration: reading takes a tenth of the time at most. */
const REST_AFTER_READ = 9;

interface OtherTabsOptions {
  readonly page: Pick<Window, 'addEventListener'>;
  /** undefined in browsers without BroadcastChannel: then this tab hears only what local storage tells. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** Another tab has written this key of local storage (null: has emptied local storage). Called at once. */
  readonly onStored: (key: string | null) => void;
  /** Another tab has saved; called at most ten times a second. "again": that tab was still writing, read once more. */
  readonly onSaved: () => Promise<'done' | 'again'>;
  readonly onForgetKeys: () => void;
  /** The holder sends what has changed of the work. */
  readonly onNews: (news: unknown) => void;
  /** Another tab asks what is going on in this one, beyond what is stored; undefined when this tab is not the holder. */
  readonly onAsked: () => unknown;
}

/** Hears what the other tabs do, and tells them what local storage does not. */
interface OtherTabs {
  /**
   * Announces the revision that has just been stored. Local storage reaches other tabs' processes later than a lock or a
   * message, so that a tab must know which revision to wait for.
   */
  tellSaved(revision: number): void;
  /** To be sent before the revision that the changes lead to. */
  tellNews(news: unknown): void;
  tellForgetKeys(): void;
  /** Asks the holder for news beyond what is stored. */
  askWhatGoesOn(): void;
  /** The highest revision that another tab has announced; 0: none. */
  announcedRevision(): number;
  /** Reads now what another tab has written. */
  readNow(): Promise<void>;
}

export function createOtherTabs({ page, channel, onStored, onSaved, ...heard }: OtherTabsOptions): OtherTabs {
  let gathering = false;
  let more = false;
  let restMs = 0;
  let announced = 0;

  async function readNow(): Promise<void> {
    const beganAt = performance.now();
    if ((await onSaved()) === 'again') gather();
    restMs = REST_AFTER_READ * (performance.now() - beganAt);
  }

  function gather(): void {
    more = true;
    if (gathering) return;
    gathering = true;
    setTimeout(
      async () => {
        more = false;
        await readNow();
        gathering = false;
        if (more) gather();
      },
      Math.max(GATHER_MS, restMs),
    );
  }

  page.addEventListener('storage', ({ key }) => {
    onStored(key);
    gather();
  });
  channel?.addEventListener('message', ({ data }) => {
    if (data === FORGET_KEYS) return heard.onForgetKeys();
    if (data === WHAT_GOES_ON) return tellNews(heard.onAsked());
    if (typeof data === 'object' && data !== null && 'news' in data) return heard.onNews(data.news);
    const revision = savedRevision(data);
    if (revision === undefined) return;
    announced = Math.max(announced, revision);
    gather();
  });
  function tellNews(news: unknown): void {
    if (news !== undefined) channel?.postMessage({ news });
  }

  return {
    tellNews,
    askWhatGoesOn: () => channel?.postMessage(WHAT_GOES_ON),
    tellSaved: (revision) => channel?.postMessage(workSaved(revision)),
    tellForgetKeys: () => channel?.postMessage(FORGET_KEYS),
    announcedRevision: () => announced,
    readNow,
  };
}

interface HoldOrFollowOptions<State>
  extends Pick<OtherTabsOptions, 'page' | 'channel' | 'onStored' | 'onForgetKeys'>,
    Pick<TabLockOptions, 'locks'> {
  readonly storage: SharedStorage<State>;
  readonly session: {
    isHolder(): boolean;
    hold(state: State): void;
    /** This tab stays the holder with its present state, because its work could not be written. */
    holdAgain(): void;
    follow(): void;
    showHolder(state: State): void;
  };
}

/** What the tabs need of the place where the work is kept. */
interface SharedStorage<State> {
  /**
   * For the new holder: waits for the revision that other tabs announced last (0: none) and loads it. `stolen`: the former
   * holder did not answer and may wake, so its late writes must count for nothing.
   */
  load(announcedRevision: number, stolen: boolean): Promise<State>;
  /** For a follower: reads the stored work; state undefined when nothing newer can be shown. Not complete: read again. */
  readStored(): Promise<{ readonly state: State | undefined; readonly complete: boolean }>;
  /** For a follower: the state after the holder's news; undefined when the news does not follow on what was read before. */
  applyNews(news: unknown): State | undefined;
  /** For followers, that have read the stored work or heard of another holder: what goes on beyond what is stored; undefined when this tab is not the holder. */
  newsBeyondStored(): unknown;
  /** Writes everything, however long that takes. False: the work could not be written. */
  handOver(): Promise<boolean>;
  /** Discards unwritten changes, because another tab holds the run. */
  discardUnwritten(): void;
  /** Writes the work again after another tab has overwritten it. False: the stored work is newer than this tab's. */
  restoreOverwritten(): boolean;
}

interface SharedWork extends Pick<TabLock, 'takeOver'>, OtherTabs {
  /** Resolves when this tab knows whether it holds or follows, and shows the stored work. */
  readonly ready: Promise<void>;
  /** For a save that met another tab's newer save. True: the tabs settle who holds. False: without locks nobody can tell. */
  settleOvertaken(): Promise<boolean>;
}

/** One tab holds the run. The others show it live; one of them takes over when the holder gives way or closes. */
export function holdOrFollow<State>({ storage, session, locks, ...others }: HoldOrFollowOptions<State>): SharedWork {
  const otherTabs = createOtherTabs({
    ...others,
    onSaved: async () => (session.isHolder() ? restoreOrReload() : show()),
    onNews(news) {
      const state = session.isHolder() ? undefined : storage.applyNews(news);
      if (state !== undefined) session.showHolder(state);
    },
    onAsked: () => (session.isHolder() ? storage.newsBeyondStored() : undefined),
  });

  /** Shows the holder's newest stored state in a follower. */
  async function show(): Promise<'done' | 'again'> {
    const { state, complete } = await storage.readStored();
    if (session.isHolder()) return 'done';
    if (state !== undefined) {
      session.showHolder(state);
      otherTabs.askWhatGoesOn();
    }
    return complete ? 'done' : 'again';
  }

  /** Another tab wrote while this one holds the run: one that slept through losing the run, or the last holder's late save. */
  async function restoreOrReload(): Promise<'done'> {
    if ((await isTrueHolder()) && !storage.restoreOverwritten()) await goOnFromStored();
    return 'done';
  }

  /** Asks the browser: this tab may itself have slept and lost the run. */
  const isTrueHolder = async () => session.isHolder() && (await lock.holder()) === 'this-tab';

  async function goOnFromStored(): Promise<void> {
    session.follow();
    const state = await storage.load(otherTabs.announcedRevision(), false);
    if ((await lock.holder()) === 'this-tab') session.hold(state);
  }

  async function follow(): Promise<void> {
    session.follow();
    storage.discardUnwritten();
    await otherTabs.readNow();
  }

  const lock = createTabLock({
    locks,
    channel: others.channel,
    async onHold(stillHolds, stolen) {
      const state = await storage.load(otherTabs.announcedRevision(), stolen);
      if (!stillHolds()) return;
      session.hold(state);
      // The others still show what went on in the tab that held the run before.
      otherTabs.tellNews(storage.newsBeyondStored());
    },
    async onAsked() {
      // The first write happens while the run goes on: it stores most of the work, and if it fails the run need not be given up.
      if (!(await storage.handOver())) return false;
      session.follow();
      if (await storage.handOver()) return true;
      session.holdAgain();
      return false;
    },
    onFollow: follow,
  });
  return {
    ...otherTabs,
    takeOver: lock.takeOver,
    ready: lock.decided,
    async settleOvertaken() {
      if (await isTrueHolder()) await goOnFromStored();
      return (await lock.holder()) !== 'unknown';
    },
  };
}
