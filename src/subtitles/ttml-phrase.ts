import { safeLines } from './lines.ts';
import { type Piece, piecesOf, withPlaceholders } from './placeholders.ts';
import { KNOWN_TAGS, type Slot, type SlotPlace, tagsLike } from './slots.ts';
import { decodeEntities } from './vtt.ts';
import { type XmlToken, xmlTokens } from './xml.ts';

/** A piece of what stands in a `p`. */
export interface TtmlPiece {
  readonly kind: 'text' | 'break' | 'code';
  readonly from: number;
  readonly to: number;
  /** As it is read. */
  readonly value: string;
  readonly beginMs: number;
  readonly endMs: number;
  readonly keepsSpace: boolean;
  /** By how much more elements are open behind it; missing: by none. */
  readonly depth?: number;
  /** Of an end, what it ends. */
  readonly begin?: XmlToken;
  /** It is a CDATA section. */
  readonly isMarked?: boolean;
}

interface Times {
  readonly beginMs: number;
  readonly endMs: number;
}
/** Infinity as its end: not told. */
export type TimedSlot = Slot & Times;

const isText = ({ kind, value }: TtmlPiece): boolean => kind === 'text' && value.trim() !== '';
/** A time without a text has a piece without a letter. */
export const isPlace = (piece: TtmlPiece): boolean =>
  isText(piece) || (piece.kind === 'text' && piece.from === piece.to);

/** Of so many times in one `p`, most of which hold one word, the words light up one after the other: the `p` is one phrase. */
const FEWEST_WORDS = 3;

/** The slots of one `p`: its text, or what stands in it at each time. `end`: where its content ends. */
export function slotsOfPhrase(
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
    const ownBreak = inside.find(({ kind }) => kind === 'break');
    return {
      from: head.from + (inside.some(isText) ? lead : 0),
      to: tail.to - (inside.some(isText) ? rest : 0),
      time: '',
      text: withPlaceholders(shown).text,
      kind: inside.some(isText) ? 'text' : 'wordless',
      pieces: shown,
      lineBreak: ownBreak ? raw(ownBreak) : usualBreak,
      ...times,
    };
  });
}

interface Group extends Times {
  readonly first: number;
  readonly last: number;
  readonly isByWord: boolean;
}

/** What stands at one time, from its first text to its last one. */
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

/** Whether each element that begins in these pieces ends in them. */
function isBalanced(pieces: readonly TtmlPiece[]): boolean {
  let open = 0;
  for (const { depth = 0 } of pieces) {
    open += depth;
    if (open < 0) return false;
  }
  return open === 0;
}

/**
 * A group with the tags around it that its own belong to; where these hold another time, too, each of its texts alone: so what is written
 * in its place can be without its tags.
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

/** From where to where each element that has a tag in the group is whole. */
function widened(pieces: readonly TtmlPiece[], { first, last }: Group): { first: number; last: number } {
  let [open, lowest] = [0, 0];
  for (const { depth = 0 } of pieces.slice(first, last + 1)) {
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

/** "</span><br/><span>" between two lines of one look is a line break. */
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

/** The pieces as a model reads them: white space of the document is one space, and none where a line begins or ends. */
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
 * A translation as the content of a `p`: line breaks as the phrase or the document has them, and no tag but those that were there; where these
 * would not stand one in the other any more, none.
 */
export function encodePhrase(text: string, raw: string, { lineEnd, pieces: own }: SlotPlace): string {
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

/** XML 1.0 has no place for them, not even as entities; safeLines leaves out NUL and parts at others. */
const NO_XML = /(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** Named by the document's own DTD: it stays what it is. */
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
