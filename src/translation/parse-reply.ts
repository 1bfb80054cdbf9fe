import { fail, ok, type Result } from '../lib/result.ts';
import { shorten } from '../subtitles/shorten.ts';
import { completePairs } from './complete-pairs.ts';
import { duplicateKeys } from './duplicate-keys.ts';
import { describeValue, isObject, textOfValue } from './value-text.ts';

/** What could be read of a reply, be it right or not. */
export interface ReadReply {
  /** Differences from the reply's form, in order (specification, section 5); empty: none. */
  readonly errors: readonly string[];
  /** All numeric keys, as they are written; undefined when there was no JSON object. */
  readonly keys: readonly string[] | undefined;
  /** Texts by key, for numeric keys that stand once and whose value can be read; of a broken reply, the complete pairs. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The texts by key, in ascending order; or all differences from the reply's form, in order. Says nothing of the key set. */
export function parseReply(replyText: string): Result<ReadonlyMap<string, string>, readonly string[]> {
  const { errors, texts } = readReply(replyText);
  return errors.length === 0 ? ok(texts) : fail(errors);
}

/** The same for a reply that may be partly wrong: what is right in it is not lost. */
export function readReply(replyText: string): ReadReply {
  const { json, parsed } = findJson(replyText);
  if (!parsed.ok) return unreadable(parsed.error, completePairs(replyText));
  if (!isObject(parsed.value)) return unreadable(`the reply is ${describeValue(parsed.value)}, not an object`);

  const duplicates = duplicateKeys(json);
  const ambiguous = new Set(duplicates.map(({ outermostKey }) => outermostKey));
  const errors = duplicates.map(({ key }) => `Key '${shorten(key)}' stands twice.`);
  const keys: string[] = [];
  // A map: foreign keys such as "__proto__" are never assigned to an object.
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed.value)) {
    const numeric = isNumeric(key);
    if (numeric) keys.push(key);
    else errors.push(`All keys must be numeric: ${shorten(key)} is not`);
    const text = textOfValue(key, value);
    if (!text.ok) errors.push(text.error);
    else if (numeric && !ambiguous.has(key)) texts.set(key, text.value);
  }
  return { errors, keys, texts };
}

/**
 * The JSON in a reply that may have fences or prose around it: the whole text if it is JSON, else what stands from the first "{"
 * to the last "}" (specification, section 5, google). What comes back need not parse. A reply that was cut off is never repaired.
 */
export const extractJson = (text: string): string => findJson(text).json;

function findJson(text: string): { readonly json: string; readonly parsed: Result<unknown, string> } {
  const whole = parseJson(text);
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const isPart = start >= 0 && end > start && (start > 0 || end < text.length - 1);
  if (whole.ok || !isPart) return { json: text, parsed: whole };
  const json = text.slice(start, end + 1);
  return { json, parsed: parseJson(json) };
}

/** "01" and " 1" are numeric, but they are no source keys: the key set tells them apart. */
const isNumeric = (key: string): boolean => key.trim() !== '' && Number.isFinite(Number(key));

const unreadable = (reason: string, texts: ReadReply['texts'] = new Map()): ReadReply => ({
  errors: [`Failed to parse JSON: ${reason}`],
  keys: undefined,
  texts,
});

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail(shorten(error instanceof Error ? error.message : String(error), 200));
  }
}
