import type { FallbackStore } from './fallback-store.ts';
import { REVISION_KEY, revisionOf, type StoredSession, UNREADABLE } from './local-session.ts';
import { isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './schema-version.ts';
import { SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import { asideKeys } from './set-aside.ts';
import { within } from './within.ts';

/** Some browsers open a database never, and say nothing. */
export const PATIENCE_MS = 800;

/** By key, under which revision it was written last: a JSON object, so that a follower reads only what has changed. */
export const WRITTEN_AT_KEY = 'sessionWrittenAt';

export interface FallbackSession {
  /** What IndexedDB holds, if it says so within `patienceMs`, 0.8 s by default. */
  read(patienceMs?: number): Promise<StoredSession>;
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
  /** Sets the revision alone, so that a tab that does not know of it writes nothing any more. */
  claim(revision: number): Promise<FallbackWrite>;
  /** Forgets what waits; what is being written already goes on. */
  drop(): void;
  clear(): Promise<void>;
}

/** "other-tab": another tab has written a newer state, and nothing is written over it. */
export type FallbackWrite = 'kept' | 'failed' | 'other-tab';

type Entry = readonly [key: string, text: string];

/** The same keys in IndexedDB, for work that local storage does not take. A transaction is never torn. */
export function createFallbackSession(store: FallbackStore): FallbackSession {
  let held = new Map<string, string>();
  let writtenAt: Record<string, number> = {};
  let waiting: readonly Entry[] | undefined;
  let writing: Promise<FallbackWrite> = Promise.resolve('kept');
  const heldRevision = () => revisionOf(held.get(REVISION_KEY));

  async function writeWaiting(previous: FallbackWrite): Promise<FallbackWrite> {
    const entries = waiting?.filter(([key, text]) => held.get(key) !== text);
    waiting = undefined;
    // The write before took the newest state along.
    return entries === undefined ? previous : put(entries, revisionIn(entries) - 1);
  }

  /** `newestAllowed`: the highest revision that may be written over. */
  async function put(changed: readonly Entry[], newestAllowed: number): Promise<FallbackWrite> {
    const revision = revisionIn(changed);
    writtenAt = { ...writtenAt, ...Object.fromEntries(changed.map(([key]) => [key, revision])) };
    const entries: readonly Entry[] = [...changed, [WRITTEN_AT_KEY, JSON.stringify(writtenAt)]];
    const before = held;
    try {
      const allows = (stored: unknown) => typeof stored !== 'string' || revisionOf(stored) <= newestAllowed;
      if (!(await store.setMany(entries, { key: REVISION_KEY, allows }))) return 'other-tab';
      if (held === before) held = new Map([...held, ...changed]);
      return 'kept';
    } catch {
      // Written or not: all of it is written next time. The revision stays, so that a newer state is still known as one.
      if (held === before) held = new Map([[REVISION_KEY, held.get(REVISION_KEY) ?? '0']]);
      return 'failed';
    }
  }

  return {
    revision: heldRevision,
    async read(patienceMs = PATIENCE_MS) {
      const keys = [...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY];
      const found = await within(patienceMs, store.getMany(keys), undefined);
      if (found === undefined) return UNREADABLE;
      held = new Map(keys.flatMap((key, index) => textEntry(key, found[index])));
      writtenAt = Object.fromEntries(SESSION_KEYS.map((key) => [key, heldRevision()]));
      return storedIn(held);
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
    claim(revision) {
      // Not over what was written since it was read.
      writing = writing.then(() => put([[REVISION_KEY, String(revision)]], heldRevision()));
      return within(PATIENCE_MS, writing, 'failed');
    },
    drop() {
      waiting = undefined;
    },
    async clear() {
      waiting = undefined;
      held = new Map();
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

const revisionIn = (entries: readonly Entry[]): number => revisionOf(new Map(entries).get(REVISION_KEY));

/** The session in what a database holds. */
export const storedIn = (texts: ReadonlyMap<string, string>): StoredSession => ({
  read: (key) => texts.get(key) ?? null,
  revision: revisionOf(texts.get(REVISION_KEY)),
  torn: false,
  newerVersion: isNewerVersion(texts.get(SCHEMA_VERSION_KEY)),
  readable: true,
});

export const textEntry = (key: string, text: unknown): readonly Entry[] =>
  typeof text === 'string' ? [[key, text]] : [];
