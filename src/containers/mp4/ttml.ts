import { decodeEntities } from '../../subtitles/vtt.ts';

/** A text as it stands in an .srt file, with its times as the document has them. */
export interface TtmlPhrase {
  readonly beginMs: number;
  /** Infinity: not told. */
  readonly endMs: number;
  readonly text: string;
}

/** Faces of a text, as `styl` boxes have them. */
const BOLD = 1;
const ITALIC = 2;
const UNDERLINED = 4;
/** With the tag of each, the attribute that switches it, and the values that switch it on. */
const FACES = [
  [ITALIC, 'i', 'fontStyle', /^(?:italic|oblique)/],
  [BOLD, 'b', 'fontWeight', /^(?:bold|[6-9]00)/],
  [UNDERLINED, 'u', 'textDecoration', /(?:^|\s)underline/],
] as const;

/** Texts with their faces as one, with tags that are well nested. */
export function tagged(pieces: readonly { readonly text: string; readonly face: number }[]): string {
  let open: readonly string[] = [];
  let text = '';
  const change = (wanted: readonly string[]) => {
    const differs = open.findIndex((tag) => !wanted.includes(tag));
    const kept = differs === -1 ? open : open.slice(0, differs);
    const opened = wanted.filter((tag) => !kept.includes(tag));
    text += open
      .slice(kept.length)
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join('');
    text += opened.map((tag) => `<${tag}>`).join('');
    open = [...kept, ...opened];
  };
  for (const piece of pieces) {
    if (piece.text === '') continue;
    change(FACES.flatMap(([face, tag]) => (piece.face & face ? [tag] : [])));
    text += piece.text;
  }
  change([]);
  return text;
}

/** An element that is open. */
interface Open {
  readonly name: string;
  readonly beginMs: number;
  readonly endMs: number;
  /** Its children come one after the other (timeContainer="seq"). */
  readonly isSequence: boolean;
  /** Where the next of them begins. */
  nextMs: number;
  readonly face: number;
  readonly keepsSpace: boolean;
  readonly isInPhrase: boolean;
  readonly isHidden: boolean;
}

interface Piece {
  readonly text: string;
  readonly face: number;
  readonly beginMs: number;
  readonly endMs: number;
}

/** Documents nest a handful of elements. */
const MOST_DEPTH = 100;
const WITHOUT_TEXT = ['metadata', 'desc', 'title', 'copyright', 'agent', 'set'];
const ROOT: Open = {
  name: '',
  beginMs: 0,
  endMs: Number.POSITIVE_INFINITY,
  isSequence: false,
  nextMs: 0,
  face: 0,
  keepsSpace: false,
  isInPhrase: false,
  isHidden: false,
};

/**
 * The phrases of a TTML document (W3C, TTML 1 and 2; EBU-TT, IMSC text, DFXP), at most `most` of them, in its order: each `p`, or of one whose
 * `span`s have times of their own, each of those times. Times count from their parent's beginning. Of looks italics, bold and underlines are kept,
 * as `p` and `span` have them. A document that is broken gives what stands before the break. Linear.
 */
export function readTtml(document: string, most = Number.POSITIVE_INFINITY): readonly TtmlPhrase[] {
  const body = createBody();
  for (const token of tokensOf(document)) {
    if (token.text !== undefined) body.text(token.text);
    else if (token.attributes === undefined) body.close(token.name);
    else body.open(token.name, token.attributes, token.isEmpty === true);
    if (body.phrases.length >= most || body.isTooDeep() || (token.name === 'tt' && !token.attributes)) break;
  }
  body.close('');
  return body.phrases;
}

/** Takes a document's elements and texts in their order. */
function createBody() {
  const phrases: TtmlPhrase[] = [];
  const styles = new Map<string, Attributes>();
  const stack: Open[] = [{ ...ROOT }];
  let clock = clockOf(new Map());
  let pieces: Piece[] = [];
  const top = (): Open => stack.at(-1) ?? ROOT;
  const closeTop = () => {
    const closed = stack.pop() ?? ROOT;
    const parent = top();
    if (parent.isSequence && Number.isFinite(closed.endMs)) parent.nextMs = closed.endMs;
    if (!closed.isInPhrase || parent.isInPhrase) return;
    phrases.push(...phrasesOf(pieces));
    pieces = [];
  };
  return {
    phrases,
    isTooDeep: () => stack.length > MOST_DEPTH,
    text: (text: string): void => {
      const within = top();
      if (!within.isInPhrase || within.isHidden) return;
      pieces.push({ ...within, text: spaced(text, within, pieces.at(-1)) });
    },
    open: (name: string, attributes: Attributes, isEmpty: boolean): void => {
      const within = top();
      if (name === 'tt') clock = clockOf(attributes);
      if (name === 'style') styles.set(attributes.get('id') ?? '', looksOf(attributes, styles));
      if (name === 'br' && within.isInPhrase) pieces.push({ ...within, text: '\n' });
      stack.push(opened(name, attributes, within, clock, styles));
      if (isEmpty) closeTop();
    },
    /** With those that were not closed in it; '': all of them. An end without a beginning is nothing. */
    close: (name: string): void => {
      const place = stack.findLastIndex((open) => open.name === name);
      while (place !== -1 && stack.length > Math.max(1, place)) closeTop();
    },
  };
}

type Attributes = ReadonlyMap<string, string>;

