/** A message between the tabs of this page; never a key. */
const FORGET_KEYS = 'forget-keys';

/** What the tabs of this page tell each other goes through it; undefined: the browser has none, or refuses it, as Firefox does where all cookies are blocked. */
export function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('subtitle-translator');
  } catch {
    return undefined;
  }
}

/** Answers that are under way are paid for: as long the tab that gives the work away waits for them. */
const ANSWERS_MS = 1_000;

/** What the tabs need of the place where the work is kept. */
interface WorkStorage<State> {
  /** Takes the work and loads it: what another tab writes later is refused. `stolen`: the tab before may still be writing. */
  load(stolen: boolean): Promise<State>;
  /** Writes everything, however long that takes. False: the work could not be written. */
  handOver(): Promise<boolean>;
  /** Discards unwritten changes, because another tab has the work. */
  discardUnwritten(): void;
}

interface OneTabOptions<State> extends Pick<TabLockOptions, 'locks' | 'channel'> {
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
export function createOneTab<State>({ channel, locks, storage, work, ...heard }: OneTabOptions<State>) {
  let hasWork = false;

  function begin(state: State): void {
    hasWork = true;
    work.begin(state);
  }

  function end(): State | undefined {
    hasWork = false;
    return work.end();
  }

  async function loadAndBegin(isMine: () => boolean | Promise<boolean>, stolen = false): Promise<void> {
    const state = await storage.load(stolen);
    if (await isMine()) begin(state);
  }

  /** Asks the browser: this tab may itself have slept and lost the work. */
  const isTrueHolder = async () => hasWork && (await lock.holder()) === 'this-tab';

  async function goOnFromStored(): Promise<void> {
    end();
    await loadAndBegin(async () => !hasWork && (await lock.holder()) === 'this-tab');
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === FORGET_KEYS) heard.onForgetKeys();
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
    tellForgetKeys: () => channel?.postMessage(FORGET_KEYS),
    /** Whether this tab has the work, by its own knowledge and the browser's. */
    isTrueHolder,
    /** For a save that met another tab's newer save. True: the tabs settle who has the work. False: without locks nobody can tell. */
    async settleOvertaken(): Promise<boolean> {
      if (await isTrueHolder()) await goOnFromStored();
      return (await lock.holder()) !== 'unknown';
    },
  };
}

/** Decides which one tab has the work, by the browser's Web Locks; a tab that closes or crashes releases its lock. */
export interface TabLock {
  /** Asks the tab that has the lock to give way; steals the lock only if that tab does not answer. */
  takeOver(): Promise<TakeOverOutcome>;
  /** Who has the lock, as the browser says: a tab that slept may not know that it lost it. "unknown": there are no locks. */
  holder(): Promise<'this-tab' | 'another' | 'unknown'>;
}

export interface TabLockOptions {
  /** undefined in browsers without BroadcastChannel. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** undefined where the page is not served securely: then every tab has the work, and storage refuses to overwrite newer work. */
  readonly locks: LockManager | undefined;
  /** This tab has the lock. Ask `stillHolds` after each await: another may have taken it. `stolen`: the former holder gave no answer, and may wake. */
  readonly onHold: (stillHolds: () => boolean, stolen: boolean) => Promise<void>;
  /** Another tab asks for the lock, which is kept until the promise resolves; false: the work could not be written, and the lock stays here. */
  readonly onAsked: () => Promise<boolean>;
  /** Another tab has the lock; it was first, was given it, or stole it. */
  readonly onLost: () => void;
}

const LOCK = 'subtitle-translator-run';

interface Grant {
  readonly release: () => void;
  /** The browser's id of this tab. */
  readonly clientId: Promise<string | undefined>;
  state: 'holding' | 'giving-way' | 'gave-way';
}

