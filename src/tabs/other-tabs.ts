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

export interface OtherTabsOptions {
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
export interface OtherTabs {
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
