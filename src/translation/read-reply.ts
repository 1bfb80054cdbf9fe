import { parseJson } from '../lib/json.ts';
import { errorText, fail, ok, type Result } from '../lib/result.ts';
import { shorten, withoutControls } from '../subtitles/lines.ts';

export interface ReplyProblem {
  readonly kind: ReplyProblemKind;
  /** The affected keys as the reply writes them. Empty: the problem concerns the whole reply. */
  readonly keys: readonly string[];
  /** The specified sentence (specification, section 5), for people and the corrective pass. */
  readonly words: string;
}

export const problemOf = (kind: ReplyProblemKind, key: string, words: string): ReplyProblem => ({
  kind,
  keys: [key],
  words,
});

type ReplyProblemKind =
  | 'not-json'
  | 'key-twice'
  | 'key-not-numeric'
  | 'value-not-text'
  /** The keys differ from the requested ones. Problems for each missing or foreign key follow. */
  | 'key-range'
  | 'key-missing'
  | 'key-foreign'
  | 'text-empty'
  | 'text-with-timing';

/** The contents of a reply, correct or not. */
interface ReadReply {
  /** Problems of form, in order. They do not compare the reply with its phrases. */
  readonly problems: readonly ReplyProblem[];
  /** All numeric keys as written. undefined: the reply is not a JSON object. */
  readonly keys: readonly string[] | undefined;
  /** The readable texts of numeric keys that occur once. For a damaged reply: those of its complete pairs. */
  readonly texts: ReadonlyMap<string, string>;
  /** All keys as written. For a damaged reply: all recognisable keys, even without a text. */
  readonly written: ReadonlySet<string>;
  /** True if the object with the last key is complete. */
  readonly isClosed: boolean;
}

/** Reads a reply and keeps the correct parts of a partly wrong one. Never throws. */
export function readReply(replyText: string): ReadReply {
  const { json, parsed } = findJson(replyText);
  if (!parsed.ok) return unreadable(parsed.error, replyText);
  if (!isObject(parsed.value))
    return unreadable(`the reply is ${describeValue(parsed.value)}, not an object`, replyText);

  const duplicates = duplicateKeys(json);
  const ambiguous = new Set(duplicates.map(({ outermostKey }) => outermostKey));
  const problems = duplicates.map(({ key, outermostKey }) =>
    problemOf('key-twice', outermostKey, `Key '${shorten(key)}' stands twice.`),
  );
  const keys: string[] = [];
  // A Map, so that no foreign key such as "__proto__" is assigned to an object.
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(parsed.value)) {
    const numeric = isNumeric(key);
    if (numeric) keys.push(key);
    else problems.push(problemOf('key-not-numeric', key, `All keys must be numeric: ${shorten(key)} is not`));
    const text = textOfValue(key, value);
    if (!text.ok) problems.push(problemOf('value-not-text', key, text.error));
    else if (numeric && !ambiguous.has(key)) texts.set(key, text.value);
  }
  return { problems, keys, texts, written: new Set(Object.keys(parsed.value)), isClosed: true };
}

/**
 * The JSON in a reply with code fences or words around it, and its value: the whole text if it is JSON, otherwise from the first "{" to the last "}"
 * (specification, section 5, google). A cut-off reply is never repaired.
 */
export function findJson(text: string): { readonly json: string; readonly parsed: Result<unknown, string> } {
  const wholeText = parseReply(text);
  const start = text.indexOf('{');
  const end = text.lastIndexOf('}');
  // Only the last part: a cut-off reply may follow an echo of the originals.
  const isPart = start >= 0 && end > start && (start > 0 || end < text.length - 1) && !text.includes('{', end);
  if (wholeText.ok || !isPart) return { json: text, parsed: wholeText };
  const json = text.slice(start, end + 1);
  return { json, parsed: parseReply(json) };
}

/** "01" and " 1" count as numeric, but the comparison with the source keys rejects them. */
const isNumeric = (key: string): boolean => key.trim() !== '' && Number.isFinite(Number(key));

const unreadable = (reason: string, replyText: string): ReadReply => ({
  problems: [{ kind: 'not-json', keys: [], words: `Failed to parse JSON: ${reason}` }],
  keys: undefined,
  ...completePairs(replyText),
});

function parseReply(text: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(text));
  } catch (error) {
    return fail(shorten(errorText(error), 200));
  }
}

const STRING = String.raw`"[^"\\]*(?:\\[\s\S][^"\\]*)*"`;
const STRINGS_AND_BRACES = new RegExp(String.raw`(${STRING})(\s*:)?|[{}]`, 'g');

interface DuplicateKey {
  readonly key: string;
  /** The key in the outermost object that contains the repeated key, or the repeated key itself. */
  readonly outermostKey: string;
}

/**
 * Keys that an object at any depth has more than once, in the order of their second occurrence. They must be found because JSON.parse keeps only the last
 * value, which could be another phrase's. Needs valid JSON. Linear time.
 */
