import type { FallbackStore, WriteGuard } from '../src/storage/fallback-store.ts';

export interface FakeStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  readonly texts: Map<string, string>;
  /** Calls of setItem that succeeded. */
  readonly written: string[];
  /** Asked before each setItem; what it gives back is thrown. */
  fault: ((key: string, text: string) => unknown) | undefined;
}

/** localStorage without a browser: keeps texts, and fails as it is told to. */
export function createFakeStorage(content: Iterable<readonly [string, string]> = []): FakeStorage {
  const texts = new Map(content);
  const storage: FakeStorage = {
    texts,
    written: [],
    fault: undefined,
    getItem: (key) => texts.get(key) ?? null,
    setItem(key, text) {
      const error = storage.fault?.(key, text);
      if (error !== undefined) throw error;
      texts.set(key, text);
      storage.written.push(key);
    },
    removeItem: (key) => void texts.delete(key),
  };
  return storage;
}

/** The shapes in which browsers say that a storage is full. */
export const QUOTA_ERRORS: readonly Error[] = [
  new DOMException('The quota has been exceeded.', 'QuotaExceededError'),
  Object.assign(new Error('Persistent storage maximum size reached'), {
    name: 'NS_ERROR_DOM_QUOTA_REACHED',
    code: 1014,
  }),
  Object.assign(new Error('full'), { code: 22 }),
];

/** Throws once the storage would hold more characters than `capacity`, as browsers do. */
export function limitTo(storage: FakeStorage, capacity: number): void {
  storage.fault = (key, text) => {
    let used = key.length + text.length;
    for (const [other, held] of storage.texts) if (other !== key) used += other.length + held.length;
    return used > capacity ? QUOTA_ERRORS[0] : undefined;
  };
}

/** IndexedDB's part without a browser. `fails`: every call is rejected. */
export function createFakeFallback(): FallbackStore & { readonly texts: Map<string, string>; fails: boolean } {
  const texts = new Map<string, string>();
  const check = () => {
    if (store.fails) throw new Error('no IndexedDB');
  };
  const store = {
    texts,
    fails: false,
    async getMany(keys: readonly string[]) {
      check();
      return keys.map((key) => texts.get(key));
    },
    async setMany(entries: readonly (readonly [string, string])[], guard?: WriteGuard) {
      check();
      if (guard && !guard.allows(texts.get(guard.key))) return false;
      for (const [key, text] of entries) texts.set(key, text);
      return true;
    },
    async clear() {
      check();
      texts.clear();
    },
  };
  return store;
}
