import { fail, ok, type Result } from '../lib/result.ts';
import { isNewerVersion, SCHEMA_VERSION, SCHEMA_VERSION_KEY } from './schema-version.ts';
import { SESSION_KEYS, type SessionKey, type SessionTexts } from './session-texts.ts';
import { setAside } from './set-aside.ts';
import type { TextStorage } from './stored-value.ts';
import { type Change, writeAll } from './write-all.ts';

/** Counts the saves. It is emptied before the other keys are written and set after them: empty, they are torn. */
export const REVISION_KEY = 'sessionRevision';

export interface StoredSession {
  readonly read: (key: SessionKey) => string | null;
  /** 0: there is none. */
  readonly revision: number;
  readonly torn: boolean;
  readonly newerVersion: boolean;
  /** False: it could not be read, and shows as empty. */
  readonly readable: boolean;
}

export const UNREADABLE: StoredSession = {
  read: () => null,
  revision: 0,
  torn: false,
  newerVersion: false,
  readable: false,
};

export interface LocalSession {
  /** What the storage holds now. */
  read(): StoredSession;
  /** Of what it holds now; 0: none, torn, or not to be read. */
  revision(): number;
  /** Keeps broken texts under other keys; the keys are written anew by the next save. */
  setAside(keys: Iterable<SessionKey>): void;
  /**
   * Writes what has changed under the given revision, all or nothing. False: the one before it holds the same.
   * "other-tab": there is one as new already.
   */
  write(texts: SessionTexts, revision: number): Result<boolean, 'full' | 'unavailable' | 'other-tab'>;
  /** Sets the revision alone, so that a tab that does not know of it writes nothing any more. Best effort. */
  claim(revision: number): void;
  /** Another tab has written: the next write compares with what stands there. */
  distrust(): void;
}

type Held = ReadonlyMap<string, string | null>;

/** The session's keys in the browser's local storage. */
export function createLocalSession(storage: TextStorage): LocalSession {
  /** What the storage holds, as far as nobody else writes; undefined: look first. */
  let held: Held | undefined;
  const look = (): Held =>
    new Map([...SESSION_KEYS, REVISION_KEY, SCHEMA_VERSION_KEY].map((key) => [key, storage.getItem(key)]));

  const lookSafely = (): Held | undefined => {
    try {
      return look();
    } catch {
      return undefined;
    }
  };

  function changesTo(texts: SessionTexts, before: Held): readonly Change[] {
    const wanted: Change[] = SESSION_KEYS.map((key) => [key, texts[key]]);
    return [...wanted, [SCHEMA_VERSION_KEY, String(SCHEMA_VERSION)] as const].filter(
      ([key, text]) => before.get(key) !== text,
    );
  }

  function write(texts: SessionTexts, revision: number): ReturnType<LocalSession['write']> {
    const stored = storage.getItem(REVISION_KEY);
    if (revisionOf(stored) >= revision) return fail('other-tab');
    if (stored !== held?.get(REVISION_KEY)) held = undefined;
    const before = held ?? look();
    const changes = changesTo(texts, before);
    if (changes.length === 0 && revisionOf(stored) === revision - 1) return ok(false);
    const all: readonly Change[] = [[REVISION_KEY, ''], ...changes, [REVISION_KEY, String(revision)]];
    const written = writeAll(storage, all, (key) => before.get(key) ?? null);
    if (written.ok) {
      held = new Map([...before, ...all]);
      return ok(true);
    }
    held = written.error.restored ? before : undefined;
    return fail(written.error.kind);
  }

  return {
    read() {
      const now = lookSafely();
      held = now;
      if (now === undefined) return UNREADABLE;
      const get = (key: string) => now.get(key) ?? null;
      return {
        read: get,
        revision: revisionOf(get(REVISION_KEY)),
        torn: get(REVISION_KEY) === '',
        newerVersion: isNewerVersion(get(SCHEMA_VERSION_KEY)),
        readable: true,
      };
    },
    revision() {
      try {
        return revisionOf(storage.getItem(REVISION_KEY));
      } catch {
        return 0;
      }
    },
    claim(revision) {
      try {
        storage.setItem(REVISION_KEY, String(revision));
      } catch {
        // A full storage takes no later write of another tab either.
      }
      held = lookSafely();
    },
    distrust() {
      held = undefined;
    },
    setAside(keys) {
      for (const key of keys) {
        const text = held?.get(key) ?? null;
        if (text !== null) setAside(storage, key, text);
      }
      held = lookSafely();
    },
    write(texts, revision) {
      try {
        return write(texts, revision);
      } catch {
        return fail('unavailable');
      }
    },
  };
}

export const revisionOf = (text: string | null | undefined): number => {
  const revision = Number(text ?? 0);
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
};
