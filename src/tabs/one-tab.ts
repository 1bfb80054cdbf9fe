import { createTabLock, type TabLockOptions } from './tab-lock.ts';

/** Messages between the tabs of this page: the stored work's revision, and never a key. */
const FORGET_KEYS = 'forget-keys';
const workSaved = (revision: number) => `work-saved ${revision}`;
const savedRevision = (data: unknown): number | undefined => {
  const [, revision] = /^work-saved (\d{1,15})$/.exec(String(data)) ?? [];
  return revision === undefined ? undefined : Number(revision);
};

/** How long changes by another tab are gathered before they are looked at: that tab writes several keys, one after the other. */
const GATHER_MS = 100;
/** Answers that are under way are paid for: as long the tab that gives the work away waits for them. */
const ANSWERS_MS = 1_000;

/** What the tabs need of the place where the work is kept. */
interface WorkStorage<State> {
  /** Waits for the revision that was announced last (0: none) and loads it. `stolen`: what the tab before may still write must count for nothing. */
  load(announcedRevision: number, stolen: boolean): Promise<State>;
  /** Writes everything, however long that takes. False: the work could not be written. */
  handOver(): Promise<boolean>;
  /** Discards unwritten changes, because another tab has the work. */
  discardUnwritten(): void;
  /** Writes the work again after another tab has overwritten it. False: the stored work is newer than this tab's. */
  restoreOverwritten(): boolean;
}

/** `channel`: without it this tab hears only what local storage tells. */
interface OneTabOptions<State> extends Pick<TabLockOptions, 'locks' | 'channel'> {
  readonly page: Pick<Window, 'addEventListener'>;
  readonly storage: WorkStorage<State>;
  readonly work: {
    /** This tab has the work from now on: makes the session and shows it. */
    begin(state: State): void;
    /** This tab is about to give the work away: sends nothing more, and waits for answers that are under way, `mostMs` at most. */
    finish(mostMs: number): Promise<void>;
    /** The work is another tab's: ends the session, if there is one, and gives its last state. */
    end(): State | undefined;
  };
  /** Another tab has forgotten all keys. */
  readonly onForgetKeys: () => void;
}

/** The tab that has the lock has the work; another one gets it when that tab gives way, closes or dies. */
export function createOneTab<State>({ page, channel, locks, storage, work, ...heard }: OneTabOptions<State>) {
  let hasWork = false;
  /** The highest revision that another tab has announced. */
  let announced = 0;
  let isGathering = false;

  function begin(state: State): void {
    hasWork = true;
    work.begin(state);
  }

  function end(): State | undefined {
    hasWork = false;
    return work.end();
  }

  async function loadAndBegin(isMine: () => boolean | Promise<boolean>, stolen = false): Promise<void> {
    const state = await storage.load(announced, stolen);
    if (await isMine()) begin(state);
  }

  /** Asks the browser: this tab may itself have slept and lost the work. */
  const isTrueHolder = async () => hasWork && (await lock.holder()) === 'this-tab';

  async function goOnFromStored(): Promise<void> {
    end();
    await loadAndBegin(async () => !hasWork && (await lock.holder()) === 'this-tab');
  }

  /** Another tab may have written while this one has the work: one that slept through losing it, or the last one's late save. */
  function lookSoon(): void {
    if (!hasWork || isGathering) return;
    isGathering = true;
    setTimeout(async () => {
      isGathering = false;
      if ((await isTrueHolder()) && !storage.restoreOverwritten()) await goOnFromStored();
    }, GATHER_MS);
  }

  page.addEventListener('storage', lookSoon);
  channel?.addEventListener('message', ({ data }) => {
    if (data === FORGET_KEYS) return heard.onForgetKeys();
    const revision = savedRevision(data);
    if (revision === undefined) return;
    announced = Math.max(announced, revision);
    lookSoon();
  });

  const lock = createTabLock({
    locks,
    channel,
    onHold: loadAndBegin,
    async onAsked() {
      if (!hasWork) return true;
      // The first write happens while the work goes on: it stores most of it, and if it fails the work need not be given up.
      if (!(await storage.handOver())) return false;
      await work.finish(ANSWERS_MS);
      const last = end();
      if (await storage.handOver()) return true;
      if (last !== undefined) begin(last);
      return false;
    },
    onLost() {
      end();
      storage.discardUnwritten();
    },
  });

  return {
    takeOver: lock.takeOver,
    /** Announces the revision that was just stored, which reaches other tabs' local storage later than a lock or a message reaches them. */
    tellSaved: (revision: number) => channel?.postMessage(workSaved(revision)),
    tellForgetKeys: () => channel?.postMessage(FORGET_KEYS),
    /** For a save that met another tab's newer save. True: the tabs settle who has the work. False: without locks nobody can tell. */
    async settleOvertaken(): Promise<boolean> {
      if (await isTrueHolder()) await goOnFromStored();
      return (await lock.holder()) !== 'unknown';
    },
  };
}
