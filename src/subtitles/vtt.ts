import { speakersOf } from './document.ts';
import { type LinesIn, linesIn, safeLines, withPlainLineEnds } from './lines.ts';
import { isNumber } from './parse-srt.ts';
import { type Piece, piecesOf, withPlaceholders } from './placeholders.ts';
import {
  type FoundSlots,
  KNOWN_TAGS,
  type MeantAs,
  readerOfSlots,
  type SeenTag,
  type Slot,
  type SlotPlace,
  tagsLike,
} from './slots.ts';

/** Hours may be missing. A comma is accepted, although players refuse it. */
const TIME = String.raw`(?:\d+:)?\d{1,2}:\d{1,2}[.,]\d+`;
const TIMING = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s|$)`);
/** Matches blocks that need not be cues, and the headers of joined parts of a stream. */
export const NO_CUE = /^(?:\uFEFF?WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)|^X-TIMESTAMP-MAP=/;

/**
 * Finds the cues (W3C, WebVTT, section 6.1): a block ends at an empty line; a timing begins another cue even without one. The slot is the payload
 * without the tags and white space around it.
 */
export function findCues(source: string): FoundSlots {
  const lines = linesIn(source);
  const slots: Slot[] = [];
  const unreadable: number[] = [];
  for (const { first, timing, end } of blocksIn(lines)) {
    if (timing !== undefined) {
      const from = Math.min(lines.from(timing + 1), source.length);
      slots.push(slotOf(source, lines.text(timing), from, Math.max(from, lines.to(end - 1))));
    } else if (!NO_CUE.test(lines.text(first)) && !isNumberApart(lines, first, end)) unreadable.push(lines.from(first));
  }
  return { slots, unreadable };
}

const isTiming = (lines: LinesIn, line: number): boolean => line < lines.count && isReadAsTiming(lines.text(line));
/** True for the number of a cue with a blank line behind it. */
const isNumberApart = (lines: LinesIn, first: number, end: number): boolean =>
  end === first + 1 && isNumber(lines.text(first)) && isTiming(lines, end + 1);
const isEmpty = (lines: LinesIn, line: number): boolean => lines.from(line) === lines.to(line);

export const isReadAsTiming = (line: string): boolean => TIMING.test(line);

/** The lines between empty lines, or from one timing to the next. */
export interface VttBlock {
  /** Lines are counted from 0. `end` is behind the last line. */
  readonly first: number;
  readonly end: number;
  readonly timing: number | undefined;
}

export function blocksIn(lines: LinesIn): readonly VttBlock[] {
  const blocks: VttBlock[] = [];
  for (let line = afterHeader(lines); line < lines.count; ) {
    if (isEmpty(lines, line)) {
      line++;
      continue;
    }
    const first = line;
    const timing = [first, first + 1].find((at) => isTiming(lines, at));
    line = endOfBlock(lines, (timing ?? first) + 1);
    blocks.push({ first, timing, end: line });
  }
  return blocks;
}

/** The end of a block: an empty line or another timing. A number directly before a timing is that cue's identifier. */
function endOfBlock(lines: LinesIn, begin: number): number {
  let line = begin;
  while (line < lines.count && !isEmpty(lines, line) && !lines.text(line).includes('-->')) line++;
  return line > begin && isTiming(lines, line) && isNumber(lines.text(line - 1)) ? line - 1 : line;
}

export function afterHeader(lines: LinesIn): number {
  let line = 0;
  while (line < lines.count && lines.text(line).replace('\uFEFF', '').trim() === '') line++;
  return endOfBlock(lines, line);
}

function slotOf(source: string, timing: string, from: number, to: number): Slot {
  const payload = source.slice(from, to);
  const { before, behind, text, kind } = cueText(payload);
  const speakers = speakersOf(voicesIn(payload));
  return { from: from + before, to: to - behind, time: timing.trim(), text, kind, ...(speakers && { speakers }) };
}

/** Matches <v Name> and <v.loud Name>: the name follows the first white space (W3C, WebVTT, section 6.4). */
const VOICE = /<v(?:\.[^\s<>]*)?\s([^<>]*)>/g;

const voicesIn = (payload: string): readonly string[] =>
  payload.includes('<v') ? Array.from(payload.matchAll(VOICE), ([, name = '']) => decodeEntities(name)) : [];

export const readVtt = readerOfSlots('vtt', 'WebVTT', {
  find: findCues,
  encode: encodeCue,
  looks: { italics: ['<i>', '</i>'], grey: ['<c.grey>', '</c>'] },
});

/** Matches a tag. It ends at its ">"; a "<" before another "<" is text. Linear. */
const TAG = /<[^<>]*>/g;
const KNOWN_TAG = /^<\/?[biu]>$/;

/** Splits a payload into text, which includes known tags, and code, which is all other tags. */
function cuePieces(payload: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: tag } of payload.matchAll(TAG)) {
    if (KNOWN_TAG.test(tag)) continue;
    pieces.push({ kind: 'text', value: payload.slice(end, index) }, { kind: 'code', value: tag });
    end = index + tag.length;
  }
  pieces.push({ kind: 'text', value: payload.slice(end) });
  return pieces.filter(({ value }) => value !== '');
}

/** The text of a cue, and how many characters of the payload are before and behind it. "wordless": the cue has only tags and white space. */
export function cueText(payload: string): Pick<Slot, 'text' | 'kind'> & { before: number; behind: number } {
  const pieces = cuePieces(payload);
  const first = pieces.findIndex(hasText);
  if (first === -1) return { before: payload.length, behind: 0, text: '', kind: 'wordless' };
  const last = pieces.findLastIndex(hasText);
  const lead = pieces[first]?.value ?? '';
  const tail = pieces[last]?.value ?? '';
  const before = lengthOf(pieces.slice(0, first)) + lead.length - lead.trimStart().length;
  const behind = lengthOf(pieces.slice(last + 1)) + tail.length - tail.trimEnd().length;
  const inner = cuePieces(payload.slice(before, payload.length - behind));
  const { text } = withPlaceholders(inner.map(readable));
  return { before, behind, text, kind: pieces.some(hasWord) ? 'text' : 'wordless' };
}

const readable = ({ kind, value }: Piece): Piece => ({
  kind,
  value: kind === 'code' ? value : decodeEntities(withPlainLineEnds(value)),
});

const hasText = ({ kind, value }: Piece): boolean => kind === 'text' && value.trim() !== '';
const hasWord = ({ kind, value }: Piece): boolean =>
  kind === 'text' && decodeEntities(value.replace(/<\/?[biu]>/g, '')).trim() !== '';
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { value }) => sum + value.length, 0);

/**
 * Encodes a translation as a payload: no line is blank or a timing, and the only tags are those of the cue. Other tags are removed or, if the cue
 * itself contains tags as words (&lt;b&gt;), become words.
 */
function encodeCue(text: string, raw: string, { lineEnd, isOfFile }: SlotPlace): string {
  const pieces = cuePieces(raw);
  const meaning = tagsLike(pieces.flatMap(({ kind, value }) => (kind === 'code' ? [] : knownTagsIn(value))));
  return piecesOf(safeLines(text).join('\n'), withPlaceholders(pieces.map(readable)))
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw, meaning, isOfFile)))
    .join('')
    .split(/\r\n|[\n\r]/)
    .filter((line) => line.trim() !== '')
    .join(lineEnd)
    .replaceAll('-->', '--&gt;');
}

/** The tags in a text of the cue, in order. Tags written with entities are words. */
const knownTagsIn = (raw: string): readonly SeenTag[] =>
  raw.split(/(<\/?[biu]>)/).flatMap((part, index): readonly SeenTag[] => {
    if (index % 2 === 1) return [{ tag: part, isTag: true }];
    return Array.from(decodeEntities(part).matchAll(KNOWN_TAGS), ([tag]) => ({ tag: tag.toLowerCase(), isTag: false }));
  });

const encodeText = (text: string, raw: string, meaning: (tag: string) => MeantAs, isOfFile: boolean): string =>
  text
    .split(KNOWN_TAGS)
    .map((part, index) => {
      const tag = part.toLowerCase();
      const meant = index % 2 === 1 ? meaning(tag) : 'words';
      if (meant === 'words') return encodeEntities(part, raw);
      return meant === 'tag' || isOfFile ? tag : '';
    })
    .join('');

const SIGNS = { nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f' };
const NAMED: Readonly<Record<string, string>> = {
  ...SIGNS,
  zwnj: '\u200c',
  zwj: '\u200d',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  iexcl: '¡',
  iquest: '¿',
  szlig: 'ß',
  oslash: 'ø',
  Oslash: 'Ø',
  aelig: 'æ',
  AElig: 'Æ',
  oelig: 'œ',
  OElig: 'Œ',
  deg: '°',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  sung: '♪',
};
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
};
const ENTITY = /&(?:([a-z]{2,7})|#(\d{1,7})|#x([\da-f]{1,6}));/gi;

/** Decodes HTML entities. Unknown ones stay. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (entity, name?: string, decimal?: string, hexadecimal?: string) =>
        name === undefined ? characterOf(entity, decimal ?? `0x${hexadecimal}`) : (named(name) ?? entity),
      )
    : text;

function named(name: string): string | undefined {
  const sign = NAMED[name] ?? NAMED[name.toLowerCase()];
  if (sign !== undefined) return sign;
  const accent = ACCENTS[name.slice(1)];
  const letter = accent && (name.charAt(0) + accent).normalize('NFC');
  return letter?.length === 1 ? letter : undefined;
}

function characterOf(entity: string, code: string): string {
  const point = Number(code);
  const isCharacter = point >= 32 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isCharacter ? String.fromCodePoint(point) : entity;
}

/** Encodes "&" and "<", an arrow, and characters that are entities in `raw`. */
function encodeEntities(text: string, raw: string): string {
  const encodesGreater = text.includes('-->') || raw.includes('&gt;');
  let encoded = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (encodesGreater) encoded = encoded.replaceAll('>', '&gt;');
  for (const [name, sign] of Object.entries(SIGNS)) {
    if (raw.includes(`&${name};`)) encoded = encoded.replaceAll(sign, `&${name};`);
  }
  return encoded;
}
