export interface FakeStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  readonly texts: Map<string, string>;
  /** The keys of all successful setItem calls. */
  readonly written: string[];
  /** Called before each setItem. If it returns something, setItem throws that. */
  fault: ((key: string, text: string) => unknown) | undefined;
}

/** A local storage in memory that fails when the test asks for it. */
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

/** The errors with which browsers report a full storage. */
export const QUOTA_ERRORS: readonly Error[] = [
  new DOMException('The quota has been exceeded.', 'QuotaExceededError'),
  Object.assign(new Error('Persistent storage maximum size reached'), { name: 'NS_ERROR_DOM_QUOTA_REACHED' }),
];

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};
/** A storage to which the browser denies access. */
export const CLOSED_STORAGE = { getItem: refuse, setItem: refuse, removeItem: refuse };

/** Makes setItem throw once the storage would exceed `capacity` characters. */
export function limitTo(storage: FakeStorage, capacity: number): void {
  storage.fault = (key, text) => {
    let used = key.length + text.length;
    for (const [other, held] of storage.texts) if (other !== key) used += other.length + held.length;
    return used > capacity ? QUOTA_ERRORS[0] : undefined;
  };
}
