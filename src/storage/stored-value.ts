import * as v from 'valibot';
import { parseJson } from '../lib/parse-json.ts';

/** The part of the Storage API that is used. Any call may throw: no access, no room. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The browser's storage, or null where even access throws (blocked by a setting, a sandboxed frame). */
export function openStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}

/** null: absent, or not readable. */
export function getText(storage: TextStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** To be raised when stored values change their shape. Values without a version are from the product as first specified. */
export const SCHEMA_VERSION = 1;
export const SCHEMA_VERSION_KEY = 'schemaVersion';

/** Whether a later version of the page has written: its values must stay untouched. */
export const isNewerVersion = (text: string | null): boolean =>
  text !== null && /^\d+$/.test(text) && Number(text) > SCHEMA_VERSION;

/** How a value is written as text. */
export interface ValueFormat<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** The value for a key that is absent or broken. */
  readonly fallback: T;
  /** True: plain text instead of JSON. */
  readonly plain?: boolean;
  /** What is written of a value, if not the value itself. */
  readonly encode?: (value: NonNullable<T>) => unknown;
}

/** Texts that other programs store when they have no value. */
const NOTHING = new Set(['null', 'undefined']);

/**
 * A stored text's value. `broken`: a text was stored and cannot be used. Never throws. JSON strings are read as plain values too: the
 * specification's default (section 3).
 */
export function parseStored<T>(text: string | null, { schema, fallback, plain = false }: ValueFormat<T>) {
  if (text === null || NOTHING.has(text) || (text === '' && !plain)) return { value: fallback, broken: false };
  const parsed = v.safeParse(schema, plain ? fromJsonString(text) : parseJson(text));
  if (parsed.success) return { value: parsed.output, broken: false };
  return { value: fallback, broken: text.trim() !== '' };
}

/** The text that `parseStored` reads as this value. */
export function formatStored<T>(value: NonNullable<T>, { plain, encode = (it) => it }: ValueFormat<T>): string {
  return plain ? formatPlain(String(encode(value))) : JSON.stringify(encode(value));
}

/** A plain text that looks like a JSON string is written as JSON. */
export function formatPlain(text: string): string {
  return NOTHING.has(text) || fromJsonString(text) !== text ? JSON.stringify(text) : text;
}

function fromJsonString(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text;
  const parsed = parseJson(text);
  return typeof parsed === 'string' ? parsed : text;
}
