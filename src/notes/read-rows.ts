import { parseJson } from '../lib/json.ts';

/** Deeper than any reply that was asked for; a reply of brackets alone ends the reading, and not the page. */
const MOST_LEVELS = 20;

/** Beginnings that are tried: words before a reply have braces, too. */
const MOST_BEGINNINGS = 20;

interface Read {
  /** undefined: there is nothing that could be read. */
  readonly value: unknown;
  /** Whether it is JSON but for what stands around it, trailing commas and line breaks within its texts. */
  readonly isWhole: boolean;
}

/**
 * The first object in a text that has anything in it. Of one that is cut off or broken all members are kept that are whole, and all whole
 * items of its lists; a list goes on behind a broken item. Never throws; linear but for the number of beginnings.
 */
export function readRows(text: string): Read {
  const { object } = createReader(text);
  let start = text.search(BEGINNING);
  for (let beginning = 0; start >= 0 && beginning < MOST_BEGINNINGS; beginning++) {
    const read = object(start, 0);
    if (Object.keys(read.value).length > 0) return { value: read.value, isWhole: read.isWhole };
    const next = text.slice(start + 1).search(BEGINNING);
    start = next < 0 ? next : start + 1 + next;
  }
  return { value: undefined, isWhole: false };
}

interface Part<Value> {
  readonly value: Value;
  readonly isWhole: boolean;
  /** Behind it, or where it could not be read further. */
  readonly end: number;
}

/** An object with anything in it: other braces are words. */
const BEGINNING = /\{\s*"/;
const SPACES = /[\s,]*/y;
const COLON = /\s*:\s*/y;
const TEXT = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const LITERAL = /(?:true|false|null|-?\d[\d.eE+-]*)(?=[\s,\]}]|$)/y;
/** An item's end with the next item's beginning, or the list's end behind it. */
const NEXT_ITEM = /\}(?:\s*,)?\s*(?=[{\]])/g;
const NEXT_MEMBER = /,\s*(?="[a-z]+"\s*:)/gi;

function createReader(text: string) {
  /** The end of what a pattern finds at a place (sticky) or behind it; undefined: it does not. */
  const match = (pattern: RegExp, at: number): number | undefined => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
  const broken = <Value>(value: Value, end: number): Part<Value> => ({ value, isWhole: false, end });

  function value(at: number, level: number): Part<unknown> {
    if (level > MOST_LEVELS) return broken(undefined, at);
    if (text[at] === '{') return object(at, level + 1);
    if (text[at] === '[') return list(at, level + 1);
    const string = match(TEXT, at);
    if (string !== undefined) return { value: textOf(text.slice(at, string)), isWhole: true, end: string };
    const literal = match(LITERAL, at);
    return literal === undefined ? broken(undefined, at) : { value: undefined, isWhole: true, end: literal };
  }

  function object(start: number, level: number): Part<object> {
    const members: (readonly [string, unknown])[] = [];
    // Object.fromEntries defines members: a foreign "__proto__" is one like others.
    const made = () => Object.fromEntries(members);
    let isWhole = true;
    let at = start + 1;
    for (;;) {
      at = match(SPACES, at) ?? at;
      if (text[at] === '}') return { value: made(), isWhole, end: at + 1 };
      const read = member(at, level);
      members.push(...read.value);
      isWhole &&= read.isWhole;
      // A list ends behind what is broken in it; of a broken row nobody knows where it ends.
      const isOver = read.isWhole || (read.value.length > 0 && text[read.end - 1] === ']');
      const next = isOver ? read.end : nextMember(read.end, level);
      if (next === undefined) return broken(made(), read.end);
      at = next;
    }
  }

  const nextMember = (at: number, level: number) => (level === 0 ? match(NEXT_MEMBER, at) : undefined);

  function member(at: number, level: number): Part<readonly (readonly [string, unknown])[]> {
    const keyEnd = match(TEXT, at);
    const colon = keyEnd === undefined ? undefined : match(COLON, keyEnd);
    if (keyEnd === undefined || colon === undefined) return broken([], at);
    const { value: read, isWhole, end } = value(colon, level);
    // What is whole of a list is worth keeping; half a text or half a row is not.
    const isKept = isWhole || Array.isArray(read);
    return { value: isKept ? [[textOf(text.slice(at, keyEnd)), read]] : [], isWhole, end };
  }

  function list(start: number, level: number): Part<readonly unknown[]> {
    const items: unknown[] = [];
    let isWhole = true;
    let at = start + 1;
    for (;;) {
      at = match(SPACES, at) ?? at;
      if (text[at] === ']') return { value: items, isWhole, end: at + 1 };
      const item = value(at, level);
      if (item.isWhole) items.push(item.value);
      at = item.end;
      if (item.isWhole) continue;
      isWhole = false;
      NEXT_ITEM.lastIndex = at;
      if (!NEXT_ITEM.test(text)) return broken(items, text.length);
      at = NEXT_ITEM.lastIndex;
    }
  }

  return { object };
}

/** A text as JSON has it, or with the line breaks and tabs that JSON does not allow. */
function textOf(json: string): string {
  const read = parseJson(json.replace(/[\r\n\t]/g, ' '));
  // An escape that does not exist: as it stands there.
  return typeof read === 'string' ? read : json.slice(1, -1);
}
