import { parseJson } from '../../lib/parse-json.ts';
import { endOfString, skipCharacters } from './json-scan.ts';
import { textOfValue } from './value-text.ts';

/**
 * The complete pairs of key and text in a reply that is not valid JSON: cut off by the length limit, or broken in the middle.
 * A pair is complete when its text has its closing quote and is followed by a comma, the next key, "}" or the end. Repeated
 * keys are left out, since nobody can tell which text is meant. Never throws; linear in the reply's length.
 */
export function completePairs(replyText: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const seen = new Set<string>();
  let position = replyText.indexOf('{') + 1;
  if (position === 0) return texts;

  for (;;) {
    const pair = readPair(replyText, position);
    if (pair === 'end') return texts;
    if ('brokenAt' in pair) {
      NEXT_PAIR.lastIndex = pair.brokenAt;
      if (NEXT_PAIR.exec(replyText) === null) return texts;
      position = NEXT_PAIR.lastIndex;
      continue;
    }
    const { key, text } = pair;
    if (seen.has(key)) texts.delete(key);
    else if (text !== undefined) texts.set(key, text);
    seen.add(key);
    position = pair.end;
  }
}

/** A comma, then a numeric key: reading continues there after a broken value. */
const NEXT_PAIR = /,\s*(?="\d+"\s*:)/g;

type ReadPair =
  /** `text` is undefined when the value is complete but not a text. */
  | { readonly key: string; readonly text: string | undefined; readonly end: number }
  /** Everything before `brokenAt` was read; continuing there keeps the reading linear. */
  | { readonly brokenAt: number }
  | 'end';

/** Reads one pair, with white space and commas before it. */
function readPair(reply: string, start: number): ReadPair {
  const keyStart = skipCharacters(reply, start, ' \t\r\n,');
  if (reply[keyStart] === '}' || keyStart >= reply.length) return 'end';
  if (reply[keyStart] !== '"') return { brokenAt: keyStart + 1 };
  const keyEnd = endOfString(reply, keyStart);
  const colon = skipCharacters(reply, keyEnd);
  if (colon >= reply.length) return 'end';
  if (reply[colon] !== ':') return { brokenAt: colon };

  const valueStart = skipCharacters(reply, colon + 1);
  const valueEnd = endOfValue(reply, valueStart);
  if (valueEnd === undefined) return 'end';
  const next = reply[skipCharacters(reply, valueEnd)];
  const key = parseLenient(reply.slice(keyStart, keyEnd));
  if (typeof key !== 'string' || (next !== undefined && !',}"'.includes(next))) return { brokenAt: valueEnd };
  const text = textOfValue(key, parseLenient(reply.slice(valueStart, valueEnd)));
  return { key, text: text.ok ? text.value : undefined, end: valueEnd };
}

/** The position behind a value; undefined when the text ends within the value. */
function endOfValue(json: string, start: number): number | undefined {
  const first = json[start];
  if (first === '"') return ifInside(json, endOfString(json, start));
  if (first === '{' || first === '[') return endOfNested(json, start);
  // A number, a literal, or something that is not JSON.
  let position = start;
  while (position < json.length && !',}'.includes(json.charAt(position))) position++;
  return position === start ? undefined : position;
}

/** The position behind the bracket that closes the one at `start`. */
function endOfNested(json: string, start: number): number | undefined {
  let depth = 0;
  let position = start;
  do {
    const character = json.charAt(position);
    if ('{['.includes(character)) depth++;
    if ('}]'.includes(character)) depth--;
    position = character === '"' ? endOfString(json, position) : position + 1;
  } while (depth > 0 && position < json.length);
  return depth > 0 ? undefined : ifInside(json, position);
}

const ifInside = (json: string, position: number): number | undefined =>
  position > json.length ? undefined : position;

/** Accepts line breaks and tabs inside strings: models write them, JSON does not allow them. undefined: still not JSON. */
const parseLenient = (json: string): unknown =>
  parseJson(json) ?? parseJson(json.replaceAll('\r', '').replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
