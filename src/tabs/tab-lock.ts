/** Which tab may change the work: one at a time, by the browser's own lock, which a tab that dies gives back by itself. */
export interface TabLock {
  /** Asks the holder to give way; takes the run from it if it does not answer. */
  takeOver(): void;
  /** Fulfilled when this tab knows for the first time whether it holds or follows. */
  readonly decided: Promise<void>;
}

export interface TabLockOptions {
  /** Missing where the page is not served securely: then every tab holds, and storage refuses to overwrite newer work. */
  readonly locks: LockManager | undefined;
  /** Between the tabs of this page; missing like the locks. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /**
   * This tab holds the run from now on. Called for the first tab too. `stillHolds` is to be asked after each wait: the
   * run may have been taken away meanwhile.
   */
  readonly onHold: (stillHolds: () => boolean) => Promise<void>;
  /**
   * Another tab holds it. `gaveWay`: not yet, this tab was asked and holds the lock until the promise is fulfilled, when
   * all is written.
   */
  readonly onFollow: (gaveWay: boolean) => Promise<void>;
}

const LOCK = 'subtitle-translator-run';
const PLEASE_GIVE_WAY = 'please-give-way';
/** Sent last before the lock is given back; all that the holder has told of its work was sent before it. */
const GAVE_WAY = 'gave-way';
/** A tab that works writes its state within this time; one that does not answer is frozen. */
const POLITE_WAIT_MS = 700;

export function createTabLock({ locks, channel, onHold, onFollow }: TabLockOptions): TabLock {
  if (!locks) return { takeOver: () => {}, decided: onHold(() => true) };

  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  /** The run as this tab holds it; undefined: it follows. */
  let held: { readonly release: () => void; givingWay: boolean } | undefined;
  let stealNext = false;
  let inLine = new AbortController();
  /** Fulfilled when the holder that this tab has asked has said its last, or will not any more; undefined: none was asked. */
  let lastWord: Promise<void> | undefined;
  let heardLastWord = () => {};

  /** Keeps the lock until it is given back. */
  function hold(): Promise<void> {
    return new Promise((release) => {
      const mine = { release, givingWay: false };
      stealNext = false;
      held = mine;
      // A lock often comes before the messages that were sent before it was given back.
      void Promise.resolve(lastWord)
        .then(() => onHold(() => held === mine && !mine.givingWay))
        .then(decide);
      lastWord = undefined;
    });
  }

  /** From asking for the lock until it is gone again. False: this browser gives no locks here. */
  async function turn(lockManager: LockManager, options: LockOptions): Promise<boolean> {
    try {
      await lockManager.request(LOCK, options, (lock) => (lock ? hold() : undefined));
    } catch (error) {
      // Taken by another tab, or left the line.
      if (!isAbort(error)) return false;
    }
    const lost = held !== undefined && !held.givingWay;
    const foundTaken = held === undefined && options.ifAvailable === true;
    held = undefined;
    if (lost || foundTaken) await onFollow(false);
    decide();
    return true;
  }

  /** Holding and waiting by turns, as long as the tab lives. The lock comes when the holder gives way, closes or dies. */
  async function live(lockManager: LockManager): Promise<void> {
    let options: LockOptions = { ifAvailable: true };
    while (await turn(lockManager, options)) {
      inLine = new AbortController();
      options = stealNext ? { steal: true } : { signal: inLine.signal };
      stealNext = false;
    }
    await onHold(() => true);
    decide();
  }

  async function giveWay(): Promise<void> {
    // Another follower goes to the end of the line, so that the one who asks comes next.
    if (!held) return inLine.abort();
    if (held.givingWay) return;
    const { release } = held;
    held.givingWay = true;
    await onFollow(true);
    channel?.postMessage(GAVE_WAY);
    release();
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === PLEASE_GIVE_WAY) void giveWay();
    if (data === GAVE_WAY) heardLastWord();
  });
  void live(locks);

  return {
    decided,
    takeOver() {
      if (held) return;
      lastWord = new Promise((resolve) => {
        heardLastWord = resolve;
      });
      channel?.postMessage(PLEASE_GIVE_WAY);
      setTimeout(() => {
        heardLastWord();
        if (held) return;
        stealNext = true;
        inLine.abort();
      }, POLITE_WAIT_MS);
    },
  };
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
