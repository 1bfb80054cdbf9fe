import { withPlainLineEnds } from './lines.ts';
import { type FoundSlots, readerOfSlots, type Slot } from './slots.ts';
import { timeText } from './timing.ts';
import { encodePhrase, isPlace, slotsOfPhrase, type TimedSlot, type TtmlPiece } from './ttml-phrase.ts';
import { clockOf, type TtmlClock, type TtmlTimes, timesWithin, WHOLE_FILM } from './ttml-times.ts';
import { decodeEntities } from './vtt.ts';
import { type XmlToken, xmlTokens } from './xml.ts';

/** An element that is open. */
interface Open extends TtmlTimes {
  readonly token: XmlToken;
  nextMs: number;
  readonly isTimed: boolean;
  readonly keepsSpace: boolean;
  /** What stands in it is no text of the film. */
  readonly isHidden: boolean;
}

/** Documents nest a handful of elements. */
const MOST_DEPTH = 100;
const WITHOUT_TEXT = new Set(['head', 'metadata', 'desc', 'title', 'copyright', 'agent', 'name', 'set', 'animate']);
/** What stands above the letters of a ruby, or between it and them. */
const BESIDE_RUBY = new Set(['text', 'textContainer', 'delimiter']);
const TIMES = ['begin', 'end', 'dur'];
/** Of a phrase that nothing ends, and that no other one follows. */
const LAST_MS = 3_000;
/** XML 1.0 knows no other "&". */
const BARE_AMPERSAND = /&(?!#?[\w.:-]{1,40};)/;

/**
 * The phrases of a TTML document (W3C, TTML 1 and 2; EBU-TT, IMSC text, DFXP): each `p`, or of one whose `span`s have times of their own, what
 * stands at each of those times. A break of XML's rules, and a `p` without a time that can be read, are told; what follows them is read as far
 * as it goes. Linear.
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
  /** Offset of the first break of XML's rules. */
  damaged: number | undefined;
  /** Which ruby a style makes, by its name. */
  readonly rubies: Map<string, string>;
  readonly stack: Open[];
  clock: TtmlClock;
  /** As the document would write it. */
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
  state.phrase?.pieces.push({ kind, from, to, value, beginMs, endMs, keepsSpace, ...more });
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

/** Closes an element, with those that were not closed in it. */
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
  // A time that holds no text must not be lost with it.
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

/** What nothing ends is shown until the next one begins. */
function withEnds(slots: readonly TimedSlot[]): readonly Slot[] {
  const begins = [...new Set(slots.map(({ beginMs }) => beginMs))].toSorted((one, other) => one - other);
  const next = new Map(begins.map((ms, place) => [ms, begins[place + 1] ?? ms + LAST_MS]));
  return slots.map(({ beginMs, endMs, ...slot }) => {
    const until = Number.isFinite(endMs) ? endMs : (next.get(beginMs) ?? beginMs);
    return { ...slot, time: `${timeText(beginMs, '.')} --> ${timeText(until, '.')}` };
  });
}

/** A TTML document: its head, regions, styles, times, spans and whatever else it has stay as they are. */
export const readTtml = readerOfSlots('ttml', 'TTML', { find: findTtmlPhrases, encode: encodePhrase, looks: {} });
