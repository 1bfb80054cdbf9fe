import { withPlainLineEnds } from '../lines.ts';
import { type Piece, withPlaceholders } from '../slots/placeholders.ts';
import { cuePieces } from './cue-pieces.ts';
import { decodeEntities } from './entities.ts';

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
export const readable = ({ kind, value }: Piece): Piece => ({
  kind,
  value: kind === 'code' ? value : decodeEntities(withPlainLineEnds(value)),
});

const hasText = ({ kind, value }: Piece): boolean => kind === 'text' && value.trim() !== '';
const hasWord = ({ kind, value }: Piece): boolean =>
  kind === 'text' && decodeEntities(value.replace(/<\/?[biu]>/g, '')).trim() !== '';
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { value }) => sum + value.length, 0);
