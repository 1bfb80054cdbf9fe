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
  readonly channel: BroadcastChannel | undefined;
  /** This tab holds the run from now on. Called for the first tab too. */
  readonly onHold: () => Promise<void>;
  /** Another tab holds it. Fulfilled when all is written: only then the lock is given back. */
  readonly onFollow: () => Promise<void>;
}

const LOCK = 'subtitle-translator-run';
const PLEASE_GIVE_WAY = 'please-give-way';
/** A tab that works writes its state within this time; one that does not answer is frozen. */
const POLITE_WAIT_MS = 700;

export function createTabLock({ locks, channel, onHold, onFollow }: TabLockOptions): TabLock {
  if (!locks) {
    return { takeOver: () => {}, decided: onHold() };
  }
  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  let release: (() => void) | undefined;
  let gaveWay = false;
  let stealNext = false;
  let inLine = new AbortController();

  /** Keeps the lock until it is given back. */
  function hold(): Promise<void> {
    gaveWay = false;
    void onHold().then(decide);
    return new Promise((resolve) => {
      release = resolve;
    });
  }

  /** Holding and waiting by turns, as long as the tab lives. The lock comes when the holder gives way, closes or dies. */
  async function live(lockManager: LockManager): Promise<void> {
    let options: LockOptions = { ifAvailable: true };
    for (;;) {
      try {
        await lockManager.request(LOCK, options, (lock) => (lock ? hold() : undefined));
      } catch {
        // Taken by another tab, or left the line to take it.
      }
      const lost = release !== undefined && !gaveWay;
      release = undefined;
      if (lost || options.ifAvailable) await onFollow();
      decide();
      inLine = new AbortController();
      options = stealNext ? { steal: true } : { signal: inLine.signal };
      stealNext = false;
    }
  }

  async function giveWay(): Promise<void> {
    if (!release) return;
    gaveWay = true;
    await onFollow();
    release();
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === PLEASE_GIVE_WAY) void giveWay();
  });
  void live(locks);

  return {
    decided,
    takeOver() {
      if (release) return;
      channel?.postMessage(PLEASE_GIVE_WAY);
      setTimeout(() => {
        if (release) return;
        stealNext = true;
        inLine.abort();
      }, POLITE_WAIT_MS);
    },
  };
}
