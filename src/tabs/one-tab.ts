/** A message between the tabs of this page. It never contains a key. */
const FORGET_KEYS = 'forget-keys';

/**
 * The channel for messages between the tabs of this page; undefined: the browser has none or refuses it, as Firefox does if all cookies are
 * blocked.
 */
export function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('subtitle-translator');
  } catch {
    return undefined;
  }
}

/** How long a tab that gives the work away waits for unanswered requests, because they are paid for. */
const ANSWERS_MS = 60_000;
/** The tab that asked for the work does not want to wait for these answers. */
const DO_NOT_WAIT = 'do-not-wait';

/** The functions of the work's storage that the tabs use. */
interface WorkStorage<State> {
  /** Takes the work for this tab and loads it, so that later writes of another tab are refused. `stolen`: the tab before may still be writing. */
  load(stolen: boolean): Promise<State>;
  /** Writes everything, however long it takes. False: the work could not be written. */
  handOver(): Promise<boolean>;
  /** Discards unwritten changes, because another tab has the work. */
  discardUnwritten(): void;
}

interface OneTabOptions<State> extends Pick<TabLockOptions, 'locks' | 'channel'> {
  readonly storage: WorkStorage<State>;
  readonly work: {
    /** This tab has the work from now on: creates the session and shows it. */
    begin(state: State): void;
    /** This tab will give the work away: sends nothing more, and waits at most `mostMs` for unanswered requests. `onCalls` gets their number. */
    finish(mostMs: number, onCalls: (count: number) => void): Promise<void>;
    /** Another tab has the work: ends the session, if there is one, and returns its last state. */
    end(): State | undefined;
  };
  /** Another tab has forgotten all keys. */
  readonly onForgetKeys: () => void;
}

