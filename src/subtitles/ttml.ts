import { safeLines, withPlainLineEnds } from './lines.ts';
import { type Piece, piecesOf, withPlaceholders } from './placeholders.ts';
import { type FoundSlots, KNOWN_TAGS, readerOfSlots, type Slot, type SlotPlace, tagsLike } from './slots.ts';
import { timeText } from './timing.ts';
import {
  clockOf,
  MOST_DEPTH,
  type TtmlClock,
  type TtmlTimes,
  timesWithin,
  WHOLE_FILM,
  type XmlToken,
  xmlTokens,
} from './ttml-elements.ts';
import { decodeEntities } from './vtt.ts';

interface Open extends TtmlTimes {
  readonly token: XmlToken;
  nextMs: number;
  readonly isTimed: boolean;
  readonly keepsSpace: boolean;
  /** True if the content of this element is no text of the film. */
  readonly isHidden: boolean;
}

const WITHOUT_TEXT = new Set(['head', 'metadata', 'desc', 'title', 'copyright', 'agent', 'name', 'set', 'animate']);
/** The roles of ruby text, which is shown above the letters, or between ruby text and letters. */
const BESIDE_RUBY = new Set(['text', 'textContainer', 'delimiter']);
const TIMES = ['begin', 'end', 'dur'];
/** How long a phrase without an end is shown if no phrase follows. */
const LAST_MS = 3_000;
/** Matches a "&" that is no reference, which XML 1.0 forbids. */
const BARE_AMPERSAND = /&(?!#?[\w.:-]{1,40};)/;

/**
 * Finds the phrases of a TTML document (W3C, TTML 1 and 2; EBU-TT, IMSC text, DFXP): each `p` or, if its `span`s have times, the text at each time.
 * Reports places that break the rules of XML and each `p` without a readable time, and reads on as far as possible. Linear.
 */
export function findTtmlPhrases(source: string): FoundSlots {
  const state: State = {
    source,
    slots: [],
    unreadable: [],
    damaged: undefined,
    rubies: new Map(),
    stack: [],
    clock: clockOf(new Map()),
    lineBreak: '<br/>',
    phrase: undefined,
  };
  for (const token of xmlTokens(source)) {
    if (token.kind === 'broken' || state.stack.length > MOST_DEPTH) {
      state.damaged ??= token.from;
      break;
    }
    take(state, token);
  }
  state.damaged ??= state.stack.at(-1)?.token.from;
  closeTo(state, 0, { from: source.length, to: source.length });
  return { slots: withEnds(state.slots), unreadable: state.unreadable, damaged: state.damaged };
}

interface State {
  readonly source: string;
  readonly slots: TimedSlot[];
  readonly unreadable: number[];
  damaged: number | undefined;
  /** Ruby roles by style name. */
  readonly rubies: Map<string, string>;
  readonly stack: Open[];
  clock: TtmlClock;
  lineBreak: string;
  phrase: { readonly open: Open; readonly pieces: TtmlPiece[] } | undefined;
}
type Place = Pick<XmlToken, 'from' | 'to'>;

function take(state: State, token: XmlToken): void {
  if (token.kind === 'begin') begin(state, token);
  else if (token.kind === 'end') end(state, token);
  else if (state.phrase === undefined) return;
  else if (state.stack.at(-1)?.isHidden || token.kind === 'other') put(state, 'code', token);
  else put(state, 'text', token, textOf(state, token));
}

function textOf(state: State, { kind, from, to }: XmlToken): Partial<TtmlPiece> {
  const raw = state.source.slice(from, to);
  if (kind === 'cdata') {
    return { value: withPlainLineEnds(raw.slice('<![CDATA['.length, -']]>'.length)), isMarked: true };
  }
  if (BARE_AMPERSAND.test(raw) || raw.includes('<')) state.damaged ??= from;
  return { value: withPlainLineEnds(decodeEntities(raw)) };
}

function put(state: State, kind: TtmlPiece['kind'], { from, to }: Place, more: Partial<TtmlPiece> = {}): void {
  const { beginMs = 0, endMs = 0, keepsSpace = false } = state.stack.at(-1) ?? {};
  const value = state.source.slice(from, to);
  const own = { depth: 0, begin: undefined, isMarked: false, ...more };
  state.phrase?.pieces.push({ kind, from, to, value, beginMs, endMs, keepsSpace, ...own });
}

function begin(state: State, token: XmlToken): void {
  const { name, attributes, isEmpty } = token;
  if (name === 'tt') state.clock = clockOf(attributes);
  if (name === 'style') state.rubies.set(attributes.get('id') ?? '', attributes.get('ruby') ?? '');
  if (name === 'p' && state.phrase) {
    state.damaged ??= token.from;
    closeTo(state, state.stack.indexOf(state.phrase.open), { from: token.from, to: token.from });
  }
  const open = opened(token, state);
  const isBreak = name === 'br' && !open.isHidden;
  if (isBreak) put(state, 'break', token, { value: '\n' });
  else put(state, 'code', token, { depth: isEmpty ? 0 : 1 });
  if (isEmpty) return;
  state.stack.push(isBreak ? { ...open, isHidden: true } : open);
  if (name === 'p' && !open.isHidden) beginPhrase(state, open);
}

function beginPhrase(state: State, open: Open): void {
  const { attributes, from, prefix } = open.token;
  const isReadable = TIMES.every((name) => !attributes.has(name) || state.clock(attributes.get(name)) !== undefined);
  if (open.isTimed && isReadable) state.phrase = { open, pieces: [] };
  else state.unreadable.push(from);
  state.lineBreak = `<${prefix}br/>`;
}

function end(state: State, token: XmlToken): void {
  const { stack } = state;
  const place = stack.findLastIndex(({ token: { name, prefix } }) => name === token.name && prefix === token.prefix);
  if (place !== stack.length - 1) state.damaged ??= token.from;
  if (place !== -1) closeTo(state, place, token);
}

function closeTo(state: State, place: number, by: Place): void {
  const { stack } = state;
  while (stack.length > Math.max(0, place)) {
    const closed = stack.pop() as Open;
    const parent = stack.at(-1);
    if (parent?.isSequence && Number.isFinite(closed.endMs)) parent.nextMs = closed.endMs;
    const at = stack.length === place ? by : { from: by.from, to: by.from };
    if (closed === state.phrase?.open) {
      state.slots.push(...slotsOfPhrase(state.source, state.phrase.pieces, closed, by.from, state.lineBreak));
      state.phrase = undefined;
    } else if (state.phrase) closeWithin(state, state.phrase.pieces, closed, at);
  }
}

function closeWithin(state: State, pieces: TtmlPiece[], { token, beginMs, endMs, isHidden }: Open, by: Place): void {
  const at = pieces.findLastIndex(({ from }) => from === token.from);
  const first = pieces[at];
  if (first?.kind === 'break') {
    pieces.splice(at, pieces.length, { ...first, to: by.to });
    return;
  }
  // An element with a time but without text must stay in the file.
  const isEmptied =
    !isHidden && TIMES.some((name) => token.attributes.has(name)) && !pieces.slice(at + 1).some(isPlace);
  if (isEmptied) put(state, 'text', { from: by.from, to: by.from }, { beginMs, endMs });
  put(state, 'code', by, { depth: -1, begin: token });
}

function opened(token: XmlToken, { stack, clock, rubies }: State): Open {
  const { attributes, name } = token;
  const parent = stack.at(-1);
  const referred = (attributes.get('style') ?? '').split(/\s+/).map((style) => rubies.get(style));
  const ruby = attributes.get('ruby') ?? referred.findLast((each) => each) ?? '';
  const isBesideText = WITHOUT_TEXT.has(name) || (name === 'span' && BESIDE_RUBY.has(ruby));
  return {
    ...timesWithin(parent ?? WHOLE_FILM, attributes, clock),
    token,
    isTimed: parent?.isTimed === true || TIMES.some((time) => attributes.has(time)),
    keepsSpace: (attributes.get('space') ?? (parent?.keepsSpace ? 'preserve' : '')) === 'preserve',
    isHidden: parent?.isHidden === true || isBesideText,
  };
}

function withEnds(slots: readonly TimedSlot[]): readonly Slot[] {
  const begins = [...new Set(slots.map(({ beginMs }) => beginMs))].toSorted((one, other) => one - other);
  const next = new Map(begins.map((ms, place) => [ms, begins[place + 1] ?? ms + LAST_MS]));
  return slots.map(({ beginMs, endMs, ...slot }) => {
    const until = Number.isFinite(endMs) ? endMs : (next.get(beginMs) ?? beginMs);
    return { ...slot, time: `${timeText(beginMs, '.')} --> ${timeText(until, '.')}` };
  });
}

export const readTtml = readerOfSlots('ttml', 'TTML', { find: findTtmlPhrases, encode: encodePhrase, looks: {} });

interface TtmlPiece {
  readonly kind: 'text' | 'break' | 'code';
  readonly from: number;
  readonly to: number;
  readonly value: string;
  readonly beginMs: number;
  readonly endMs: number;
  readonly keepsSpace: boolean;
  /** The change in the number of open elements. */
  readonly depth: number;
  readonly begin: XmlToken | undefined;
  readonly isMarked: boolean;
}

interface Times {
  readonly beginMs: number;
  readonly endMs: number;
}
/** An end of Infinity means that the end is unknown. */
type TimedSlot = Slot & Times;

const isText = ({ kind, value }: TtmlPiece): boolean => kind === 'text' && value.trim() !== '';
/** True for a place where text can be. A time without text has a piece without letters. */
const isPlace = (piece: TtmlPiece): boolean => isText(piece) || (piece.kind === 'text' && piece.from === piece.to);

/** If one `p` has at least so many times, most of them for one word, its words are highlighted one by one, and the `p` is one phrase. */
const FEWEST_WORDS = 3;

/** The slots of one `p`: its text, or the text at each time. `end`: where its content ends. */
function slotsOfPhrase(
  source: string,
  pieces: readonly TtmlPiece[],
  p: Times & { readonly token: XmlToken },
  end: number,
  usualBreak: string,
): readonly TimedSlot[] {
  const joined = withWholeBreaks(source, pieces);
  const groups = groupsOf(joined, p);
  if (groups.length === 0) {
    const begin = Math.min(p.token.to, end);
    const { beginMs, endMs } = p;
    return [{ from: begin, to: begin, time: '', text: '', kind: 'wordless', beginMs, endMs, lineBreak: usualBreak }];
  }
  const isWhole = groups.every(({ first, last }) => isBalanced(joined.slice(first, last + 1)));
  const cut = isWhole ? joined : pieces;
  const regions = isWhole
    ? groups
    : groupsOf(pieces, p).flatMap((group, place, all) => regionsOf(pieces, group, all, place));
  return regions.map(({ first, last, isByWord, ...times }) => {
    const inside = cut.slice(first, last + 1);
    const [head, tail] = [inside[0] as TtmlPiece, inside.at(-1) as TtmlPiece];
    const raw = (piece: TtmlPiece) => source.slice(piece.from, piece.to);
    const lead = head.kind === 'text' && !head.isMarked ? raw(head).length - raw(head).trimStart().length : 0;
    const rest = tail.kind === 'text' && !tail.isMarked ? raw(tail).length - raw(tail).trimEnd().length : 0;
    const shown = readable(source, inside).filter(({ kind }) => kind === 'text' || !isByWord);
    return {
      from: head.from + (inside.some(isText) ? lead : 0),
      to: tail.to - (inside.some(isText) ? rest : 0),
      time: '',
      text: withPlaceholders(shown).text,
      kind: inside.some(isText) ? 'text' : 'wordless',
      pieces: shown,
      lineBreak: breakIn(source, inside) ?? usualBreak,
      ...times,
    };
  });
}

/** The line break in a phrase. A span that begins within the phrase may be removed with its placeholder, so no line break may close it. */
function breakIn(source: string, pieces: readonly TtmlPiece[]): string | undefined {
  const at = pieces.findIndex(({ kind }) => kind === 'break');
  const found = at === -1 ? undefined : source.slice(pieces[at]?.from, pieces[at]?.to);
  return found?.startsWith('</') && !isBalanced(pieces.slice(0, at)) ? undefined : found;
}

interface Group extends Times {
  readonly first: number;
  readonly last: number;
  readonly isByWord: boolean;
}

function groupsOf(pieces: readonly TtmlPiece[], p: Times & { readonly token: XmlToken }): readonly Group[] {
  const groups: { first: number; last: number; words: string; beginMs: number; endMs: number }[] = [];
  for (const [place, piece] of pieces.entries()) {
    if (!isPlace(piece)) continue;
    const { beginMs, endMs, value } = piece;
    const group = groups.at(-1);
    if (group && group.beginMs === beginMs && group.endMs === endMs && isText(piece)) {
      group.last = place;
      group.words += value;
    } else groups.push({ first: place, last: place, words: value, beginMs, endMs });
  }
  const single = groups.filter(({ words }) => !/\S\s+\S/.test(words)).length;
  const [first, last] = [groups[0], groups.at(-1)];
  const isByWord = groups.length >= FEWEST_WORDS && single * 2 > groups.length && p.token.attributes.has('begin');
  if (first && last && isByWord) {
    const { beginMs, endMs } = p;
    return [{ first: first.first, last: last.last, beginMs, endMs, isByWord }];
  }
  return groups.map(({ words, ...group }) => ({ ...group, isByWord: false }));
}

function isBalanced(pieces: readonly TtmlPiece[]): boolean {
  let open = 0;
  for (const { depth } of pieces) {
    open += depth;
    if (open < 0) return false;
  }
  return open === 0;
}

/**
 * Extends a group by the counterparts of its tags. If the group would then contain text of another time, each text of the group is replaced alone,
 * without its tags.
 */
function regionsOf(pieces: readonly TtmlPiece[], group: Group, all: readonly Group[], place: number): readonly Group[] {
  const { first, last } = widened(pieces, group);
  const isFree = first > (all[place - 1]?.last ?? -1) && last < (all[place + 1]?.first ?? pieces.length);
  if (isFree && isBalanced(pieces.slice(first, last + 1))) return [{ ...group, first, last }];
  const parts: Group[] = [];
  for (const [at, piece] of pieces.entries()) {
    const part = parts.at(-1);
    if (at < group.first || at > group.last || !isPlace(piece)) continue;
    if (part?.last === at - 1) parts.splice(-1, 1, { ...part, last: at });
    else parts.push({ ...group, first: at, last: at });
  }
  return parts;
}

function widened(pieces: readonly TtmlPiece[], { first, last }: Group): { first: number; last: number } {
  let [open, lowest] = [0, 0];
  for (const { depth } of pieces.slice(first, last + 1)) {
    open += depth;
    lowest = Math.min(lowest, open);
  }
  const wide = { first, last };
  for (let missing = -lowest; missing > 0 && wide.first > 0; wide.first--)
    missing -= pieces[wide.first - 1]?.depth ?? 0;
  for (let left = open - lowest; left > 0 && wide.last < pieces.length - 1; wide.last++)
    left += pieces[wide.last + 1]?.depth ?? 0;
  return wide;
}

/** Reads "</span><br/><span>" between two lines with the same look as a line break. */
function withWholeBreaks(source: string, pieces: readonly TtmlPiece[]): readonly TtmlPiece[] {
  const joined: TtmlPiece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const [end, line, next] = [pieces[at], pieces[at + 1], pieces[at + 2]];
    const isSpan =
      end?.begin?.name === 'span' && !['begin', 'end', 'dur'].some((time) => end.begin?.attributes.has(time));
    const isBreak = isSpan && end && line?.kind === 'break' && next?.depth === 1;
    if (isBreak && source.slice(end.begin?.from, end.begin?.to) === source.slice(next.from, next.to)) {
      joined.push({ ...line, from: end.from, to: next.to });
      at += 2;
    } else if (end) joined.push(end);
  }
  return joined;
}

