import type { FallbackStore } from './fallback-store.ts';
import { REVISION_KEY, revisionOf, type StoredSession, UNREADABLE } from './local-session.ts';
import { isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './schema-version.ts';
import { SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import { asideKeys } from './set-aside.ts';

/** Some browsers open a database never, and say nothing. */
const PATIENCE_MS = 800;

export interface FallbackSession {
  /** What IndexedDB holds. */
  read(): Promise<StoredSession>;
  setAside(keys: Iterable<SessionKey>): Promise<void>;
  /**
   * Writes what has changed, all or nothing, after what is being written already. True once it is kept; false when it
   * could not be, or not within 0.8 s. Of several states that wait, only the newest is written.
   */
  write(texts: SessionTexts, revision: number): Promise<boolean>;
  clear(): Promise<void>;
}

type Entry = readonly [key: string, text: string];

/** The same keys in IndexedDB, for work that local storage does not take. A transaction is never torn. */
export function createFallbackSession(store: FallbackStore): FallbackSession {
  let held = new Map<string, string>();
  let waiting: readonly Entry[] | undefined;
  let writing: Promise<boolean> = Promise.resolve(true);

  async function writeWaiting(previous: boolean): Promise<boolean> {
    const entries = waiting?.filter(([key, text]) => held.get(key) !== text);
    waiting = undefined;
    // The write before took the newest state along.
    if (entries === undefined) return previous;
    try {
      await store.setMany(entries);
      held = new Map([...held, ...entries]);
      return true;
    } catch {
      held.clear();
      return false;
    }
  }

  return {
    async read() {
      const keys = [...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY];
      const found = await within(PATIENCE_MS, store.getMany(keys), undefined);
      if (found === undefined) return UNREADABLE;
      held = new Map(keys.flatMap((key, index) => textEntry(key, found[index])));
      const texts = held;
      return {
        read: (key) => texts.get(key) ?? null,
        revision: revisionOf(texts.get(REVISION_KEY)),
        torn: false,
        newerVersion: isNewerVersion(texts.get(SCHEMA_VERSION_KEY)),
        readable: true,
      };
    },
    async setAside(keys) {
      const entries = [...keys].flatMap((key) => textEntry(asideKeys(key)[0] ?? key, held.get(key)));
      await within(PATIENCE_MS, store.setMany(entries), undefined);
    },
    write(texts, revision) {
      const unchanged = waiting === undefined && SESSION_KEYS.every((key) => held.get(key) === texts[key]);
      if (unchanged) return within(PATIENCE_MS, writing, false);
      const session = SESSION_KEYS.map((key): Entry => [key, texts[key]]);
      waiting = [...session, [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)], [REVISION_KEY, String(revision)]];
      writing = writing.then(writeWaiting);
      return within(PATIENCE_MS, writing, false);
    },
    async clear() {
      waiting = undefined;
      held.clear();
      writing = writing
        .then(() => store.clear())
        .then(
          () => true,
          () => false,
        );
      await within(PATIENCE_MS, writing, false);
    },
  };
}

const textEntry = (key: string, text: unknown): readonly Entry[] => (typeof text === 'string' ? [[key, text]] : []);

/** The promise's value, or `otherwise` when it is rejected or takes longer than `ms`. */
function within<T, U>(ms: number, promise: Promise<T>, otherwise: U): Promise<T | U> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(otherwise), ms);
    promise.then(resolve, () => resolve(otherwise)).finally(() => clearTimeout(timer));
  });
}