function opened(
  name: string,
  attributes: Attributes,
  parent: Open,
  clock: (time: string | undefined) => number | undefined,
  styles: ReadonlyMap<string, Attributes>,
): Open {
  const from = parent.isSequence ? parent.nextMs : parent.beginMs;
  const beginMs = from + (clock(attributes.get('begin')) ?? 0);
  const end = clock(attributes.get('end'));
  const duration = clock(attributes.get('dur'));
  const isInPhrase = parent.isInPhrase || name === 'p';
  return {
    name,
    beginMs,
    endMs: Math.min(
      parent.endMs,
      end === undefined ? Number.POSITIVE_INFINITY : from + end,
      duration === undefined ? Number.POSITIVE_INFINITY : beginMs + duration,
    ),
    isSequence: attributes.get('timeContainer') === 'seq',
    nextMs: beginMs,
    face: isInPhrase ? faceOf(looksOf(attributes, styles), parent.face) : 0,
    keepsSpace: (attributes.get('space') ?? (parent.keepsSpace ? 'preserve' : '')) === 'preserve',
    isInPhrase,
    isHidden: parent.isHidden || WITHOUT_TEXT.includes(name),
  };
}

/** The attributes of looks: those of the styles that an element refers to, the later the stronger, and its own. */
function looksOf(attributes: Attributes, styles: ReadonlyMap<string, Attributes>): Attributes {
  const referred = (attributes.get('style') ?? '').split(/\s+/).flatMap((name) => [...(styles.get(name) ?? [])]);
  const own = [...attributes].filter(([name, value]) => value !== 'inherit' && FACES.some((face) => face[2] === name));
  return new Map([...referred, ...own]);
}

const faceOf = (looks: Attributes, inherited: number): number =>
  FACES.reduce((all, [face, , name, isOn]) => {
    const value = looks.get(name);
    if (value === undefined) return all;
    return isOn.test(value) ? all | face : all & ~face;
  }, inherited);

/** White space of the document is one space, and none where a line begins. */
function spaced(text: string, { keepsSpace }: Open, before: Piece | undefined): string {
  if (keepsSpace) return text;
  const single = text.replace(/\s+/g, ' ');
  return before === undefined || /\s$/.test(before.text.slice(-1)) ? single.trimStart() : single;
}

/** Pieces with the same times are one phrase; what holds no word goes with what stands before it. */
function phrasesOf(pieces: readonly Piece[]): readonly TtmlPhrase[] {
  const groups: { readonly first: Piece; readonly pieces: Piece[] }[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    const isBlank = piece.text.trim() === '';
    const isSame = last?.first.beginMs === piece.beginMs && last.first.endMs === piece.endMs;
    if (last !== undefined && (isBlank || isSame)) last.pieces.push(piece);
    else if (!isBlank) groups.push({ first: piece, pieces: [piece] });
  }
  return groups
    .filter(({ first }) => first.endMs > first.beginMs)
    .map(({ first: { beginMs, endMs }, pieces }) => {
      const lines = tagged(pieces).split('\n');
      return {
        beginMs,
        endMs,
        text: lines
          .map((line) => line.trim())
          .join('\n')
          .trim(),
      };
    });
}

/** A text, the beginning of an element (with attributes), or its end. Names are without their prefixes. */
interface Token {
  readonly text?: string;
  readonly name?: string;
  readonly attributes?: Attributes;
  readonly isEmpty?: boolean;
}

/** What begins so is no element, and ends so. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;

function* tokensOf(document: string): Generator<Token & { readonly name: string }> {
  for (let at = 0; ; ) {
    const tag = document.indexOf('<', at);
    if (tag > at) yield { name: '', text: decodeEntities(document.slice(at, tag)) };
    if (tag === -1) return;
    const other = OTHERS.find(([begin]) => document.startsWith(begin, tag));
    const end = other === undefined ? endOfTag(document, tag) : document.indexOf(other[1], tag + other[0].length);
    if (end === -1) return;
    if (other === undefined) yield elementOf(document.slice(tag + 1, end));
    else if (other[1] === ']]>') yield { name: '', text: document.slice(tag + other[0].length, end) };
    at = end + (other?.[1].length ?? 1);
  }
}

const SIGN = /["'>]/g;

/** Where its ">" is, which is not in quotes; -1: nowhere. */
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

const withoutPrefix = (name = ''): string => name.slice(name.indexOf(':') + 1);
/** Names are short: a longer run would be searched once more from each of its letters. */
const ATTRIBUTE = /([\w:.-]{1,60})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function elementOf(inside: string): Token & { readonly name: string } {
  const isEnd = inside.startsWith('/');
  const name = withoutPrefix(/^[^\s/]{0,60}/.exec(isEnd ? inside.slice(1) : inside)?.[0]);
  if (isEnd) return { name };
  const attributes = new Map<string, string>();
  for (const [, attribute, quoted, single] of inside.matchAll(ATTRIBUTE)) {
    attributes.set(withoutPrefix(attribute), (quoted ?? single ?? '').trim());
  }
  return { name, attributes, isEmpty: inside.endsWith('/') };
}

const CLOCK_TIME = /^(\d{1,6}):(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)(?::(\d+(?:\.\d+)?))?$/;
const OFFSET_TIME = /^(\d+(?:\.\d+)?)(h|m|s|ms|f|t)?$/;

/** Reads times (TTML 2, 12.3.1) by the rates that the `tt` element tells: ms; undefined: none. A number alone is seconds, as some programs write it. */
function clockOf(root: Attributes): (time: string | undefined) => number | undefined {
  const [numerator = 1, denominator = 1] = (root.get('frameRateMultiplier') ?? '')
    .split(/[\s:]+/)
    .map((part) => Number(part) || 1);
  const told = Number(root.get('frameRate')) || 0;
  const frames = ((told || 30) * numerator) / denominator;
  const ticks = Number(root.get('tickRate')) || (told ? frames : 1);
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
