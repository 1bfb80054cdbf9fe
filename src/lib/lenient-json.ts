/**
 * JSON as models write it: with Python or typographic quotes, unquoted keys, full-width colons and commas, trailing commas, comments, surrounding words,
 * several values. Uncertain parts are not read: texts are never guessed. An object has all its members, including repeated keys.
 */
export type Written =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'object'; readonly members: readonly WrittenMember[] }
  | { readonly kind: 'list'; readonly items: readonly Written[] }
  /** A number, true, false or null, written as in JSON. */
  | { readonly kind: 'literal'; readonly json: string };
export type WrittenMember = readonly [key: string, value: Written];

/** The objects and lists in a reply. */
interface WrittenReply {
  readonly values: readonly Written[];
  /** True if the reply ends within the last value. That value has its complete members. */
  readonly isCut: boolean;
  /** The words before each value. */
  readonly before: readonly string[];
}

/** More levels than any real reply has. */
const MOST_LEVELS = 12;

/** By opening quote: the quotes that can close a text. */
const CLOSING: Readonly<Record<string, string>> = {
  "'": "'’",
  '‘': "’'",
  '’': "’'",
  '“': '”"',
  '”': '”"',
  '„': '“”"',
  '＂': '＂',
  '«': '»',
  '「': '」',
  '`': '`',
};
const QUOTE = String.raw`["'‘’“”„＂«»「」\x60]`;
const COLON = '(?:[:：]|=>)';
const COMMA = '[,，、;；]';
const SPACE = /(?:\s|\/\/[^\n]*)*/y;
const JSON_STRING = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const BARE_KEY = String.raw`(?:[A-Za-z_][\w-]{0,40}|#?\p{Nd}{1,10}[.)]?)`;
/** A key in other quotes than those of JSON is certain only if this follows. */
const BEHIND_KEY = new RegExp(String.raw`\s*${COLON}`, 'uy');
/**
 * A text in other quotes than those of JSON is certain only if this follows: the end of the object or list, or the next key or value. Texts never contain it.
 */
const behindText = (key: string): RegExp =>
  new RegExp(String.raw`\s*(?:$|[}\]]|${COMMA}\s*(?:$|[}\]{[]|//|${key}\s*${COLON}))`, 'uy');
