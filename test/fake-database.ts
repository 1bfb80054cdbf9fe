import type { Records, StoreName, WorksDatabase } from '../src/storage/database.ts';

type Stores = Map<StoreName, Map<string | number, unknown>>;

export interface FakeDatabase extends WorksDatabase {
  /** The stored content. */
  stores: Stores;
  /** Called before each put, within its transaction. If it returns something, that is thrown. */
  fault: (() => unknown) | undefined;
  /** True: every transaction rejects. */
  fails: boolean;
  /** Each transaction waits for this promise before it is stored. */
  slowness: (() => Promise<unknown>) | undefined;
}

const copyOf = (stores: Stores): Stores => new Map([...stores].map(([name, records]) => [name, new Map(records)]));

/** A database in memory that runs one transaction after another. */
export function createFakeDatabase(content: Stores = new Map()): FakeDatabase {
  let last: Promise<unknown> = Promise.resolve();
  const database: FakeDatabase = {
    stores: copyOf(content),
    fault: undefined,
    fails: false,
    slowness: undefined,
    run(mode, _stores, body) {
      const result = last.then(async () => {
        if (database.fails) throw new Error('no database');
        const stores = copyOf(database.stores);
        const value = await body(recordsOf(stores, () => database.fault?.()));
        if (mode === 'readonly') return value;
        await database.slowness?.();
        database.stores = stores;
        return value;
      });
      last = result.catch(() => {});
      return result;
    },
  };
  return database;
}

function recordsOf(stores: Stores, fault: () => unknown): Records {
  const of = (name: StoreName) => {
    const records = stores.get(name) ?? new Map<string | number, unknown>();
    stores.set(name, records);
    return records;
  };
  return {
    get: async (store, key) => of(store).get(key),
    has: async (store, key) => of(store).has(key),
    entries: async (store, from = 0, to = Number.POSITIVE_INFINITY) =>
      [...of(store)]
        .filter(([key]) => typeof key === 'string' || (key >= from && key < to))
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    async put(store, key, value) {
      const error = fault();
      if (error !== undefined) throw error;
      if (value === undefined) of(store).delete(key);
      // A test's stand-in of a handle cannot be copied.
      else of(store).set(key, store === 'handles' ? value : structuredClone(value));
    },
    async clear(store, from) {
      for (const key of of(store).keys()) if (from === undefined || Number(key) >= from) of(store).delete(key);
    },
  };
}
