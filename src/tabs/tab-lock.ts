import {
  type AskingOptions,
  createAsking,
  GAVE_WAY,
  GIVING_WAY,
  KEEPS_RUN,
  PLEASE_GIVE_WAY,
  type TakeOverOutcome,
} from './asking.ts';

/** Which tab may change the work: one at a time, by the browser's own lock, which a tab that dies gives back by itself. */
export interface TabLock {
  /** Asks the holder to give way; takes the run from it only if it does not answer. */
  takeOver(): Promise<TakeOverOutcome>;
  /**
   * Who holds the run, as the browser itself says: a tab that slept may not have heard yet that it has lost it.
   * "unknown": without locks nobody can say.
   */
  holder(): Promise<'this-tab' | 'another' | 'unknown'>;
  /** Fulfilled when this tab knows for the first time whether it holds or follows. */
  readonly decided: Promise<void>;
}

export interface TabLockOptions extends Pick<AskingOptions, 'channel'> {
  /** Missing where the page is not served securely: then every tab holds, and storage refuses to overwrite newer work. */
  readonly locks: LockManager | undefined;
  /**
   * This tab holds the run from now on. Called for the first tab too. `stillHolds` is to be asked after each wait: the
   * run may have been taken away meanwhile. `stolen`: from a tab that did not answer, and may yet wake.
   */
  readonly onHold: (stillHolds: () => boolean, stolen: boolean) => Promise<void>;
  /**
   * Another tab asks for the run, which this one holds until the promise is fulfilled. True: all is written, and this
   * tab follows. False: it could not be written, and this tab keeps the run.
   */
  readonly onAsked: () => Promise<boolean>;
  /** Another tab holds the run; it may have got it from this one, or taken it. */
  readonly onFollow: () => Promise<void>;
}

const LOCK = 'subtitle-translator-run';

/** The run as this tab holds it. */
interface Held {
  readonly release: () => void;
  /** By what name the browser knows this tab. */
  readonly clientId: Promise<string | undefined>;
  state: 'holding' | 'giving-way' | 'gave-way';
}

export function createTabLock({ locks, channel, onHold, onAsked, onFollow }: TabLockOptions): TabLock {
  if (!locks) return withoutLocks(onHold);
  const manager = locks;

  let decide = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  /** undefined: this tab follows. */
  let held: Held | undefined;
  let refusesLocks = false;
  let stealNext = false;
  let inLine = new AbortController();
  const asking = createAsking({
    channel,
    onSilence() {
      stealNext = true;
      inLine.abort();
    },
  });

  /** Keeps the lock until it is given back. */
  function hold(stolen: boolean): Promise<void> {
    return new Promise((release) => {
      const mine: Held = { release, clientId: holderOf(manager), state: 'holding' };
      held = mine;
      stealNext = false;
      const lastWord = stolen ? Promise.resolve() : asking.hearLastWord();
      void lastWord
        .then(() => onHold(() => held === mine && mine.state === 'holding', stolen))
        .then(() => {
          if (held === mine) asking.end('held');
          decide();
        });
    });
  }

  /** From asking for the lock until it is gone again. False: this browser gives no locks here. */
  async function turn(options: LockOptions): Promise<boolean> {
    try {
      await manager.request(LOCK, options, (lock) => (lock ? hold(options.steal === true) : undefined));
    } catch (error) {
      // Taken by another tab, or left the line.
      if (!isAbort(error)) return false;
    }
    const follows = held !== undefined || options.ifAvailable === true;
    held = undefined;
    // Meanwhile this tab stands in line.
    if (follows) void onFollow().then(decide);
    return true;
  }

  /** Holding and waiting by turns, as long as the tab lives. The lock comes when the holder gives way, closes or dies. */
  async function live(): Promise<void> {
    let options: LockOptions = { ifAvailable: true };
    while (await turn(options)) {
      inLine = new AbortController();
      options = stealNext ? { steal: true } : { signal: inLine.signal };
      stealNext = false;
    }
    refusesLocks = true;
    await onHold(() => true, false);
    decide();
  }

  async function giveWay(): Promise<void> {
    asking.end('given-up');
    // Another follower goes to the end of the line, so that the one who asked last comes next.
    if (!held) return inLine.abort();
    const mine = held;
    channel?.postMessage(GIVING_WAY);
    if (mine.state !== 'holding') return;
    mine.state = 'giving-way';
    const gives = await onAsked();
    // Taken meanwhile.
    if (held !== mine) return;
    channel?.postMessage(gives ? GAVE_WAY : KEEPS_RUN);
    mine.state = gives ? 'gave-way' : 'holding';
    if (gives) mine.release();
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === PLEASE_GIVE_WAY) void giveWay();
  });
  void live();

  return {
    decided,
    takeOver: () => (held?.state === 'holding' ? Promise.resolve('held') : asking.begin()),
    async holder() {
      if (refusesLocks) return 'unknown';
      const [mine, holding] = await Promise.all([held?.clientId, holderOf(manager)]);
      return mine !== undefined && mine === holding ? 'this-tab' : 'another';
    },
  };
}

/** Every tab holds. */
function withoutLocks(onHold: TabLockOptions['onHold']): TabLock {
  return { takeOver: async () => 'held', holder: async () => 'unknown', decided: onHold(() => true, false) };
}

/** By what name the browser knows the tab that holds the run; undefined: none does. */
async function holderOf(locks: LockManager): Promise<string | undefined> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.find(({ name }) => name === LOCK)?.clientId;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
