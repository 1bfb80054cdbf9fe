import { withPlainLineEnds } from '../lines.ts';
import { type Piece, piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { safeLines } from '../slots/safe-lines.ts';
import { decodeEntities, encodeEntities } from './entities.ts';

/** A tag ends at its ">"; a "<" that another one follows is text. Linear. */
const TAG = /<[^<>]*>/g;
/** Tags that models know and keep. */
const KNOWN_TAG = /^<\/?[biu]>$/;

/** A payload as pieces: text with its known tags, and all other tags as code. */
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

/** What a cue says, and how many characters of its payload stand before and behind that. */
export interface CueText {
  readonly before: number;
  readonly behind: number;
  readonly text: string;
  /** Nothing but tags and white space. */
  readonly isWordless: boolean;
}

export function cueText(payload: string): CueText {
  const pieces = cuePieces(payload);
  const first = pieces.findIndex(hasText);
  if (first === -1) return { before: payload.length, behind: 0, text: '', isWordless: true };
  const last = pieces.findLastIndex(hasText);
  const lead = pieces[first]?.value ?? '';
  const tail = pieces[last]?.value ?? '';
  const before = lengthOf(pieces.slice(0, first)) + lead.length - lead.trimStart().length;
  const behind = lengthOf(pieces.slice(last + 1)) + tail.length - tail.trimEnd().length;
  const inner = cuePieces(payload.slice(before, payload.length - behind));
  const { text } = withPlaceholders(inner.map(readable));
  return { before, behind, text, isWordless: !pieces.some(hasWord) };
}

/** A piece as a model reads it. */
const readable = ({ kind, value }: Piece): Piece => ({
  kind,
  value: kind === 'code' ? value : decodeEntities(withPlainLineEnds(value)),
});

const hasText = ({ kind, value }: Piece): boolean => kind === 'text' && value.trim() !== '';
const hasWord = ({ kind, value }: Piece): boolean =>
  kind === 'text' && decodeEntities(value.replace(/<\/?[biu]>/g, '')).trim() !== '';
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { value }) => sum + value.length, 0);

const ANY_KNOWN_TAG = /(<\/?[biu]>)/gi;

/** A translation as the payload of a cue: no line of it is blank or a timing, and no tag is in it but those that the cue had, and i, b, u. */
export function encodeCue(text: string, raw: string, lineEnd: string): string {
  const { codes } = withPlaceholders(cuePieces(raw).map(readable));
  return piecesOf(safeLines(text).join('\n'), codes)
    .map(({ kind, value }) => (kind === 'code' ? value : encodeText(value, raw)))
    .join('')
    .split(/\r\n|[\n\r]/)
    .filter((line) => line.trim() !== '')
    .join(lineEnd)
    .replaceAll('-->', '--&gt;');
}

const encodeText = (text: string, raw: string): string =>
  text
    .split(ANY_KNOWN_TAG)
    .map((part, index) => (index % 2 === 1 ? part.toLowerCase() : encodeEntities(part, raw)))
    .join('');
