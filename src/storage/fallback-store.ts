import { clear, createStore, getMany } from 'idb-keyval';

/** Texts by key in a place that is larger and slower than local storage. Every call may reject. */
export interface FallbackStore {
  getMany(keys: readonly string[]): Promise<readonly unknown[]>;
  /** Writes all entries or none. False: the guard did not allow the write. */
  setMany(entries: readonly (readonly [key: string, text: string])[], guard?: WriteGuard): Promise<boolean>;
  clear(): Promise<void>;
}

/** Checked within the transaction of the write, so that no other tab can write in between. */
export interface WriteGuard {
  readonly key: string;
  readonly allows: (stored: unknown) => boolean;
}

/** The browser's IndexedDB, opened at the first call. `name` is the database's name; each database has one store. */
export function createIndexedDbStore(name = 'subtitle-translator'): FallbackStore {
  const store = createStore(name, 'session');
  return {
    getMany: async (keys) => getMany<unknown>([...keys], store),
    setMany: async (entries, guard) =>
      store('readwrite', (objects) => {
        let allowed = true;
        // One entry after the other, so that copying long texts does not block the main thread in one task.
        const put = (index = 0) => {
          const entry = entries[index];
          if (entry) objects.put(entry[1], entry[0]).onsuccess = () => put(index + 1);
        };
        if (guard === undefined) put();
        else {
          const asked = objects.get(guard.key);
          asked.onsuccess = () => {
            allowed = guard.allows(asked.result);
            if (allowed) put();
          };
        }
        return new Promise((resolve, reject) => {
          objects.transaction.oncomplete = () => resolve(allowed);
          objects.transaction.onabort = () => reject(objects.transaction.error);
        });
      }),
    clear: async () => clear(store),
  };
}
