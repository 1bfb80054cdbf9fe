import type { TextStorage } from './stored-value.ts';

/** Raised when what is stored changes its shape. What has no version was stored by the product as first specified. */
export const SCHEMA_VERSION = 1;
export const SCHEMA_VERSION_KEY = 'schemaVersion';

/** A later version of the page wrote this: it must stay untouched. */
export const isNewerVersion = (text: string | null | undefined): boolean =>
  text != null && /^\d+$/.test(text) && Number(text) > SCHEMA_VERSION;

/** The same of a whole storage; one that cannot be read holds nothing newer. */
export function holdsNewerVersion(storage: TextStorage | null): boolean {
  try {
    return isNewerVersion(storage?.getItem(SCHEMA_VERSION_KEY));
  } catch {
    return false;
  }
}
