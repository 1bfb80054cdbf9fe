import * as v from 'valibot';
import { parseJson } from '../lib/json.ts';
import { fail, ok, type Result } from '../lib/result.ts';

/** The part of the Storage API that the page uses. Any call may throw if there is no access or no room. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/** null: the key is missing or cannot be read. */
export function getText(storage: TextStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Increase this number when stored values change their shape. Values without a version come from the product as first specified. */
export const SCHEMA_VERSION = 2;
/** The version of a work that is part of a series. A page that knows only single films must not change it. */
export const SERIES_VERSION = 3;
export const SCHEMA_VERSION_KEY = 'schemaVersion';

/** The version under which a work is stored. */
export const versionOf = ({ id }: { readonly id: string }): number => (id === '' ? SCHEMA_VERSION : SERIES_VERSION);

/** Reads a stored number of saves; 0: none. */
export function revisionOf(text: unknown): number {
  const revision = typeof text === 'string' ? Number(text) : 0;
  return Number.isSafeInteger(revision) && revision > 0 ? revision : 0;
}

/** True if a later version of the page has written. Its values must not be changed. */
export const isNewerVersion = (text: string | null): boolean =>
  text !== null && /^\d+$/.test(text) && Number(text) > SERIES_VERSION;

/** How a value is written as text. */
export interface ValueFormat<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** The value for a key that is missing or broken. */
  readonly fallback: T;
  /** True: the value is stored as plain text and not as JSON. */
  readonly plain?: boolean;
  /** Converts a value to what is written, if it is not written directly. */
  readonly encode?: (value: NonNullable<T>) => unknown;
}

/** True for texts that other programs store when they have no value. Not a lookup table, which would hash the text of a whole film. */
const isNothing = (text: string): boolean => text === 'null' || text === 'undefined';

/**
 * The value of a stored text. `broken`: there is a text, but it cannot be used. Never throws. JSON strings are also read as plain values (section
 * 3).
 */
export function parseStored<T>(text: string | null, { schema, fallback, plain = false }: ValueFormat<T>) {
  if (text === null || isNothing(text) || (text === '' && !plain)) return { value: fallback, broken: false };
  const stored = parseValue(plain ? fromJsonString(text) : parseJson(text), { schema, fallback });
  return stored.broken ? { value: fallback, broken: text.trim() !== '' } : stored;
}

/** Like `parseStored`, for a value that is already parsed. */
export function parseValue<T>(value: unknown, { schema, fallback }: Pick<ValueFormat<T>, 'schema' | 'fallback'>) {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? { value: parsed.output, broken: false } : { value: fallback, broken: true };
}

/** The text that `parseStored` reads as this value. */
export function formatStored<T>(value: NonNullable<T>, { plain, encode = (it) => it }: ValueFormat<T>): string {
  return plain ? formatPlain(String(encode(value))) : JSON.stringify(encode(value));
}

/** Writes a plain text that looks like a JSON string as JSON. */
export function formatPlain(text: string): string {
  return isNothing(text) || fromJsonString(text) !== text ? JSON.stringify(text) : text;
}

function fromJsonString(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  const parsed = parseJson(text);
  return typeof parsed === 'string' ? parsed : text;
}

/** null: remove the key. */
export type Change = readonly [key: string, text: string | null];

/** Why something is not stored as usual; ui/ has the words for it. */
export type StorageProblem =
  /** Local storage has no room or refuses access, so the work is stored elsewhere. */
  | { readonly kind: StorageFailure; readonly keptIn: 'indexed-db' | 'memory' }
  /** A newer version of the page has written the stored values. They are not changed, and nothing is saved. */
  | { readonly kind: 'newer-version' }
  /** Another tab has saved since. Nothing is overwritten until `load` is called again. */
  | { readonly kind: 'other-tab' };

export type StorageFailure = 'full' | 'unavailable';

/** Reports each problem once, and null when the problem is over. */
export function onceEach(onProblem: (problem: StorageProblem | null) => void): typeof onProblem {
  let lastReported = 'null';
  return (problem) => {
    const text = JSON.stringify(problem);
    if (text === lastReported) return;
    lastReported = text;
    onProblem(problem);
  };
}

/** The changes that the storage does not have yet. Throws if the storage cannot be read. */
const changesTo = (storage: TextStorage, wanted: readonly Change[]): readonly Change[] =>
  wanted.filter(([key, text]) => storage.getItem(key) !== text);

/** Writes the missing changes in their order, or nothing: after a failure, the changes made so far are undone in reverse order, if possible. */
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
    // Work that must never be half written has a commit marker (mirror.ts).
  }
}

function write(storage: TextStorage, [key, text]: Change): void {
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** 'full' by the name in the standard or in Firefox; any other error is 'unavailable'. */
const kindOf = (error: unknown): StorageFailure =>
  error instanceof Error && ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'].includes(error.name)
    ? 'full'
    : 'unavailable';

const ASIDE_PLACES = 9;

/** The keys for broken texts of a key, in order of use. When all are used, the last one is overwritten. */
export const asideKeys = (key: string): readonly string[] =>
  Array.from({ length: ASIDE_PLACES }, (_, index) => (index === 0 ? `broken:${key}` : `broken:${key}:${index + 1}`));

/** Stores a broken text under another key (moves it if there is no room for a copy), so that no unreadable text is deleted. Never throws. */
export function quarantine(storage: TextStorage, key: string, text: string): void {
  try {
    const places = asideKeys(key);
    const free = places.find((place) => [null, text].includes(storage.getItem(place))) ?? places.at(-1) ?? key;
    if (writeAll(storage, [[free, text]]).ok) return;
    writeAll(storage, [
      [key, null],
      [free, text],
    ]);
  } catch {
    // A storage that cannot be read needs no copy.
  }
}
