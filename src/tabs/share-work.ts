import { createOtherTabs, type OtherTabs, type OtherTabsOptions } from './other-tabs.ts';
import { createTabLock, type TabLock, type TabLockOptions } from './tab-lock.ts';

export interface ShareWorkOptions<State>
  extends Pick<OtherTabsOptions, 'page' | 'channel' | 'onStored' | 'onForgetKeys'>,
    Pick<TabLockOptions, 'locks'> {
  readonly storage: {
    /** For the tab that holds the run. The other tabs have announced this revision last; 0: none. */
    load(announcedRevision: number): Promise<State>;
    /** For a follower. Torn: read while another tab was writing. */
    look(): Promise<{ readonly state: State; readonly torn: boolean }>;
    flush(): Promise<void>;
  };
  readonly session: {
    isHolder(): boolean;
    lead(state: State): void;
    follow(): void;
    showHolder(state: State): void;
  };
}

export interface SharedWork extends Pick<TabLock, 'takeOver'>, OtherTabs {
  /** Fulfilled when this tab knows its part, and shows what is stored. */
  readonly ready: Promise<void>;
}

/** One tab holds the run; the others show it live, and one of them takes it over when the holder gives way or is gone. */
export function shareWork<State>({ storage, session, locks, ...others }: ShareWorkOptions<State>): SharedWork {
  const otherTabs = createOtherTabs({ ...others, onSaved: showStored });
  let shown: Promise<unknown> = Promise.resolve();

  /** The holder's newest state, if this tab follows. */
  async function showStored(): Promise<'done' | 'again'> {
    if (session.isHolder()) return 'done';
    const { state, torn } = await storage.look();
    if (session.isHolder()) return 'done';
    if (torn) return 'again';
    session.showHolder(state);
    return 'done';
  }

  const { takeOver, decided } = createTabLock({
    locks,
    channel: others.channel,
    async onHold(stillHolds) {
      const state = await storage.load(otherTabs.announcedRevision());
      if (stillHolds()) session.lead(state);
    },
    async onFollow(gaveWay) {
      session.follow();
      // Who lost the run writes nothing: the tab that took it may have written since, unseen from here.
      if (gaveWay) await storage.flush();
      shown = showStored();
    },
  });
  return { ...otherTabs, takeOver, ready: decided.then(async () => void (await shown)) };
}