const BEHIND_TEXT = behindText(`${QUOTE}[^"'‘’“”„＂«»「」\\x60\\n]{1,60}${QUOTE}`);
const BEHIND_TEXT_BARE = behindText(BARE_KEY);
/** Matches another member within a text: then a quote between the two is missing. */
const MEMBER_WITHIN = new RegExp(
  String.raw`${QUOTE}\s*${COLON}\s*${QUOTE}|${COMMA}\s*\\?${QUOTE}#?\p{Nd}+[.)]?\\?${QUOTE}|${COMMA}\s*${QUOTE}?#?\p{Nd}+[.)]?${QUOTE}?\s*${COLON}\s*${QUOTE}`,
  'u',
);
const LITERAL = /(?:true|false|null|True|False|None|undefined|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\p{L}\p{N}_."'])/uy;
const LITERALS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', undefined: 'null' };
/** The beginning of an object with a key, or of a list with an item. If the rest is unreadable, it is a damaged reply, and not words in braces. */
const IS_DATA = new RegExp(String.raw`\{\s*(?:${QUOTE}|${BARE_KEY}\s*${COLON}|[{[])|\[\s*(?:[{[]|${QUOTE})`, 'uy');

/** The value is invalid or has too many levels. */
const WRONG = Symbol('wrong');
/** The source ends before the value does. */
const CUT = Symbol('cut');
type Read<Value> = Value | typeof WRONG | typeof CUT;

/** A position in the source. */
interface Reading {
  readonly source: string;
  /** Parses a JSON string leniently. */
  readonly readString: (json: string) => string | undefined;
  at: number;
  isCut: boolean;
}

const BARE = new RegExp(String.raw`${BARE_KEY}(?=\s*${COLON})`, 'uy');
const BEHIND_NAME = new RegExp(COLON, 'uy');
const BETWEEN = new RegExp(COMMA, 'uy');
const OPENING = /[{[]/g;

/** The objects and lists of a reply, in order. undefined: one is uncertain, or there is none. Never throws. Linear time. */
export function readWritten(source: string, readString: Reading['readString']): WrittenReply | undefined {
  const reading: Reading = { source, readString, at: 0, isCut: false };
  const values: Written[] = [];
  const before: string[] = [];
  for (let from = 0; ; ) {
    OPENING.lastIndex = reading.at;
    const opening = OPENING.exec(source);
    if (opening === null) break;
    reading.at = opening.index;
    if (!isAt(reading, IS_DATA, reading.at)) {
      reading.at++;
      continue;
    }
    before.push(source.slice(from, reading.at));
    const written = valueAt(reading, 0, BEHIND_TEXT);
    if (typeof written === 'symbol') return undefined;
    values.push(written);
    from = reading.at;
  }
  return values.length === 0 ? undefined : { values, isCut: reading.isCut, before };
}

function isAt({ source }: Reading, pattern: RegExp, place: number): boolean {
  pattern.lastIndex = place;
  return pattern.test(source);
}

function take(reading: Reading, pattern: RegExp): string | undefined {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.source)?.[0];
  if (found !== undefined) reading.at = pattern.lastIndex;
  return found;
}

/** Skips white space and comments. Returns true at the end. */
function isAtEnd(reading: Reading): boolean {
  take(reading, SPACE);
  return reading.at >= reading.source.length;
}

function cut(reading: Reading): true {
  reading.isCut = true;
  reading.at = reading.source.length;
  return true;
}

function textAt(reading: Reading, behind: RegExp): Read<string> {
  const { source, at, readString } = reading;
  if (source[at] === '"') {
    const json = take(reading, JSON_STRING);
    return json === undefined ? CUT : (readString(json) ?? WRONG);
  }
  const closing = CLOSING[source[at] ?? ''];
  if (closing === undefined) return WRONG;
  const end = endOfText(reading, closing, behind);
  if (end === undefined) return CUT;
  reading.at = end + 1;
  const inner = source.slice(at + 1, end);
  return MEMBER_WITHIN.test(inner) ? WRONG : (readString(asJson(inner)) ?? WRONG);
}

function endOfText(reading: Reading, closing: string, behind: RegExp): number | undefined {
  const { source } = reading;
  for (let end = reading.at + 1; end < source.length; end++) {
    if (source[end] === '\\') end++;
    else if (closing.includes(source[end] ?? '') && isAt(reading, behind, end + 1)) return end;
  }
  return undefined;
}

/** Reads members or items up to the closing bracket. `readOne` reads one of them. */
function readEach(reading: Reading, close: string, readOne: () => Read<true>): Read<true> {
  reading.at++;
  while (!isAtEnd(reading)) {
    if (reading.source[reading.at] === close) {
      reading.at++;
      return true;
    }
    const read = readOne();
    if (read === WRONG) return WRONG;
    if (read === CUT || isAtEnd(reading)) break;
    if (take(reading, BETWEEN) === undefined && reading.source[reading.at] !== close) return WRONG;
  }
  return cut(reading);
}

function objectAt(reading: Reading, level: number): Read<Written> {
  const members: WrittenMember[] = [];
  const read = readEach(reading, '}', () => {
    const bare = take(reading, BARE);
    const key = bare ?? textAt(reading, BEHIND_KEY);
    if (typeof key === 'symbol') return key;
    if (isAtEnd(reading)) return CUT;
    if (take(reading, BEHIND_NAME) === undefined) return WRONG;
    const value = isAtEnd(reading) ? CUT : valueAt(reading, level, bare === undefined ? BEHIND_TEXT : BEHIND_TEXT_BARE);
    if (typeof value === 'symbol') return value;
    members.push([key, value]);
    return true;
  });
  return read === true ? { kind: 'object', members } : read;
}

function listAt(reading: Reading, level: number): Read<Written> {
  const items: Written[] = [];
  const read = readEach(reading, ']', () => {
    const item = valueAt(reading, level, BEHIND_TEXT);
    if (typeof item === 'symbol') return item;
    items.push(item);
    return true;
  });
  return read === true ? { kind: 'list', items } : read;
}

function valueAt(reading: Reading, level: number, behind: RegExp): Read<Written> {
  const first = reading.source[reading.at];
  if (first === '{' || first === '[') {
    if (level >= MOST_LEVELS) return WRONG;
    return first === '{' ? objectAt(reading, level + 1) : listAt(reading, level + 1);
  }
  const literal = take(reading, LITERAL);
  if (literal === undefined) {
    const text = textAt(reading, behind);
    return typeof text === 'string' ? { kind: 'text', text } : text;
  }
  // If a number is at the very end, more digits may be missing.
  return reading.at >= reading.source.length ? CUT : { kind: 'literal', json: LITERALS[literal] ?? literal };
}

/** Converts text from other quotes to a JSON string. */
export const asJson = (inner: string): string =>
  `"${inner.replace(/\\x([\da-f]{2})|\\(['‘’“”„＂«»「」`])|\\[\s\S]|"/gi, (found, hex?: string, quote?: string) => {
    if (hex !== undefined) return `\\u00${hex}`;
    return quote ?? (found === '"' ? '\\"' : found);
  })}"`;
