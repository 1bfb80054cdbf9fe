import { fail, ok, type Result } from '../lib/result.ts';
import type { TextStorage } from './stored-value.ts';

/** null: remove the key. */
export type Change = readonly [key: string, text: string | null];

/** Why something is not stored as usual; ui/ words it for people. */
export type StorageProblem =
  /** Local storage has no room, or refuses access: the work is kept elsewhere. */
  | { readonly kind: StorageFailure; readonly keptIn: 'indexed-db' | 'memory' }
  /** A newer version of the page wrote what is stored: it stays untouched, and nothing is saved. */
  | { readonly kind: 'newer-version' }
  /** Another tab has saved since: nothing is overwritten until `load` is called again. */
  | { readonly kind: 'other-tab' };

export type StorageFailure = 'full' | 'unavailable';

/** Passes on each problem once, and null when the problem is over. */
export function onceEach(onProblem: (problem: StorageProblem | null) => void): typeof onProblem {
  let lastReported = 'null';
  return (problem) => {
    const text = JSON.stringify(problem);
    if (text === lastReported) return;
    lastReported = text;
    onProblem(problem);
  };
}

/** The changes that the storage does not hold yet. Throws if the storage cannot be read. */
export const changesTo = (storage: TextStorage, wanted: readonly Change[]): readonly Change[] =>
  wanted.filter(([key, text]) => storage.getItem(key) !== text);

/** Makes what is not stored yet in its order, or nothing: after a failure the changes made are undone in reverse order, if possible. */
export function writeAll(storage: TextStorage, wanted: readonly Change[]): Result<void, StorageFailure> {
  const before: Change[] = [];
  try {
    for (const [key, text] of changesTo(storage, wanted)) {
      const old = storage.getItem(key);
      write(storage, [key, text]);
      before.unshift([key, old]);
    }
    return ok(undefined);
  } catch (error) {
    takeBack(storage, before);
    return fail(kindOf(error));
  }
}

function takeBack(storage: TextStorage, before: readonly Change[]): void {
  try {
    for (const change of before) write(storage, change);
  } catch {
    // Work that must not be half written has a commit marker (REVISION_KEY in work-places.ts).
  }
}

function write(storage: TextStorage, [key, text]: Change): void {
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** 'full' by the standard's name, Firefox's name or the old codes; any other error is 'unavailable'. */
function kindOf(error: unknown): StorageFailure {
  if (typeof error !== 'object' || error === null) return 'unavailable';
  const { name, code } = error as { name?: unknown; code?: unknown };
  const full = name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' || code === 22 || code === 1014;
  return full ? 'full' : 'unavailable';
}

const ASIDE_PLACES = 9;

/** Keys under which a key's broken texts are kept, in order of use; the last is overwritten when all are taken. */
export const asideKeys = (key: string): readonly string[] =>
  Array.from({ length: ASIDE_PLACES }, (_, index) => (index === 0 ? `broken:${key}` : `broken:${key}:${index + 1}`));

/**
 * Keeps a broken text under another key, so that nothing unreadable is ever deleted. In a full storage the text is moved
 * instead of copied. Never throws: if even that fails, the text stays until its key is written.
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
    // A storage that cannot be read has nothing to keep.
  }
}
