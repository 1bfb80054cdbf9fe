/** Real documents nest only a few elements. */
export const MOST_DEPTH = 100;

export type Attributes = ReadonlyMap<string, string>;

/** One piece of an XML document. Its name has no prefix. */
export interface XmlToken {
  /** "other": a comment, processing instruction or declaration. "broken": no XML, up to the end of the document. */
  readonly kind: 'text' | 'cdata' | 'begin' | 'end' | 'other' | 'broken';
  readonly from: number;
  readonly to: number;
  readonly name: string;
  /** The prefix, such as "tt:", or ''. */
  readonly prefix: string;
  readonly attributes: Attributes;
  /** True for an element without an end tag, such as <br/>. */
  readonly isEmpty: boolean;
}

/** The beginning and end of pieces that are no elements. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

const plain = (kind: XmlToken['kind'], from: number, to: number): XmlToken => {
  return { kind, from, to, name: '', prefix: '', attributes: new Map(), isEmpty: false };
};

/** Splits a document without leaving anything out. Linear. */
export function* xmlTokens(document: string): Generator<XmlToken> {
  for (let at = 0; at < document.length; ) {
    const tag = beginOfTag(document, at);
    if (tag > at) yield plain('text', at, tag);
    if (tag === document.length) return;
    const token = tokenAt(document, tag);
    yield token;
    at = token.to;
  }
}

function tokenAt(document: string, from: number): XmlToken {
  const other = OTHERS.find(([begin]) => document.startsWith(begin, from));
  const end = other === undefined ? endOfTag(document, from) : document.indexOf(other[1], from + other[0].length);
  if (end === -1) return plain('broken', from, document.length);
  if (other === undefined) return elementOf(document, from, end + 1);
  return plain(other[1] === ']]>' ? 'cdata' : 'other', from, end + other[1].length);
}

const TAG_BEGIN = /<[\p{L}_!?/]/gu;

function beginOfTag(document: string, from: number): number {
  TAG_BEGIN.lastIndex = from;
  return TAG_BEGIN.exec(document)?.index ?? document.length;
}

const SIGN = /["'>]/g;

/** The offset of the tag's ">" outside of quotes; -1: there is none. */
function endOfTag(document: string, from: number): number {
  for (let at = from; at !== -1; ) {
    SIGN.lastIndex = at;
    const sign = SIGN.exec(document);
    if (sign === null || sign[0] === '>') return sign?.index ?? -1;
    const quote = document.indexOf(sign[0], sign.index + 1);
    at = quote === -1 ? -1 : quote + 1;
  }
  return -1;
}

const prefixOf = (name = ''): string => name.slice(0, name.indexOf(':') + 1);
/** The length of a name is limited, because a long run would be searched again from each of its letters. */
const ATTRIBUTE = /([\w:.-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function elementOf(document: string, from: number, to: number): XmlToken {
  const inside = document.slice(from + 1, to - 1);
  const isEnd = inside.startsWith('/');
  const full = /^[^\s/]{0,60}/.exec(isEnd ? inside.slice(1) : inside)?.[0] ?? '';
  const prefix = prefixOf(full);
  const place = { from, to, name: full.slice(prefix.length), prefix };
  if (isEnd) return { ...place, kind: 'end', attributes: new Map(), isEmpty: false };
  const attributes = new Map<string, string>();
  for (const [, attribute = '', quoted, single] of inside.matchAll(ATTRIBUTE)) {
    const name = attribute.slice(prefixOf(attribute).length);
    // An attribute of another vocabulary can have the same name.
    if (name === attribute || !attributes.has(name)) attributes.set(name, (quoted ?? single ?? '').trim());
  }
  return { ...place, kind: 'begin', attributes, isEmpty: inside.endsWith('/') };
}

export interface TtmlTimes {
  readonly beginMs: number;
  readonly endMs: number;
  /** True if the children are shown one after another (timeContainer="seq"). */
  readonly isSequence: boolean;
  readonly nextMs: number;
}

export const WHOLE_FILM: TtmlTimes = { beginMs: 0, endMs: Number.POSITIVE_INFINITY, isSequence: false, nextMs: 0 };

/** Reads the time of an attribute in milliseconds; undefined: it is missing or unreadable. */
export type TtmlClock = (time: string | undefined) => number | undefined;

/** The times of an element, counted from the beginning of its parent. */
export function timesWithin(parent: TtmlTimes, attributes: Attributes, clock: TtmlClock): TtmlTimes {
  const from = parent.isSequence ? parent.nextMs : parent.beginMs;
  const beginMs = from + (clock(attributes.get('begin')) ?? 0);
  const end = clock(attributes.get('end'));
  const duration = clock(attributes.get('dur'));
  const endMs = Math.min(
    parent.endMs,
    end === undefined ? Number.POSITIVE_INFINITY : from + end,
    duration === undefined ? Number.POSITIVE_INFINITY : beginMs + duration,
  );
  return { beginMs, endMs, isSequence: attributes.get('timeContainer') === 'seq', nextMs: beginMs };
}

const CLOCK_TIME = /^(\d{1,6}):(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)(?::(\d+(?:\.\d+)?))?$/;
const OFFSET_TIME = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)?$/;

/**
 * Makes a reader of times (TTML 2, 12.3.1) with the rates of the `tt` element. A number without a unit means seconds, as some programs write it.
 */
export function clockOf(root: Attributes): TtmlClock {
  const [numerator = 1, denominator = 1] = (root.get('frameRateMultiplier') ?? '')
    .split(/[\s:]+/)
    .map((part) => Number(part) || 1);
  const stated = Number(root.get('frameRate')) || 0;
  const frames = ((stated || 30) * numerator) / denominator;
  const ticks = Number(root.get('tickRate')) || (stated ? frames : 1);
  const unitMs: Readonly<Record<string, number>> = {
    h: 3_600_000,
    m: 60_000,
    s: 1_000,
    ms: 1,
    f: 1_000 / frames,
    t: 1_000 / ticks,
  };
  return (time = '') => {
    const [, hours, minutes, seconds, frame] = CLOCK_TIME.exec(time) ?? [];
    if (hours !== undefined) {
      const whole = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds?.replace(',', '.'));
      return whole * 1_000 + (Number(frame ?? 0) * 1_000) / frames;
    }
    const [, count, unit = 's'] = OFFSET_TIME.exec(time) ?? [];
    return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 1_000);
  };
}
