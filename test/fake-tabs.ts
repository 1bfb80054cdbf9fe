interface Waiting {
  readonly owner: string;
  readonly grant: () => void;
}

interface Granted {
  readonly owner: string;
  readonly steal: () => void;
  readonly release: () => void;
}

const abortError = () => new DOMException('The request was aborted.', 'AbortError');

/** Web Locks with one name, shared by the tabs of a test. It has ifAvailable, steal and signal of the standard. */
export function createFakeLocks() {
  let granted: Granted | undefined;
  let queue: Waiting[] = [];
  const dead = new Set<string>();

  function next(): void {
    granted = undefined;
    queue.shift()?.grant();
  }

  function grantTo(owner: string, callback: (lock: Lock) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const own: Granted = {
        owner,
        steal: () => reject(abortError()),
        release: () => {
          if (granted === own) next();
        },
      };
      granted = own;
      // As in the standard, the callback runs in a task of its own.
      const ended = Promise.resolve().then(() => callback({ name: 'lock', mode: 'exclusive' }));
      ended.then(resolve, reject).finally(own.release);
    });
  }

  function request(owner: string, options: LockOptions, callback: (lock: Lock | null) => unknown): Promise<unknown> {
    if (dead.has(owner)) return new Promise(() => {});
    if (options.steal) {
      granted?.steal();
      return grantTo(owner, callback);
    }
    if (granted === undefined) return grantTo(owner, callback);
    if (options.ifAvailable) return Promise.resolve().then(() => callback(null));
    return new Promise((resolve, reject) => {
      const entry: Waiting = { owner, grant: () => grantTo(owner, callback).then(resolve, reject) };
      queue.push(entry);
      options.signal?.addEventListener('abort', () => {
        if (!queue.includes(entry)) return;
        queue = queue.filter((other) => other !== entry);
        reject(abortError());
      });
    });
  }

  return {
    managerOf: (owner: string): LockManager => ({
      request: ((_name: string, options: LockOptions, callback: (lock: Lock | null) => unknown) =>
        request(owner, options, callback)) as LockManager['request'],
      query: async () => ({
        held: granted ? [{ name: 'subtitle-translator-run', mode: 'exclusive', clientId: granted.owner }] : [],
      }),
    }),
    /** The tab's process ends. This releases its lock, or its place in the queue. */
    die(owner: string): void {
      dead.add(owner);
      queue = queue.filter((waiting) => waiting.owner !== owner);
      if (granted?.owner === owner) next();
    },
  };
}

type Listener = (event: MessageEvent) => void;

/** One BroadcastChannel between the tabs of a test. A sleeping tab receives no message. */
export function createFakeChannels() {
  const tabs: { readonly isAwake: () => boolean; readonly listeners: Listener[] }[] = [];
  return {
    open(isAwake: () => boolean = () => true): Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> {
      const own = { isAwake, listeners: [] as Listener[] };
      tabs.push(own);
      return {
        postMessage(data: unknown) {
          for (const tab of tabs) {
            if (tab === own || !tab.isAwake()) continue;
            for (const listener of tab.listeners) queueMicrotask(() => listener(new MessageEvent('message', { data })));
          }
        },
        addEventListener: ((_type: string, listener: Listener) => own.listeners.push(listener)) as never,
      };
    },
  };
}
