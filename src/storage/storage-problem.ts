/** Why something is not stored as usual. Worded for people by the page. */
export type StorageProblem =
  /** The browser's local storage has no room, or refuses access: the work is kept elsewhere. */
  | { readonly kind: 'full' | 'unavailable'; readonly keptIn: 'indexed-db' | 'memory' }
  /** A newer version of the page wrote what is stored: it is left untouched, nothing is saved. */
  | { readonly kind: 'newer-version' }
  /** Another tab has saved since: nothing is written over it until `load` is called again. */
  | { readonly kind: 'other-tab' };

/** A full storage by its name, by Firefox's name and by the code of old; everything else is no access. */
export function kindOfStorageError(error: unknown): 'full' | 'unavailable' {
  if (typeof error !== 'object' || error === null) return 'unavailable';
  const { name, code } = error as { name?: unknown; code?: unknown };
  const full = name === 'QuotaExceededError' || name === 'NS_ERROR_DOM_QUOTA_REACHED' || code === 22 || code === 1014;
  return full ? 'full' : 'unavailable';
}