/** The tab with the lock has the work. Another tab gets it when this tab gives it away, closes or crashes. */
export function createOneTab<State>({ channel, locks, storage, work, ...heard }: OneTabOptions<State>) {
  let hasWork = false;
  /** Ends the wait for unanswered requests. */
  let hurry = () => {};
  /** The number of answers that this tab waits for before it gives the work away. */
  let calls = 0;

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

  /** Asks the browser, because this tab may have slept and lost the work. */
  const isTrueHolder = async () => hasWork && (await lock.holder()) === 'this-tab';

  async function goOnFromStored(): Promise<void> {
    end();
    await loadAndBegin(async () => !hasWork && (await lock.holder()) === 'this-tab');
  }

  function tellCalls(count: number): void {
    calls = count;
    channel?.postMessage({ calls });
  }

  channel?.addEventListener('message', ({ data }) => {
    if (data === FORGET_KEYS) heard.onForgetKeys();
    if (data === DO_NOT_WAIT) hurry();
    // Another tab may have asked before, or the same one before it was reloaded.
    if (data === PLEASE_GIVE_WAY && calls > 0) tellCalls(calls);
  });

  const lock = createTabLock({
    locks,
    channel,
    onHold: loadAndBegin,
    async onAsked() {
      if (!hasWork) return true;
      // The first write happens while the work continues. It stores most of the work, and if it fails the session need not end.
      if (!(await storage.handOver())) return false;
      const hurried = new Promise<void>((resolve) => {
        hurry = resolve;
      });
      await Promise.race([work.finish(ANSWERS_MS, tellCalls), hurried]);
      calls = 0;
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
    /** See TabLock. */
    holder: lock.holder,
    /** Makes the tab with the work give it away without waiting for answers. */
    dontWait: () => channel?.postMessage(DO_NOT_WAIT),
    tellForgetKeys: () => channel?.postMessage(FORGET_KEYS),
    /**
     * Called when a save found a newer save of another tab. True: the tabs agree on which one has the work. False: without locks nobody can know.
     */
    async settleOvertaken(): Promise<boolean> {
      if (await isTrueHolder()) await goOnFromStored();
      return (await lock.holder()) !== 'unknown';
    },
  };
}

/** Decides which tab has the work, with the browser's Web Locks. A tab that closes or crashes releases its lock. */
export interface TabLock {
  /**
   * Asks the tab with the lock to give it away, and steals the lock only if that tab does not answer. `onCalls` gets the number of answers that that tab waits
   * for.
   */
  takeOver(onCalls?: (count: number) => void): Promise<TakeOverOutcome>;
  /** Which tab has the lock according to the browser: a tab that slept may not know that it lost the lock. "unknown": there are no locks, or the browser does not say. */
  holder(): Promise<'this-tab' | 'another' | 'unknown'>;
}

interface TabLockOptions {
  /** undefined: the browser has no BroadcastChannel. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | undefined;
  /** undefined: the page is not served securely. Then every tab has the work, and the storage refuses to overwrite newer work. */
  readonly locks: LockManager | undefined;
  /**
   * Called when this tab has the lock. Ask `stillHolds` after each await, because another tab may have taken the lock. `stolen`: the former tab
   * gave no answer, and may wake up.
   */
  readonly onHold: (stillHolds: () => boolean, stolen: boolean) => Promise<void>;
  /**
   * Called when another tab asks for the lock, which this tab keeps until the promise resolves. False: the work could not be written, so the lock
   * stays here.
   */
  readonly onAsked: () => Promise<boolean>;
  /** Called when another tab has the lock: it was first, was given the lock, or stole it. */
  readonly onLost: () => void;
}

const LOCK = 'subtitle-translator-run';

interface Grant {
  readonly release: () => void;
  /** The browser's id of this tab. */
  readonly clientId: Promise<string | null | undefined>;
  state: 'holding' | 'giving-way' | 'gave-way';
}

export function createTabLock({ locks, channel, onHold, onAsked, onLost }: TabLockOptions): TabLock {
  if (!locks) return withoutLocks(onHold);
  const manager = locks;

  /** undefined: this tab waits for the lock. */
  let grant: Grant | undefined;
  let refusesLocks = false;
  let stealNext = false;
  /** undefined: this tab has not yet had to wait. */
  let queueing: AbortController | undefined;
  const taking = createTakeOver(channel, () => {
    stealNext = true;
    queueing?.abort();
  });

  /** Runs while this tab has the lock. The browser keeps the lock until the returned promise resolves. */
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

  /** Requests the lock, and resolves when it is released, stolen or no longer requested. False: this browser gives no locks. */
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

  /** Requests the lock again and again while the tab exists. The lock comes when the other tab gives it away, closes or crashes. */
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
    // A waiting tab goes to the end of the queue, so that the tab that asked last gets the lock next.
    if (!grant) return queueing?.abort();
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
    async takeOver(onCalls) {
      if (grant?.state !== 'holding') return taking.begin(onCalls);
      taking.endReloadWait();
      return 'held';
    },
    async holder() {
      if (refusesLocks) return 'unknown';
      const [own, holding] = await Promise.all([grant ? grant.clientId : null, holderOf(manager)]);
      // A tab that believed that it lost the work because of a failed question would store nothing any more.
      if (own === undefined || holding === undefined) return 'unknown';
      return own !== null && own === holding ? 'this-tab' : 'another';
    },
  };
}

/** Without locks, every tab has the work. */
function withoutLocks(onHold: TabLockOptions['onHold']): TabLock {
  void onHold(() => true, false);
  return { takeOver: async () => 'held', holder: async () => 'unknown' };
}

/** The browser's id of the tab with the lock; null: no tab has it; undefined: the browser does not say. */
async function holderOf(locks: LockManager): Promise<string | null | undefined> {
  const found = await locks.query().catch(() => undefined);
  return found && (found.held?.find(({ name }) => name === LOCK)?.clientId ?? null);
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** The messages with which tabs agree on which one has the work. This message asks the tab with the lock to give it away. */
const PLEASE_GIVE_WAY = 'please-give-way';
/** The immediate answer of the tab with the lock: it will give the lock away when its work is written, however long that takes. */
const GIVING_WAY = 'giving-way';
/** The tab with the lock could not write its work, and keeps the lock. */
const KEEPS_RUN = 'keeps-run';
/** The last message of a tab before it releases the lock. It has announced its last save before. */
const GAVE_WAY = 'gave-way';

/** Even a tab that is busy with a long film answers within this time. A tab that does not is frozen. */
const ANSWER_WAIT_MS = 2_000;
/** After its answer a tab gets this time to write (more than its own limit for a slow database) before it is asked again. */
const WRITE_WAIT_MS = 20_000;
/** How long the new tab waits for GAVE_WAY: the lock often arrives earlier than messages that were sent before its release. */
const LATE_MESSAGE_MS = 700;
/** How long a tab that gets the lock unasked waits for a tab that was only reloaded. On a slow computer the reloaded tab needs seconds to ask for its work. */
const RELOAD_MS = 5_000;

/** "given-up": this tab stops asking, because a third tab asked later and gets the work. */
type TakeOverOutcome = 'held' | 'refused' | 'given-up';

interface TakeOverRequest {
  readonly resolve: (outcome: TakeOverOutcome) => void;
  onCalls: ((count: number) => void) | undefined;
  hasLastMessage: boolean;
  onLastMessage: () => void;
}

/**
 * The side of the tab that wants the work: asks for it and waits. It steals the lock only from a tab that does not answer. A tab that answers gets
 * the time to write everything.
 */
function createTakeOver(channel: TabLockOptions['channel'], onSilence: () => void) {
  let question: TakeOverRequest | undefined;
  let outcome = Promise.resolve<TakeOverOutcome>('held');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endReloadWait = () => {};

  function wait(ms: number, then: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(then, ms);
  }

  function ask(then = askAgain): void {
    channel?.postMessage(PLEASE_GIVE_WAY);
    wait(ANSWER_WAIT_MS / 2, then);
  }

  /** Another tab may have got the lock since the question, and did not answer because it did not have the lock yet. */
  const askAgain = () => ask(onSilence);

  function end(outcome: TakeOverOutcome): void {
    clearTimeout(timer);
    question?.resolve(outcome);
    question = undefined;
  }

  channel?.addEventListener('message', ({ data }) => {
    if (!question) return;
    if (typeof data === 'object') question.onCalls?.(data.calls);
    if (data === GIVING_WAY) wait(WRITE_WAIT_MS, () => ask());
    if (data === KEEPS_RUN) end('refused');
    if (data !== GAVE_WAY) return;
    question.hasLastMessage = true;
    question.onLastMessage();
    // If the lock does not arrive, another tab has got it, so ask again.
    wait(ANSWER_WAIT_MS, () => ask());
  });

  return {
    /** Asks for the work, or continues to wait for it. */
    begin(onCalls?: (count: number) => void): Promise<TakeOverOutcome> {
      if (!question) {
        outcome = new Promise((resolve) => {
          question = { resolve, onCalls, hasLastMessage: false, onLastMessage: () => {} };
        });
        ask();
      } else question.onCalls = onCalls ?? question.onCalls;
      return outcome;
    },
    /**
     * Call it when the lock has arrived. Resolves when the former tab's GAVE_WAY has arrived or is no longer expected. If this tab has not asked,
     * it waits until a tab that was only reloaded had time to ask for its work.
     */
    awaitLastMessage(): Promise<void> {
      clearTimeout(timer);
      const asked = question;
      if (asked?.hasLastMessage) return Promise.resolve();
      return new Promise((resolve) => {
        if (asked) asked.onLastMessage = resolve;
        else endReloadWait = resolve;
        wait(asked ? LATE_MESSAGE_MS : RELOAD_MS, resolve);
      });
    },
    /** A person wants the work in this tab now. */
    endReloadWait: () => endReloadWait(),
    end,
  };
}
