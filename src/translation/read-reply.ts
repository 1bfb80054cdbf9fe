import { errorText } from '../lib/error-text.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { shorten } from '../subtitles/shorten.ts';
import { completePairs } from './json/complete-pairs.ts';
import { duplicateKeys } from './json/duplicate-keys.ts';
import { describeValue, isObject, textOfValue } from './json/value-text.ts';

/** One thing that is wrong with a reply. */
export interface ReplyProblem {
  readonly kind: ReplyProblemKind;
  /** The keys with this problem, as the reply writes them; empty: the whole reply. */
  readonly keys: readonly string[];
  /** The specified sentence (specification, section 5), for people and for the corrective pass. */
  readonly words: string;
}

export type ReplyProblemKind =
  | 'not-json'
  | 'key-twice'
  | 'key-not-numeric'
  | 'value-not-text'
  /** The keys are not those that were asked for; problems for each missing or foreign key follow. */
  | 'key-range'
  | 'key-missing'
  | 'key-foreign'
  | 'text-empty'
  | 'text-with-timing';

/** What a reply, correct or not, contains. */
export interface ReadReply {
  /** Problems of the form alone, in order; not whether the reply fits its phrases. */
  readonly problems: readonly ReplyProblem[];
  /** All numeric keys as written; undefined when there is no JSON object. */
  readonly keys: readonly string[] | undefined;
  /** Texts by key, for numeric keys that occur once with a readable value; of a broken reply, the complete pairs. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Most replies remembered, and most characters of each: validating, filling and assembling read the same replies. */
const REMEMBERED_REPLIES = 100;
const REMEMBERED_CHARACTERS = 50_000;
const remembered = new Map<string, ReadReply>();

/** Reads a reply once for every purpose; the correct parts of a partly wrong reply are kept. Never throws. */
export function readReply(replyText: string): ReadReply {
  const known = remembered.get(replyText);
  if (known) return known;
  const read = parse(replyText);
  if (replyText.length > REMEMBERED_CHARACTERS) return read;
  const [oldest] = remembered.keys();
  if (remembered.size >= REMEMBERED_REPLIES && oldest !== undefined) remembered.delete(oldest);
  remembered.set(replyText, read);
  return read;
}

function parse(replyText: string): ReadReply {
  const { json, parsed } = findJson(replyText);
  if (!parsed.ok) return unreadable(parsed.error, completePairs(replyText));
  if (!isObject(parsed.value)) return unreadable(`the reply is ${describeValue(parsed.value)}, not an object`);

  const duplicates = duplicateKeys(json);
  const ambiguous = new Set(duplicates.map(({ outermostKey }) => outermostKey));
  const problems = duplicates.map(
    ({ key, outermostKey }): ReplyProblem => ({
      kind: 'key-twice',
      keys: [outermostKey],
      words: `Key '${shorten(key)}' stands twice.`,
    }),
  );
  const keys: string[] = [];
  // A map, so that no foreign key such as "__proto__" is assigned to an object.
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed.value)) {
    const numeric = isNumeric(key);
    if (numeric) keys.push(key);
    else
      problems.push({
        kind: 'key-not-numeric',
        keys: [key],
        words: `All keys must be numeric: ${shorten(key)} is not`,
      });
    const text = textOfValue(key, value);
    if (!text.ok) problems.push({ kind: 'value-not-text', keys: [key], words: text.error });
    else if (numeric && !ambiguous.has(key)) texts.set(key, text.value);
  }
  return { problems, keys, texts };
}

/**
 * The JSON in a reply with code fences or prose around it, and its value: the whole text if it is JSON, otherwise from the first "{"
 * to the last "}" (specification, section 5, google). A cut-off reply is never repaired.
 */
export function findJson(text: string): { readonly json: string; readonly parsed: Result<unknown, string> } {
  const wholeText = parseJson(text);
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  const isPart = start >= 0 && end > start && (start > 0 || end < text.length - 1);
  if (wholeText.ok || !isPart) return { json: text, parsed: wholeText };
  const json = text.slice(start, end + 1);
  return { json, parsed: parseJson(json) };
}

/** "01" and " 1" count as numeric, but are never source keys, so that comparing the key sets rejects them. */
const isNumeric = (key: string): boolean => key.trim() !== '' && Number.isFinite(Number(key));

const unreadable = (reason: string, texts: ReadReply['texts'] = new Map()): ReadReply => ({
  problems: [{ kind: 'not-json', keys: [], words: `Failed to parse JSON: ${reason}` }],
  keys: undefined,
  texts,
});

function parseJson(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail(shorten(errorText(error), 200));
  }
}
