import { fail, ok, type Result } from '../lib/result.ts';
import { kindOfStorageError } from './storage-problem.ts';
import type { TextStorage } from './stored-value.ts';

/** null: the key is removed. */
export type Change = readonly [key: string, text: string | null];

export interface WriteFailure {
  readonly kind: 'full' | 'unavailable';
  /** All is as it was. False: not even that could be written. */
  readonly restored: boolean;
}

/**
 * All changes in their order, or none: when one fails, those made are taken back in reverse order.
 * `before` gives what a key held, as far as it has changed.
 */
export function writeAll(
  storage: TextStorage,
  changes: readonly Change[],
  before: (key: string) => string | null,
): Result<void, WriteFailure> {
  for (const [index, change] of changes.entries()) {
    try {
      write(storage, change);
    } catch (error) {
      const made = changes.slice(0, index).map(([key]) => key);
      return fail({ kind: kindOfStorageError(error), restored: restore(storage, made, before) });
    }
  }
  return ok(undefined);
}

/** The same for few keys, of which those are written that hold something else. */
export function writeChanged(storage: TextStorage, changes: readonly Change[]): Result<void, WriteFailure['kind']> {
  try {
    const before = new Map(changes.map(([key]) => [key, storage.getItem(key)] as const));
    const changed = changes.filter(([key, text]) => before.get(key) !== text);
    const written = writeAll(storage, changed, (key) => before.get(key) ?? null);
    return written.ok ? written : fail(written.error.kind);
  } catch (error) {
    return fail(kindOfStorageError(error));
  }
}

function restore(storage: TextStorage, keys: readonly string[], before: (key: string) => string | null): boolean {
  try {
    for (const key of keys.toReversed()) write(storage, [key, before(key)]);
    return true;
  } catch {
    return false;
  }
}

function write(storage: TextStorage, [key, text]: Change): void {
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}
