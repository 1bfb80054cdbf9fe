import { fail, ok, type Result } from '../lib/result.ts';
import type { TextStorage } from './stored-value.ts';

/** null: the key is removed. */
export type Change = readonly [key: string, text: string | null];

/** Why something is not stored as usual. Worded for people by the page. */
export type StorageProblem =
  /** The browser's local storage has no room, or refuses access: the work is kept elsewhere. */
  | { readonly kind: StorageFailure; readonly keptIn: 'indexed-db' | 'memory' }
  /** A newer version of the page wrote what is stored: it is left untouched, nothing is saved. */
  | { readonly kind: 'newer-version' }
  /** Another tab has saved since: nothing is written over it until `load` is called again. */
  | { readonly kind: 'other-tab' };

export type StorageFailure = 'full' | 'unavailable';

/** Tells each change of what is wrong once, and null when all is well again. */
export function onceEach(onProblem: (problem: StorageProblem | null) => void): typeof onProblem {
  let told = 'null';
  return (problem) => {
    const text = JSON.stringify(problem);
    if (text === told) return;
    told = text;
    onProblem(problem);
  };
}

/** The changes of which the storage holds something else. Throws where it cannot be read. */
export const changesTo = (storage: TextStorage, wanted: readonly Change[]): readonly Change[] =>
  wanted.filter(([key, text]) => storage.getItem(key) !== text);

/** All changes in their order, or none: when one fails, those made are taken back in reverse order, as far as can be. */
export function writeAll(storage: TextStorage, changes: readonly Change[]): Result<void, StorageFailure> {
  const before: Change[] = [];
  try {
    const held = new Map(changes.map(([key]) => [key, storage.getItem(key)]));
    for (const change of changes) {
      write(storage, change);
      before.unshift([change[0], held.get(change[0]) ?? null]);
    }
    return ok(undefined);
  } catch (error) {
    takeBack(storage, before);
    return fail(kindOf(error));
  }
}

/** The same for those that the storage does not hold. */
export function writeChanged(storage: TextStorage, wanted: readonly Change[]): Result<void, StorageFailure> {
  try {
    return writeAll(storage, changesTo(storage, wanted));
  } catch (error) {
    return fail(kindOf(error));
  }
}

function takeBack(storage: TextStorage, before: readonly Change[]): void {
  try {
    for (const change of before) write(storage, change);
  } catch {
    // What must not be half written carries a mark of its own (local-work.ts).
  }
}

function write(storage: TextStorage, [key, text]: Change): void {
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** A full storage by its name, by Firefox's name and by the code of old; everything else is no access. */
function kindOf(error: unknown): StorageFailure {
  if (typeof error !== 'object' || error === null) return 'unavailable';
  const { name, code } = error as { name?: unknown; code?: unknown };
  const full = name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' || code === 22 || code === 1014;
  return full ? 'full' : 'unavailable';
}

const ASIDE_PLACES = 9;

/** Where broken values of a key are kept, in the order of use. The last place is used again and again. */
export const asideKeys = (key: string): readonly string[] =>
  Array.from({ length: ASIDE_PLACES }, (_, index) => (index === 0 ? `broken:${key}` : `broken:${key}:${index + 1}`));

/**
 * Keeps a broken text under another key, so that nothing is ever deleted for being unreadable. In a full storage the
 * text is moved instead of copied. Never throws: where even that fails, the text stays where it is until its key is written.
 */
export function setAside(storage: TextStorage, key: string, text: string): void {
  try {
    const places = asideKeys(key);
    const free = places.find((place) => [null, text].includes(storage.getItem(place))) ?? places.at(-1) ?? key;
    if (writeAll(storage, [[free, text]]).ok) return;
    writeAll(storage, [
      [key, null],
      [free, text],
    ]);
  } catch {
    // A storage that cannot even be read holds nothing to save.
  }
}
