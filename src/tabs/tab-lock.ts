/** Decides which one tab may change the work, by the browser's Web Locks; a tab that closes or crashes releases its lock. */
export interface TabLock {
  /** Asks the holder to give way; steals the lock only if the holder does not answer. */
  takeOver(): Promise<TakeOverOutcome>;
  /** Who holds the run, as the browser says: a tab that slept may not know that it lost the run. "unknown": there are no locks. */
  holder(): Promise<'this-tab' | 'another' | 'unknown'>;
  /** Resolves when this tab knows for the first time whether it holds or follows. */
  readonly decided: Promise<void>;
}

export interface TabLockOptions extends Pick<AskingOptions, 'channel'> {
  /** undefined where the page is not served securely: then every tab holds, and storage refuses to overwrite newer work. */
  readonly locks: LockManager | undefined;
  /**
   * This tab, perhaps the only one, holds the run from now on. Ask `stillHolds` after each await: another tab may have taken
   * the run. `stolen`: the former holder did not answer, and may wake.
   */
  readonly onHold: (stillHolds: () => boolean, stolen: boolean) => Promise<void>;
  /**
   * Another tab asks for the run. This tab keeps it until the promise resolves. True: everything is written and this tab
   * follows. False: the work could not be written, and this tab keeps the run.
   */
  readonly onAsked: () => Promise<boolean>;
  /** Another tab holds the run; it was first, was given the run, or stole it. */
  readonly onFollow: () => Promise<void>;
}

const LOCK = 'subtitle-translator-run';

/** The lock while this tab has it. */
interface HeldLock {
  readonly release: () => void;
  /** The browser's id of this tab. */
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
  let held: HeldLock | undefined;
  let refusesLocks = false;
  let stealNext = false;
  let queueing = new AbortController();
  const asking = createAsking({
    channel,
    onSilence() {
      stealNext = true;
      queueing.abort();
    },
  });

  /** Runs while this tab has the lock: the browser keeps the lock until the returned promise resolves. */
  function hold(stolen: boolean): Promise<void> {
    return new Promise((release) => {
      const own: HeldLock = { release, clientId: holderOf(manager), state: 'holding' };
      held = own;
      stealNext = false;
      const lastMessage = stolen ? Promise.resolve() : asking.awaitLastMessage();
      void lastMessage
        .then(() => onHold(() => held === own && own.state === 'holding', stolen))
        .then(() => {
          if (held === own) asking.end('held');
          decide();
        });
    });
  }

  /** Requests the lock and resolves when it is released, stolen or no longer requested. False: this browser gives no locks. */
  async function holdOnce(options: LockOptions): Promise<boolean> {
    try {
      await manager.request(LOCK, options, (lock) => (lock ? hold(options.steal === true) : undefined));
    } catch (error) {
      // AbortError: another tab stole the lock, or this tab stopped waiting for it.
      if (!isAbort(error)) return false;
    }
    const follows = held !== undefined || options.ifAvailable === true;
    held = undefined;
    // This tab queues for the lock again without waiting for onFollow.
    if (follows) void onFollow().then(decide);
    return true;
  }

  /** Requests the lock again and again while the tab lives. It comes when the holder gives way, closes or crashes. */
  async function queueForever(): Promise<void> {
    let options: LockOptions = { ifAvailable: true };
    while (await holdOnce(options)) {
      queueing = new AbortController();
      options = stealNext ? { steal: true } : { signal: queueing.signal };
      stealNext = false;
    }
    refusesLocks = true;
    await onHold(() => true, false);
    decide();
  }

  async function giveWay(): Promise<void> {
    asking.end('given-up');
    // A tab that only waits goes to the end of the queue, so that the tab that asked last gets the lock next.
    if (!held) return queueing.abort();
    const own = held;
    channel?.postMessage(GIVING_WAY);
    if (own.state !== 'holding') return;
    own.state = 'giving-way';
    const gives = await onAsked();
    // Another tab has stolen the lock during onAsked().
    if (held !== own) return;
    channel?.postMessage(gives ? GAVE_WAY : KEEPS_RUN);
    own.state = gives ? 'gave-way' : 'holding';
    if (gives) own.release();
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === PLEASE_GIVE_WAY) void giveWay();
  });
  void queueForever();

  return {
    decided,
    takeOver: () => (held?.state === 'holding' ? Promise.resolve('held') : asking.begin()),
    async holder() {
      if (refusesLocks) return 'unknown';
      const [own, holding] = await Promise.all([held?.clientId, holderOf(manager)]);
      return own !== undefined && own === holding ? 'this-tab' : 'another';
    },
  };
}

