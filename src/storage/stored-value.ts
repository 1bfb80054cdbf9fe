import * as v from 'valibot';
import { parseJson } from '../lib/parse-json.ts';

/** The part of a browser's storage that is used here. Any call may throw: no access, full, cleared meanwhile. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage, or null where even the access to it throws (blocked by a setting, a sandboxed frame). */
export function openStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** null also where the storage cannot be read. */
export function getText(storage: TextStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Raised when what is stored changes its shape. What has no version was stored by the product as first specified. */
export const SCHEMA_VERSION = 1;
export const SCHEMA_VERSION_KEY = 'schemaVersion';

/** A later version of the page wrote this: it must stay untouched. */
export const isNewerVersion = (text: string | null): boolean =>
  text !== null && /^\d+$/.test(text) && Number(text) > SCHEMA_VERSION;

/** How a value stands in a storage as text. */
export interface ValueFormat<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** For a key that is absent or broken. */
  readonly fallback: T;
  /** Plain text instead of JSON. */
  readonly plain?: boolean;
}

export interface ReadValue<T> {
  readonly value: T;
  /** There was something, and it could not be used. */
  readonly broken: boolean;
}

/** Texts that a program leaves behind when it has no value. */
const NOTHING = new Set(['null', 'undefined']);

/**
 * The value of a stored text; never throws. A plain value that stands as a JSON string is read too (the specified
 * product encodes as JSON by default, section 3).
 */
export function parseStored<T>(text: string | null, { schema, fallback, plain = false }: ValueFormat<T>): ReadValue<T> {
  if (text === null || NOTHING.has(text) || (text === '' && !plain)) return { value: fallback, broken: false };
  const parsed = v.safeParse(schema, plain ? fromJsonString(text) : parseJson(text));
  if (parsed.success) return { value: parsed.output, broken: false };
  return { value: fallback, broken: text.trim() !== '' };
}

/** The text that `parseStored` reads as this value. A plain text that would be taken for JSON is written as JSON. */
export function formatPlain(text: string): string {
  return NOTHING.has(text) || fromJsonString(text) !== text ? JSON.stringify(text) : text;
}

function fromJsonString(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  const parsed = parseJson(text);
  return typeof parsed === 'string' ? parsed : text;
}
