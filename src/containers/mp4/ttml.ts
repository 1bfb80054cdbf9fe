import {
  type Attributes,
  clockOf,
  MOST_DEPTH,
  type TtmlClock,
  type TtmlTimes,
  timesWithin,
  WHOLE_FILM,
  type XmlToken,
  xmlTokens,
} from '../../subtitles/ttml-elements.ts';
import { decodeEntities } from '../../subtitles/vtt.ts';

/** Text for an .srt file, with the times of the document. */
interface TtmlPhrase {
  readonly beginMs: number;
  readonly endMs: number;
  readonly text: string;
}

/** For each face (the bit in `styl` boxes): its tag, its attribute, and the values that switch it on. */
const FACES = [
  [2, 'i', 'fontStyle', /^(?:italic|oblique)/],
  [1, 'b', 'fontWeight', /^(?:bold|[6-9]00)/],
  [4, 'u', 'textDecoration', /(?:^|\s)underline/],
] as const;

/** Joins texts with their faces. The tags are nested correctly. */
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

interface Open extends TtmlTimes {
  readonly name: string;
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

const WITHOUT_TEXT = ['metadata', 'desc', 'title', 'copyright', 'agent', 'set'];
const ROOT: Open = {
  ...WHOLE_FILM,
  name: '',
  face: 0,
  keepsSpace: false,
  isInPhrase: false,
  isHidden: false,
};

/**
 * The phrases of a TTML document (W3C, TTML 1 and 2; EBU-TT, IMSC text, DFXP), at most `most`, in order. Each `p` is one phrase, or one for each time if its
 * `span`s have times. Times count from the beginning of the parent. Italics, bold and underlines of `p` and `span` stay. A damaged document gives the phrases
 * before the damage. Linear time.
 */
export function readTtmlSample(document: string, most = Number.POSITIVE_INFINITY): readonly TtmlPhrase[] {
  const body = createBody();
  for (const token of xmlTokens(document)) {
    if (token.kind === 'broken') break;
    if (token.kind === 'text' || token.kind === 'cdata') body.text(textOf(document, token));
    else if (token.kind === 'end') body.close(token.name);
    else if (token.kind === 'begin') body.open(token.name, token.attributes, token.isEmpty);
    if (body.phrases.length >= most || body.isTooDeep() || (token.kind === 'end' && token.name === 'tt')) break;
  }
  body.close('');
  return body.phrases;
}

function textOf(document: string, { kind, from, to }: XmlToken): string {
  const inside = document.slice(from, to);
  return kind === 'cdata' ? inside.slice('<![CDATA['.length, -']]>'.length) : decodeEntities(inside);
}

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
    /** Closes the innermost element of that name and everything that is open in it. '': closes all. Ignores an end tag without a beginning. */
    close: (name: string): void => {
      const place = stack.findLastIndex((open) => open.name === name);
      while (place !== -1 && stack.length > Math.max(1, place)) closeTop();
    },
  };
}

function opened(
  name: string,
  attributes: Attributes,
  parent: Open,
  clock: TtmlClock,
  styles: ReadonlyMap<string, Attributes>,
): Open {
  const isInPhrase = parent.isInPhrase || name === 'p';
  return {
    ...timesWithin(parent, attributes, clock),
    name,
    face: isInPhrase ? faceOf(looksOf(attributes, styles), parent.face) : 0,
    keepsSpace: (attributes.get('space') ?? (parent.keepsSpace ? 'preserve' : '')) === 'preserve',
    isInPhrase,
    isHidden: parent.isHidden || WITHOUT_TEXT.includes(name),
  };
}

/** The style attributes of an element: those of the styles that it refers to, later ones first, then its own. */
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

/** Collapses white space, and removes it at the beginning of a line. */
function spaced(text: string, { keepsSpace }: Open, before: Piece | undefined): string {
  if (keepsSpace) return text;
  const single = text.replace(/\s+/g, ' ');
  return before === undefined || /\s$/.test(before.text.slice(-1)) ? single.trimStart() : single;
}

/** Pieces with the same times are one phrase. Blank pieces join the piece before. */
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