export function duplicateKeys(validJson: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const openObjects: Map<string, number>[] = [];
  let outermostKey = '';
  const count = (key: string) => {
    if (openObjects.length === 1) outermostKey = key;
    const object = openObjects.at(-1);
    const times = (object?.get(key) ?? 0) + 1;
    object?.set(key, times);
    if (times === 2) found.push({ key, outermostKey });
  };
  for (const [token, string, colon] of validJson.matchAll(STRINGS_AND_BRACES)) {
    if (token === '{') openObjects.push(new Map());
    else if (token === '}') openObjects.pop();
    // In valid JSON a string is a key exactly if a colon follows it.
    else if (string !== undefined && colon !== undefined) count(decode(string));
  }
  return found;
}

/** "\u0031" and "1" are the same key. */
const decode = (string: string): string => (string.includes('\\') ? String(JSON.parse(string)) : string.slice(1, -1));

/** The members of a valid JSON object, including repeated keys. Linear time. */
export function membersOf(validJson: string): readonly (readonly [key: string, value: unknown])[] {
  const members: (readonly [string, unknown])[] = [];
  let [depth, key, from] = [0, '', -1];
  const endAt = (end: number) => {
    if (from >= 0) members.push([key, JSON.parse(validJson.slice(from, end).replace(/,\s*$/, ''))]);
  };
  for (const { 0: token, 1: string, 2: colon, index } of validJson.matchAll(STRINGS_AND_BRACES)) {
    if (token === '{') depth += 1;
    else if (token === '}' && --depth === 0) endAt(index);
    else if (depth === 1 && string !== undefined && colon !== undefined) {
      endAt(index);
      [key, from] = [decode(string), index + token.length];
    }
  }
  return members;
}

