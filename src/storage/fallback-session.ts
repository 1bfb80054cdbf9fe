import type { FallbackStore } from './fallback-store.ts';
import { REVISION_KEY, revisionOf, type StoredSession, UNREADABLE } from './local-session.ts';
import { isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './schema-version.ts';
import { SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import { asideKeys } from './set-aside.ts';
import { within } from './within.ts';

/** Some browsers open a database never, and say nothing. */
const PATIENCE_MS = 800;

export interface FallbackSession {
  /** What IndexedDB holds. */
  read(): Promise<StoredSession>;
  /** As it was read or written last: it stays where nothing else has changed. */
  revision(): number;
  setAside(keys: Iterable<SessionKey>): Promise<void>;
  /**
   * Writes what has changed, all or nothing, after what is being written already. "kept" once it is; "failed" when it
   * could not be, or not within `patienceMs`, 0.8 s by default. Of several states that wait, only the newest is written.
   */
  write(texts: SessionTexts, revision: number, patienceMs?: number): Promise<FallbackWrite>;
  /** How the last write ended, however long it took. */
  settled(): Promise<FallbackWrite>;
  clear(): Promise<void>;
}

/** "other-tab": another tab has written a newer state, and nothing is written over it. */
export type FallbackWrite = 'kept' | 'failed' | 'other-tab';

type Entry = readonly [key: string, text: string];

/** The same keys in IndexedDB, for work that local storage does not take. A transaction is never torn. */
export function createFallbackSession(store: FallbackStore): FallbackSession {
  let held = new Map<string, string>();
  let waiting: readonly Entry[] | undefined;
  let writing: Promise<FallbackWrite> = Promise.resolve('kept');
  const heldRevision = () => revisionOf(held.get(REVISION_KEY));

  async function writeWaiting(previous: FallbackWrite): Promise<FallbackWrite> {
    const entries = waiting?.filter(([key, text]) => held.get(key) !== text);
    waiting = undefined;
    // The write before took the newest state along.
    if (entries === undefined) return previous;
    try {
      const ours = heldRevision();
      const isOurs = (stored: unknown) => typeof stored !== 'string' || revisionOf(stored) <= ours;
      if (!(await store.setMany(entries, { key: REVISION_KEY, allows: isOurs }))) return 'other-tab';
      held = new Map([...held, ...entries]);
      return 'kept';
    } catch {
      // Written or not: all of it is written next time. The revision stays, so that a newer state is still known as one.
      held = new Map([[REVISION_KEY, held.get(REVISION_KEY) ?? '0']]);
      return 'failed';
    }
  }

  return {
    revision: heldRevision,
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
    write(texts, revision, patienceMs = PATIENCE_MS) {
      const unchanged = waiting === undefined && SESSION_KEYS.every((key) => held.get(key) === texts[key]);
      if (unchanged) return within(patienceMs, writing, 'failed');
      const session = SESSION_KEYS.map((key): Entry => [key, texts[key]]);
      waiting = [...session, [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)], [REVISION_KEY, String(revision)]];
      writing = writing.then(writeWaiting);
      return within(patienceMs, writing, 'failed');
    },
    settled: () => writing,
    async clear() {
      waiting = undefined;
      held.clear();
      writing = writing
        .then(() => store.clear())
        .then(
          () => 'kept',
          () => 'failed',
        );
      await within(PATIENCE_MS, writing, 'failed');
    },
  };
}

const textEntry = (key: string, text: unknown): readonly Entry[] => (typeof text === 'string' ? [[key, text]] : []);
