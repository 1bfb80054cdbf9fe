import type { TextStorage } from '../src/storage/stored-value.ts';
import { QUOTA_ERRORS } from './fake-storage.ts';

type Listener = (event: { readonly key: string | null }) => void;

interface Write {
  readonly key: string;
  readonly text: string | null;
  /** The write's position in the order of all writes. */
  readonly place: number;
}

/** A tab's own copy of a local storage that tabs of one test share. */
export interface TabStorage {
  readonly storage: TextStorage;
  readonly page: Pick<Window, 'addEventListener'>;
  /** While the tab sleeps, other tabs' writes do not reach it. */
  sleep(): void;
  wake(): void;
}

export interface SharedStorageOptions {
  readonly lateMs: number;
  readonly isFull: () => boolean;
}

/** Local storage as in browsers: each tab writes its own copy, others see it `lateMs` later, key by key; the later write stays. */
export function createSharedStorage({ lateMs, isFull }: SharedStorageOptions) {
  const tabs: ((write: Write) => void)[] = [];
  const stored = new Map<string, string>();
  let places = 0;

  function open(): TabStorage {
    const copy = new Map(stored);
    const ownPlaces = new Map<string, number>();
    const listeners: Listener[] = [];
    let asleep: Write[] | undefined;

    function arrive(write: Write): void {
      if (asleep) return void asleep.push(write);
      const { key, text, place } = write;
      if ((ownPlaces.get(key) ?? 0) > place) return;
      put(copy, key, text);
      for (const listener of listeners) listener({ key });
    }
    tabs.push(arrive);

    function write(key: string, text: string | null): void {
      const written = { key, text, place: ++places };
      ownPlaces.set(key, written.place);
      put(copy, key, text);
      put(stored, key, text);
      for (const other of tabs) if (other !== arrive) setTimeout(() => other(written), lateMs);
    }

    return {
      storage: {
        getItem: (key) => copy.get(key) ?? null,
        setItem(key, text) {
          if (isFull()) throw QUOTA_ERRORS[0];
          write(key, text);
        },
        removeItem: (key) => write(key, null),
      },
      page: { addEventListener: ((_type: string, listener: Listener) => listeners.push(listener)) as never },
      sleep() {
        asleep = [];
      },
      wake() {
        const writes = asleep ?? [];
        asleep = undefined;
        for (const each of writes) arrive(each);
      },
    };
  }

  return { open };
}

function put(texts: Map<string, string>, key: string, text: string | null): void {
  if (text === null) texts.delete(key);
  else texts.set(key, text);
}