export function createTabLock({ locks, channel, onHold, onAsked, onLost }: TabLockOptions): TabLock {
  if (!locks) return withoutLocks(onHold);
  const manager = locks;

  /** undefined: this tab waits for the lock. */
  let grant: Grant | undefined;
  let refusesLocks = false;
  let stealNext = false;
  let queueing = new AbortController();
  const taking = createTakeOver(channel, () => {
    stealNext = true;
    queueing.abort();
  });

  /** Runs while this tab has the lock: the browser keeps the lock until the returned promise resolves. */
  function hold({ steal: stolen = false, ifAvailable = false }: LockOptions): Promise<void> {
    return new Promise((release) => {
      const own: Grant = { release, clientId: holderOf(manager), state: 'holding' };
      grant = own;
      stealNext = false;
      const lastMessage = stolen || ifAvailable ? Promise.resolve() : taking.awaitLastMessage();
      void lastMessage
        .then(() => onHold(() => grant === own && own.state === 'holding', stolen))
        .then(() => {
          if (grant === own) taking.end('held');
        });
    });
  }

  /** Requests the lock and resolves when it is released, stolen or no longer requested. False: this browser gives no locks. */
  async function holdOnce(options: LockOptions): Promise<boolean> {
    try {
      await manager.request(LOCK, options, (lock) => (lock ? hold(options) : undefined));
    } catch (error) {
      // AbortError: another tab stole the lock, or this tab stopped waiting for it.
      if (!isAbort(error)) return false;
    }
    const isLost = grant !== undefined || options.ifAvailable === true;
    grant = undefined;
    if (isLost) onLost();
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
  }

  async function giveWay(): Promise<void> {
    taking.end('given-up');
    // A tab that only waits goes to the end of the queue, so that the tab that asked last gets the lock next.
    if (!grant) return queueing.abort();
    const own = grant;
    channel?.postMessage(GIVING_WAY);
    if (own.state !== 'holding') return;
    own.state = 'giving-way';
    const gives = await onAsked();
    // Another tab has stolen the lock during onAsked().
    if (grant !== own) return;
    channel?.postMessage(gives ? GAVE_WAY : KEEPS_RUN);
    own.state = gives ? 'gave-way' : 'holding';
    if (gives) own.release();
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === PLEASE_GIVE_WAY) void giveWay();
  });
  void queueForever();

  return {
    takeOver: () => (grant?.state === 'holding' ? Promise.resolve('held') : taking.begin()),
    async holder() {
      if (refusesLocks) return 'unknown';
      const [own, holding] = await Promise.all([grant?.clientId, holderOf(manager)]);
      return own !== undefined && own === holding ? 'this-tab' : 'another';
    },
  };
}

/** Without locks every tab has the work. */
function withoutLocks(onHold: TabLockOptions['onHold']): TabLock {
  void onHold(() => true, false);
  return { takeOver: async () => 'held', holder: async () => 'unknown' };
}

/** The browser's id of the tab that has the lock; undefined: no tab has. */
async function holderOf(locks: LockManager): Promise<string | undefined> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.find(({ name }) => name === LOCK)?.clientId;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The messages by which tabs negotiate over the channel which tab has the work. This one asks the holder to give way. */
const PLEASE_GIVE_WAY = 'please-give-way';
/** The holder's immediate answer: it will give way when its work is written, however long that takes. */
const GIVING_WAY = 'giving-way';
/** The holder could not write its work, and keeps it. */
const KEEPS_RUN = 'keeps-run';
/** The holder's last message before it releases the lock; what it stored last was announced before. */
const GAVE_WAY = 'gave-way';

/** Even a tab that is busy with a long film answers within this time; a tab that does not is frozen. */
const ANSWER_WAIT_MS = 2_000;
/** After its answer a holder gets this long to write (more than its own limit for a slow database) before it is asked again. */
const WRITE_WAIT_MS = 20_000;
/** How long the new holder waits for GAVE_WAY: the lock often arrives before messages that were sent before its release. */
const LATE_MESSAGE_MS = 700;

/** "given-up": this tab stops asking because a third tab asked later, and gets the work. */
export type TakeOverOutcome = 'held' | 'refused' | 'given-up';

interface TakeOverRequest {
  readonly resolve: (outcome: TakeOverOutcome) => void;
  hasLastMessage: boolean;
  onLastMessage: () => void;
}

/**
 * The side of the tab that wants the work: asks for it, and waits. It steals the run only from a tab that does not answer: a tab that
 * answers gets the time to write everything.
 */
function createTakeOver(channel: TabLockOptions['channel'], onSilence: () => void) {
  let question: TakeOverRequest | undefined;
  let outcome = Promise.resolve<TakeOverOutcome>('held');
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function ask(then = askAgain): void {
    channel?.postMessage(PLEASE_GIVE_WAY);
    wait(ANSWER_WAIT_MS / 2, then);
  }

  /** Another tab may have got the lock since it was asked, as one that did not have it. */
  const askAgain = () => ask(onSilence);

  function end(outcome: TakeOverOutcome): void {
    clearTimeout(timer);
    question?.resolve(outcome);
    question = undefined;
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!question) return;
    if (data === GIVING_WAY) wait(WRITE_WAIT_MS, () => ask());
    if (data === KEEPS_RUN) end('refused');
    if (data !== GAVE_WAY) return;
    question.hasLastMessage = true;
    question.onLastMessage();
    // If the lock does not arrive, another tab has got it: ask again.
    wait(ANSWER_WAIT_MS, () => ask());
  });

  return {
    /** Asks for the work, or goes on waiting for it. */
    begin(): Promise<TakeOverOutcome> {
      if (!question) {
        outcome = new Promise((resolve) => {
          question = { resolve, hasLastMessage: false, onLastMessage: () => {} };
        });
        ask();
      }
      return outcome;
    },
    /**
     * To be called when the lock has arrived. Resolves when the former holder's GAVE_WAY has arrived, or is no longer expected; where this
     * tab has not asked, when a tab that was only reloaded has had the time to ask for its work.
     */
    awaitLastMessage(): Promise<void> {
      clearTimeout(timer);
      const asked = question;
      if (asked?.hasLastMessage) return Promise.resolve();
      return new Promise((resolve) => {
        if (asked) asked.onLastMessage = resolve;
        wait(LATE_MESSAGE_MS, resolve);
      });
    },
    end,
  };
}
