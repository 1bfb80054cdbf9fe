/** What the tabs of this page tell each other: of the work its revision and what has changed of it, and never a key. */
const FORGET_KEYS = 'forget-keys';
const WHAT_GOES_ON = 'what-goes-on';
const workSaved = (revision: number) => `work-saved ${revision}`;
const savedRevision = (data: unknown): number | undefined => {
  const [, revision] = /^work-saved (\d{1,15})$/.exec(String(data)) ?? [];
  return revision === undefined ? undefined : Number(revision);
};

/** How long another tab's changes are gathered before they are read: it writes several keys, one after the other. */
const GATHER_MS = 100;
/** After a look, so many times its own duration pass before the next one: a long film takes a tenth of the time at most. */
const REST_AFTER_LOOK = 9;

export interface OtherTabsOptions {
  readonly page: Pick<Window, 'addEventListener'>;
  /** Missing in browsers without it: then only what local storage tells is heard. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** Another tab has written this key of local storage; null: emptied it. At once. */
  readonly onStored: (key: string | null) => void;
  /** Another tab has written something, at most ten times a second. "again": it was still writing. */
  readonly onSaved: () => Promise<'done' | 'again'>;
  readonly onForgetKeys: () => void;
  /** The holder of the run tells what has changed of the work. */
  readonly onNews: (news: unknown) => void;
  /** A tab asks what goes on in this one; undefined: it is not this tab that can say it. */
  readonly onAsked: () => unknown;
}

/** Hears what the other tabs of this page do, and tells them what local storage does not. */
export interface OtherTabs {
  /**
   * The work is stored under this revision. Told after it was written: what a tab writes into local storage reaches
   * another tab's process later than a lock or a message does, and that tab must know what to wait for.
   */
  tellSaved(revision: number): void;
  /** Before the revision that it leads to. */
  tellNews(news: unknown): void;
  tellForgetKeys(): void;
  /** Asks the holder for news of what goes on there. */
  askWhatGoesOn(): void;
  /** The highest revision that another tab has told of; 0: none. */
  announcedRevision(): number;
  /** Reads what another tab has written, now. */
  look(): Promise<void>;
}

export function createOtherTabs({ page, channel, onStored, onSaved, ...heard }: OtherTabsOptions): OtherTabs {
  let gathering = false;
  let more = false;
  let restMs = 0;
  let announced = 0;

  async function look(): Promise<void> {
    const beganAt = performance.now();
    if ((await onSaved()) === 'again') gather();
    restMs = REST_AFTER_LOOK * (performance.now() - beganAt);
  }

  function gather(): void {
    more = true;
    if (gathering) return;
    gathering = true;
    setTimeout(
      async () => {
        more = false;
        await look();
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
    look,
  };
}