/** The pieces as models see them: white space in the document becomes one space, or none at the beginning and end of a line. */
function readable(source: string, pieces: readonly TtmlPiece[]): readonly Piece[] {
  const read: { readonly kind: Piece['kind']; value: string }[] = [];
  let beginsLine = true;
  let last: (typeof read)[number] | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'code') {
      read.push({ kind: 'code', value: source.slice(piece.from, piece.to) });
      continue;
    }
    if (last && piece.kind === 'break') last.value = last.value.trimEnd();
    const text = spaced(piece);
    last = { kind: 'text', value: beginsLine ? text.replace(/^ +/, '') : text };
    read.push(last);
    beginsLine = text === '' ? beginsLine : /[ \n]$/.test(text);
  }
  if (last) last.value = last.value.trimEnd();
  return read;
}

const spaced = ({ kind, value, keepsSpace }: TtmlPiece): string =>
  kind === 'break' || keepsSpace ? value : value.replace(/(?<![ \t])[ \t]*\n[ \t\n]*/g, ' ');

/**
 * Encodes a translation as the content of a `p`: line breaks as in the phrase or document, and only tags that the phrase has, or no tags if they
 * would not nest.
 */
function encodePhrase(text: string, raw: string, { lineEnd, pieces: own }: SlotPlace): string {
  const placeholders = withPlaceholders(own);
  const words = own.flatMap(({ kind, value }) => (kind === 'text' ? [...value.matchAll(KNOWN_TAGS)] : []));
  const meaning = tagsLike(words.map(([tag]) => ({ tag: tag.toLowerCase(), isTag: false })));
  const pieces = piecesOf(safeLines(text.replace(NO_XML, '')).join('\n'), placeholders);
  const codes = pieces.flatMap(({ kind, value }) => (kind === 'code' ? [value] : [])).join('');
  const keepsCodes = codes === '' || isWellNested(codes);
  const encodeText = (value: string) =>
    value
      .split(KNOWN_TAGS)
      .map((part, index) =>
        index % 2 === 1 && meaning(part.toLowerCase()) !== 'words' ? '' : encodeEntities(part, raw),
      )
      .join('')
      .split('\n')
      .join(lineEnd);
  return pieces
    .map(({ kind, value }) => {
      if (kind === 'text') return encodeText(value);
      return keepsCodes ? value : '';
    })
    .join('');
}

/** Matches characters that XML 1.0 forbids, even as references. safeLines removes NUL and splits at others. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** Matches "&". An entity of the document's own DTD is not changed. */
const ENTITY = /&(?:[\w.:-]{1,40};)?/g;

function encodeEntities(text: string, raw: string): string {
  const isOwn = (entity: string) => entity !== '&' && raw.includes(entity) && decodeEntities(entity) === entity;
  const encoded = text
    .replace(ENTITY, (sign) => (isOwn(sign) ? sign : sign.replace('&', '&amp;')))
    .replaceAll('<', '&lt;');
  return raw.includes('&gt;') ? encoded.replaceAll('>', '&gt;') : encoded.replaceAll(']]>', ']]&gt;');
}

function isWellNested(codes: string): boolean {
  const open: string[] = [];
  for (const { kind, prefix, name, isEmpty } of xmlTokens(codes)) {
    if (kind === 'begin' && !isEmpty) open.push(prefix + name);
    else if (kind === 'end' && open.pop() !== prefix + name) return false;
  }
  return open.length === 0;
}