/** A JSON object with an indentation of 4 spaces and ascending keys (specification, section 5). */
export function prettyJson(members: Iterable<readonly [key: string, value: unknown]>): string {
  // Built as text, so that no foreign key such as "__proto__" is assigned to an object.
  const lines = [...members]
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${indented(value)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** JSON strings contain no line ends, so each "\n" belongs to the indentation. */
const indented = (value: unknown): string => JSON.stringify(value, null, 4).replaceAll('\n', '\n    ');

/** Numbers come first, ascending. Other keys follow in their order. */
function compareKeys(a: string, b: string): number {
  const [first, second] = [rank(a), rank(b)];
  return first === second ? 0 : first - second;
}

const rank = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Number.POSITIVE_INFINITY);

/** The text of a value: a string, or the only value of an object (specification, section 5). */
function textOfValue(key: string, value: unknown): Result<string, string> {
  if (typeof value === 'string') return ok(shownText(value));
  if (!isObject(value)) return fail(`Value for key '${shorten(key)}' must be a string or an object`);
  const inner = Object.values(value);
  if (inner.length !== 1) return fail(`Unknown dict: ${describeValue(value)}`);
  return typeof inner[0] === 'string' ? ok(shownText(inner[0])) : fail(`Wrong type: ${describeValue(inner[0])}`);
}

const shownText = (text: string): string => withoutControls(withTags(text));

/**
 * Repairs ASS tags such as {\b1}, {\fad(…)}, {\r} or {\t(…)} whose backslash is not escaped, because JSON would read it as a control character. A tab without
 * "(" stays a tab: films about programming have it in braces.
 */
const withTags = (text: string): string =>
  text.replace(/\{[^{}\n]*\}/g, (tag) =>
    tag.replace(/[\b\f\r]|\t(?=\()/g, (found) => JSON.stringify(found).slice(1, -1)),
  );

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeValue(value: unknown): string {
  try {
    return shorten(JSON.stringify(value));
  } catch {
    // JSON.stringify is recursive and can overflow the stack with values that JSON.parse reads.
    return 'a value nested too deeply';
  }
}

/** A string, an object or list without inner ones, a number or a word. */
const VALUE = String.raw`${STRING}|[{[](?:${STRING}|[^"{}[\]])*[\]}]|[^\s",{}[\]]+`;
/** The text that must follow a value: the next key, or the end of the object or list. A comma alone may belong to the text. */
const FOLLOWED = String.raw`"[^"\\{}]{0,40}"\s*:|[\]}]`;
const pairBefore = (next: string): RegExp =>
  new RegExp(String.raw`[\s,]*(${STRING})\s*:\s*(${VALUE})(?=[\s,]*(?:${next}))`, 'y');
const PAIR = pairBefore(FOLLOWED);
/** Here the reply or its next key may be cut off. */
const PAIR_OR_LAST = pairBefore(String.raw`${FOLLOWED}|"\d*"?\s*$|$`);
const END = /[\s,]*(?:\}|$)/y;
const NUMERIC_KEY = String.raw`"\d+"\s*:`;
const BROKEN_PAIR = /[\s,]*"(\d+)"\s*:/y;
/** A comma, a brace or the end of a list before a numeric key. After a damaged or too deep value, the reader continues there. */
const NEXT_PAIR = new RegExp(String.raw`[,{}\]]\s*(?=${NUMERIC_KEY})`, 'g');
/** The end of an object after its last text. */
const LAST_QUOTE = /(?<=")\s*\}/g;
/** Another pair within a text, perhaps with a damaged key. */
const KEY_WITHIN = new RegExp(
  String.raw`${NUMERIC_KEY}|"\s*:\s*"|"[\s,;]+[^\p{L}]{0,3}\d|[,;]\s*\\?"\d+\\?"|\{\s*"`,
  'u',
);

/**
 * The complete pairs of a reply that is not one valid JSON object: cut off, damaged, split into several objects, or surrounded by other braces. A pair is
 * complete if its text has a closing quote and is followed by the next key, "}" or the end. Repeated keys with different texts are dropped. If a later object
 * repeats a key with another text, the earlier object may be an echo or a draft, so its other pairs are dropped, too. Never throws. Linear time.
 */
export function completePairs(replyText: string): Pick<ReadReply, 'texts' | 'written' | 'isClosed'> {
  const texts = new Map<string, string>();
  const written = new Set<string>();
  let isClosed = false;
  let inObject = new Set<string>();
  let isAnother = false;
  const take = (key: string, text: string | undefined) => {
    if (written.has(key) ? texts.get(key) !== text : text === undefined) texts.delete(key);
    else if (text !== undefined) texts.set(key, text);
    isAnother ||= written.has(key) && !inObject.has(key) && !texts.has(key);
    written.add(key);
    inObject.add(key);
  };
  const endObject = () => {
    if (isAnother) for (const key of texts.keys()) if (!inObject.has(key)) texts.delete(key);
    [inObject, isAnother] = [new Set(), false];
  };
  // If other quotes are unescaped, the last quote of a cut-off reply may belong to the text.
  let areEscaped = true;
  for (let position = objectAfter(replyText, 0); position > 0; ) {
    const end = matchAt(END, replyText, position);
    if (end) {
      isClosed ||= end[0].endsWith('}');
      endObject();
      position = objectAfter(replyText, END.lastIndex);
      continue;
    }
    const whole = pairAt(areEscaped ? PAIR_OR_LAST : PAIR, replyText, position);
    const pair = whole ?? brokenPairAt(replyText, position);
    areEscaped &&= whole !== undefined || pair.text === undefined;
    if (pair.key !== undefined) {
      take(pair.key, pair.text);
      isClosed = pair.isLast;
    }
    position = pair.end;
  }
  endObject();
  return { texts, written, isClosed };
}

interface Pair {
  /** undefined: there is no key here. */
  readonly key: string | undefined;
  /** undefined: the value is not a text. */
  readonly text: string | undefined;
  /** Where the reader continues. 0: nowhere. */
  readonly end: number;
  /** True if the object ends after this pair. */
  readonly isLast: boolean;
}

function pairAt(pattern: RegExp, reply: string, position: number): Pair | undefined {
  const [, written, value = ''] = matchAt(pattern, reply, position) ?? [];
  const key = written === undefined ? undefined : parseLenient(written);
  if (typeof key !== 'string') return undefined;
  const text = textOfValue(key, parseLenient(value));
  return { key, text: text.ok ? text.value : undefined, end: pattern.lastIndex, isLast: false };
}

function brokenPairAt(reply: string, position: number): Pair {
  const [, key] = matchAt(BROKEN_PAIR, reply, position) ?? [];
  const from = key === undefined ? position : BROKEN_PAIR.lastIndex;
  const next = matchAt(NEXT_PAIR, reply, from);
  const end = NEXT_PAIR.lastIndex;
  if (key === undefined) return { key, text: undefined, end, isLast: false };
  const last = next ?? matchAt(LAST_QUOTE, reply, from);
  const text = last ? textWithQuotes(reply.slice(from, last.index)) : undefined;
  return { key, text, end, isLast: !next && last !== null };
}

/** The first object after `position`. 0: there is none. */
const objectAfter = (text: string, position: number): number => text.indexOf('{', position) + 1;

/** A value with unescaped quotes, as in „so", where models write JSON's own quote. undefined: it may be more than one text. */
function textWithQuotes(value: string): string | undefined {
  const [, inner] = /^\s*"([\s\S]*)"\s*$/.exec(value) ?? [];
  if (inner === undefined || KEY_WITHIN.test(inner)) return undefined;
  const text = parseLenient(`"${inner.replace(/\\[\s\S]|"/g, (found) => (found === '"' ? '\\"' : found))}"`);
  return typeof text === 'string' ? text : undefined;
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | null {
  pattern.lastIndex = position;
  return pattern.exec(text);
}

/** The content of a JSON string, parsed leniently. undefined: it is not a string. */
export function parseString(json: string): string | undefined {
  const text = parseLenient(json);
  return typeof text === 'string' ? text : undefined;
}

/** Accepts what models write inside strings although JSON forbids it: line breaks, other control characters, and backslashes. Backslashes of a path stay. */
const parseLenient = (json: string): unknown =>
  parseJson(json) ??
  parseJson(
    json.replace(/\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|\\([A-Za-z\d])|\\|\p{Cc}/gu, (found, unknown) => {
      if (unknown !== undefined) return `\\${found}`;
      // Drops a backslash before a character that needs no escape, and escapes a control character.
      if (found === '\\') return '';
      return found.length > 1 ? found : JSON.stringify(found).slice(1, -1);
    }),
  );
