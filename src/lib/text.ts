import { memoizeRecent } from './memo.ts';

/** Replaces the text between two offsets. */
interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** Characters per comparison. In long texts this is much faster than one by one. */
const CHUNK = 4_096;

/** The single replacement that turns `before` into `after`, without their common beginning and end. It never splits a character. null if both are equal. */
export function smallestChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = sharedStart(before, after, shorter);
  if (isParted(before, from) || isParted(after, from)) from--;
  let end = sharedEnd(before, after, shorter - from);
  if (isParted(before, before.length - end) || isParted(after, after.length - end)) end--;
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}

/** True if the offset splits a surrogate pair, as in 😀. */
const isParted = (text: string, at: number): boolean =>
  at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));

/** The direction marks for a character class (Unicode Standard Annex #9, section 2). */
export const MARK_CHARACTERS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const ANY_MARK = new RegExp(`[${MARK_CHARACTERS}]`, 'g');

/** A file's name without the marks that turn the direction of writing: with one, “evil.srt” looks like “trs.live”. */
export const nameWithoutMarks = (name: string): string => name.replace(ANY_MARK, '');

/** The same within a sentence. A name with letters of Hebrew, Arabic and the like is isolated, so that the words beside it keep their order. */
export function shownName(name: string): string {
  const plain = nameWithoutMarks(name);
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(plain) ? `\u2068${plain}\u2069` : plain;
}

export const quotedName = (name: string): string => `“${shownName(name)}”`;

/** Without characters that nobody sees (Unicode's “format characters”), which browsers refuse or replace in names of files. */
export const withoutInvisible = (name: string): string => name.replace(/\p{Cf}/gu, '');

/** "turkce" for "türkçe". */
export const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}+/gu, '');

/** Length of the common beginning, up to `most`. */
function sharedStart(one: string, other: string, most: number): number {
  let count = 0;
  while (count + CHUNK <= most && one.slice(count, count + CHUNK) === other.slice(count, count + CHUNK)) count += CHUNK;
  while (count < most && one.charCodeAt(count) === other.charCodeAt(count)) count++;
  return count;
}

/** Length of the common end, up to `most`. */
function sharedEnd(one: string, other: string, most: number): number {
  const chunkAt = (text: string, count: number) => text.slice(text.length - count - CHUNK, text.length - count);
  let count = 0;
  while (count + CHUNK <= most && chunkAt(one, count) === chunkAt(other, count)) count += CHUNK;
  while (count < most && one.charCodeAt(one.length - 1 - count) === other.charCodeAt(other.length - 1 - count)) count++;
  return count;
}

/** Shorter texts are hashed faster than they are found among the remembered ones. */
const LONG_CHARACTERS = 4_096;

/** A 32-bit hash (FNV-1a) of every `step`-th character, after the text's length. */
function hashOf(text: string, step: number): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += step) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
}

/** `stepOf`: by the text's length. */
function createStamp(stepOf: (length: number) => number): (text: string) => string {
  const hashed = (text: string) => hashOf(text, stepOf(text.length));
  const hashedLong = memoizeRecent(8, hashed);
  return (text) => (text.length < LONG_CHARACTERS ? hashed : hashedLong)(text);
}

/** A fingerprint of a text. It reads every character, so that one corrected letter gives another fingerprint. */
export const stampOf = createStamp(() => 1);

/**
 * Like `stampOf`, but it reads only some characters of a text with more than 131,071, at even distances, which takes a millisecond at most. It recognizes
 * the texts that the page itself stored. It is stored with them, so it must not change.
 */
export const quickStampOf = createStamp((length) => Math.max(1, Math.floor(length / 65_536)));

/** One for all: making a formatter takes longer than a row of a list. */
const NUMBERS = new Intl.NumberFormat('en');
/** "1 phrase", "1,412 phrases". */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${NUMBERS.format(count)} ${count === 1 ? one : many}`;

/** "E1, E2, E3", or of many names "E1, E2 and 57 more": a sentence with sixty names would push away what is below it. */
export const namesWords = (names: readonly string[], most = 8): string =>
  names.slice(0, most).map(shownName).join(', ') + (names.length > most ? ` and ${names.length - most} more` : '');

/** Escapes a text for a regular expression (flag u or none). */
export const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/** Replaces digits of other scripts by European digits. In Unicode the digits of each script follow one another from 0 to 9. */
export const withPlainDigits = (text: string): string =>
  text.replace(/[^\P{Nd}\d]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
    return String(value);
  });

/** Groups values by key; keys and values keep their order. */
export function grouped<Key, Value>(values: Iterable<Value>, keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
export const withoutFormula = (text: string): string => (/^[=+@\t\r-]/.test(text) ? `'${text}` : text);

/** A quoted CSV cell (RFC 4180). */
export const quotedCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Begins with a byte-order mark. Without it Excel would assume another encoding. */
export const csvTable = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => cells.join(',')).join('\r\n')}\r\n`;

/**
 * Part of a pattern: signs that end a sentence in Latin, Arabic and Urdu, Indic, Chinese and Japanese, Armenian, Ethiopic, Burmese, Khmer, Tibetan, Sinhala and
 * Hebrew; and the Greek question mark, usually typed as a semicolon.
 */
export const SENTENCE_SIGN = '(?:[.!?…‼⁇⁈⁉‽؟۔।॥。．｡！？։።፧፨။៕។༎།෴׃\u037e]|(?<=[\u0370-\u03ff\u1f00-\u1fff]);)';

/** A text that nothing else has as its name. */
export const newId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