/** Without locks every tab holds. */
function withoutLocks(onHold: TabLockOptions['onHold']): TabLock {
  return { takeOver: async () => 'held', holder: async () => 'unknown', decided: onHold(() => true, false) };
}

/** The browser's id of the tab that holds the run; undefined when no tab holds it. */
async function holderOf(locks: LockManager): Promise<string | undefined> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.find(({ name }) => name === LOCK)?.clientId;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The messages by which tabs negotiate over the channel which tab holds the run. This one asks the holder to give way. */
const PLEASE_GIVE_WAY = 'please-give-way';
/** The holder's immediate answer: it will give way when its work is written, however long that takes. */
const GIVING_WAY = 'giving-way';
/** The holder could not write its work, and keeps the run. */
const KEEPS_RUN = 'keeps-run';
/** The holder's last message before it releases the lock; all news of its work was sent before. */
const GAVE_WAY = 'gave-way';

/** Even a tab that is busy with a long film answers within this time; a tab that does not is frozen. */
const ANSWER_WAIT_MS = 2_000;
/** After its answer a holder gets this long to write (more than its own limit for a slow database) before it is asked again. */
const WRITE_WAIT_MS = 20_000;
/** How long the new holder waits for GAVE_WAY: the lock often arrives before messages that were sent before its release. */
const LATE_MESSAGE_MS = 700;

/** "given-up": this tab stops asking because a third tab asked later, and gets the run. */
type TakeOverOutcome = 'held' | 'refused' | 'given-up';

/** The side of the tab that wants the run: asks for it, and waits. */
interface Asking {
  /** Asks for the run, or goes on waiting for it. Resolves with the outcome. */
  begin(): Promise<TakeOverOutcome>;
  /** To be called when the lock has arrived. Resolves when the former holder's GAVE_WAY has arrived, or is no longer expected. */
  awaitLastMessage(): Promise<void>;
  end(outcome: TakeOverOutcome): void;
}

interface AskingOptions {
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** The holder has not answered. */
  readonly onSilence: () => void;
}

interface Question {
  readonly outcome: Promise<TakeOverOutcome>;
  readonly resolve: (outcome: TakeOverOutcome) => void;
  hasLastMessage: boolean;
  onLastMessage: () => void;
}

/** Steals the run only from a tab that does not answer: a tab that answers gets the time to write everything. */
function createAsking({ channel, onSilence }: AskingOptions): Asking {
  let question: Question | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function ask(): void {
    channel?.postMessage(PLEASE_GIVE_WAY);
    wait(ANSWER_WAIT_MS, onSilence);
  }

  function end(outcome: TakeOverOutcome): void {
    clearTimeout(timer);
    question?.resolve(outcome);
    question = undefined;
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!question) return;
    if (data === GIVING_WAY) wait(WRITE_WAIT_MS, ask);
    if (data === KEEPS_RUN) end('refused');
    if (data !== GAVE_WAY) return;
    question.hasLastMessage = true;
    question.onLastMessage();
    // If the lock does not arrive, another tab has got it: ask again.
    wait(ANSWER_WAIT_MS, ask);
  });

  return {
    begin() {
      if (!question) {
        question = createQuestion();
        ask();
      }
      return question.outcome;
    },
    awaitLastMessage() {
      clearTimeout(timer);
      const asked = question;
      if (!asked || asked.hasLastMessage) return Promise.resolve();
      return new Promise((resolve) => {
        asked.onLastMessage = resolve;
        wait(LATE_MESSAGE_MS, resolve);
      });
    },
    end,
  };
}

function createQuestion(): Question {
  let resolve: Question['resolve'] = () => {};
  const outcome = new Promise<TakeOverOutcome>((settle) => {
    resolve = settle;
  });
  return { outcome, resolve, hasLastMessage: false, onLastMessage: () => {} };
}
