import { clear, createStore, getMany, setMany } from 'idb-keyval';

/** Texts by key in a place that is larger and slower than local storage. Every call may be rejected. */
export interface FallbackStore {
  getMany(keys: readonly string[]): Promise<readonly unknown[]>;
  /** All entries or none. */
  setMany(entries: readonly (readonly [key: string, text: string])[]): Promise<void>;
  clear(): Promise<void>;
}

/** The browser's IndexedDB; opened at the first call. `name`: of the database; each has one store. */
export function createIndexedDbStore(name = 'subtitle-translator'): FallbackStore {
  const store = createStore(name, 'session');
  return {
    getMany: async (keys) => getMany<unknown>([...keys], store),
    setMany: async (entries) =>
      setMany(
        entries.map(([key, text]) => [key, text]),
        store,
      ),
    clear: async () => clear(store),
  };
}
