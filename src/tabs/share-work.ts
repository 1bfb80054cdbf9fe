import { createOtherTabs, type OtherTabs, type OtherTabsOptions } from './other-tabs.ts';
import { createTabLock, type TabLock, type TabLockOptions } from './tab-lock.ts';

export interface ShareWorkOptions<State>
  extends Pick<OtherTabsOptions, 'page' | 'channel' | 'onStored' | 'onForgetKeys'>,
    Pick<TabLockOptions, 'locks'> {
  readonly storage: SharedStorage<State>;
  readonly session: {
    isHolder(): boolean;
    lead(state: State): void;
    /** This tab keeps the run after all, with what it has. */
    leadAgain(): void;
    follow(): void;
    showHolder(state: State): void;
  };
}

/** What the tabs need of the place where the work is kept. */
export interface SharedStorage<State> {
  /**
   * For the tab that holds the run. The other tabs have announced this revision last; 0: none. `stolen`: from a tab that
   * may yet wake, and whose late writes must count for nothing.
   */
  load(announcedRevision: number, stolen: boolean): Promise<State>;
  /**
   * For a follower; undefined where nothing newer than before can be shown. Not complete: it is to be read again.
   */
  look(): Promise<{ readonly state: State | undefined; readonly complete: boolean }>;
  /** For a follower, what the holder tells; undefined: it does not follow on what was read. */
  hear(news: unknown): State | undefined;
  /** For a follower that has looked: what goes on in this tab beyond that; undefined: this tab does not hold the run. */
  newsBeyondStored(): unknown;
  /** Writes everything, however long it takes. False: it could not be written. */
  handOver(): Promise<boolean>;
  /** Forgets what waits to be written: another tab holds the run. */
  drop(): void;
  /** Writes the work again where another tab has written over it. False: what stands there is newer. */
  defend(): boolean;
}

export interface SharedWork extends Pick<TabLock, 'takeOver'>, OtherTabs {
  /** Fulfilled when this tab knows its part, and shows what is stored. */
  readonly ready: Promise<void>;
  /** Another tab's newer save was found in place of this tab's. True: the tabs settle that. False: nobody can say who is right. */
  settleOvertaken(): Promise<boolean>;
}

/** One tab holds the run; the others show it live, and one of them takes it over when the holder gives way or is gone. */
export function shareWork<State>({ storage, session, locks, ...others }: ShareWorkOptions<State>): SharedWork {
  const otherTabs = createOtherTabs({
    ...others,
    onSaved: async () => (session.isHolder() ? defend() : show()),
    onNews(news) {
      const state = session.isHolder() ? undefined : storage.hear(news);
      if (state !== undefined) session.showHolder(state);
    },
    onAsked: () => (session.isHolder() ? storage.newsBeyondStored() : undefined),
  });

  /** The holder's newest state, in a tab that follows. */
  async function show(): Promise<'done' | 'again'> {
    const { state, complete } = await storage.look();
    if (session.isHolder()) return 'done';
    if (state !== undefined) {
      session.showHolder(state);
      otherTabs.askWhatGoesOn();
    }
    return complete ? 'done' : 'again';
  }

  /**
   * Another tab has written while this one holds the run: one that slept, and does not know yet that it has lost the run;
   * or the one that held it before, whose last save came late.
   */
  async function defend(): Promise<'done'> {
    if ((await holds()) && !storage.defend()) await goOnFromStored();
    return 'done';
  }

  /** As the browser says: this tab itself may have slept, and lost the run. */
  const holds = async () => session.isHolder() && (await lock.holder()) === 'this-tab';

  async function goOnFromStored(): Promise<void> {
    session.follow();
    const state = await storage.load(otherTabs.announcedRevision(), false);
    if ((await lock.holder()) === 'this-tab') session.lead(state);
  }

  async function follow(): Promise<void> {
    session.follow();
    storage.drop();
    await otherTabs.look();
  }

  const lock = createTabLock({
    locks,
    channel: others.channel,
    async onHold(stillHolds, stolen) {
      const state = await storage.load(otherTabs.announcedRevision(), stolen);
      if (stillHolds()) session.lead(state);
    },
    async onAsked() {
      // A first time while the run goes on: most is written then, and where it cannot be, nothing was given up for it.
      if (!(await storage.handOver())) return false;
      session.follow();
      if (await storage.handOver()) return true;
      session.leadAgain();
      return false;
    },
    onFollow: follow,
  });
  return {
    ...otherTabs,
    takeOver: lock.takeOver,
    ready: lock.decided,
    async settleOvertaken() {
      if (await holds()) await goOnFromStored();
      return (await lock.holder()) !== 'unknown';
    },
  };
}
