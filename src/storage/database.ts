/**
 * The stores of the page's only database. `works`: the head of the work and a copy of the settings; `handles`: the browser's handles of videos
 * and of the folders in which the files of a series lie.
 */
export type StoreName = 'works' | 'sources' | 'lines' | 'past' | 'handles';
type Key = string | number;
type Entry = readonly [key: Key, value: unknown];

/** Access to the records within one transaction. A failed request ends the transaction, which then changes nothing. */
export interface Records {
  get(store: StoreName, key: Key): Promise<unknown>;
  /** True if there is a record with this key. Does not read the record. */
  has(store: StoreName, key: Key): Promise<boolean>;
  /** All records of a store, or those with keys in this range. */
  entries(store: StoreName, from?: number, to?: number): Promise<readonly Entry[]>;
  /** `undefined` deletes the record. */
  put(store: StoreName, key: Key, value: unknown): Promise<unknown>;
  /** Deletes all records of a store, or those with keys from this one on. */
  clear(store: StoreName, from?: number): Promise<unknown>;
}

export interface WorksDatabase {
  /**
   * Runs `body` in one transaction over these stores: either all of its changes are stored, or none. `body` may only wait for its records. Resolves
   * with the value of `body` when the changes are stored; rejects if they are not, or if there is no database.
   */
  run<Value>(
    mode: IDBTransactionMode,
    stores: readonly StoreName[],
    body: (records: Records) => Promise<Value>,
  ): Promise<Value>;
}

/** The stores that contain the work. */
export const WORK_STORES = ['works', 'sources', 'lines', 'past'] as const;
const ALL_STORES = [...WORK_STORES, 'handles'] as const;

/** The browser's IndexedDB. It is opened at the first call, and again after it was closed or could not be opened. */
export function createWorksDatabase(name = 'subtitle-translator-works'): WorksDatabase {
  let opening: Promise<IDBDatabase> | undefined;
  const forget = () => {
    opening = undefined;
  };

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      for (const store of ALL_STORES) request.result.createObjectStore(store);
    };
    const database = await done(request);
    database.onclose = forget;
    // A later version of the page, or a person who deletes the database, must not have to wait for this tab.
    database.onversionchange = () => {
      database.close();
      forget();
    };
    return database;
  }

  return {
    async run(mode, stores, body) {
      opening ??= open();
      opening.catch(forget);
      const transaction = (await opening).transaction([...stores], mode);
      const ended = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('The transaction was aborted.'));
      });
      const value = await body(recordsOf(transaction)).catch(async (error: unknown) => {
        try {
          transaction.abort();
        } catch {
          // The transaction has ended by itself.
        }
        await ended.catch(() => {});
        throw error;
      });
      // Commit at once, so that the changes are stored even if the page is closed now.
      if (mode === 'readwrite') transaction.commit?.();
      await ended;
      return value;
    },
  };
}

function recordsOf(transaction: IDBTransaction): Records {
  const range = (from?: number, to?: number) =>
    from === undefined
      ? undefined
      : to === undefined
        ? IDBKeyRange.lowerBound(from)
        : IDBKeyRange.bound(from, to, false, true);
  return {
    get: (store, key) => done(transaction.objectStore(store).get(key)),
    has: async (store, key) => (await done(transaction.objectStore(store).count(key))) > 0,
    async entries(store, from, to) {
      if (to !== undefined && to <= (from ?? 0)) return [];
      const objects = transaction.objectStore(store);
      const [keys, values] = await Promise.all([
        done(objects.getAllKeys(range(from, to))),
        done(objects.getAll(range(from, to))),
      ]);
      return keys.map((key, index) => [key as Key, values[index]]);
    },
    put(store, key, value) {
      const objects = transaction.objectStore(store);
      return value === undefined ? done(objects.delete(key)) : done(objects.put(value, key));
    },
    clear(store, from) {
      const objects = transaction.objectStore(store);
      return from === undefined ? done(objects.clear()) : done(objects.delete(IDBKeyRange.lowerBound(from)));
    },
  };
}

function done<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Stores the browser's handle of the video file (ui/state/video.ts). */
export const createHandleStore = (database: WorksDatabase) => ({
  getMany: (names: readonly ['handle']) =>
    database.run('readonly', ['handles'], (records) => Promise.all(names.map((name) => records.get('handles', name)))),
  setMany: ([[name, handle]]: readonly [readonly ['handle', FileSystemFileHandle | undefined]]) =>
    database.run('readwrite', ['handles'], (records) => records.put('handles', name, handle)),
});

/** The names of all databases of this page; undefined: the browser does not list them. */
export async function namesOfAll(): Promise<ReadonlySet<string | undefined> | undefined> {
  const all = await indexedDB.databases?.();
  return all && new Set(all.map(({ name }) => name));
}
