import { type Piece, withPlaceholders } from '../slots/placeholders.ts';
import type { Slot } from '../slots/slot-format.ts';
import { type EventPiece, eventPieces, KARAOKE } from './event-pieces.ts';

/** What an event says, and how many characters of its text column stand before and behind that. */
export interface EventText {
  readonly before: number;
  readonly behind: number;
  readonly text: string;
  readonly kind: Slot['kind'];
}

/** A shape that was left without its \p tag: "m 0 0 l 100 0 100 20". */
const BARE_DRAWING = /^\s*m\s+-?\d+(?:\.\d+)?\s+-?\d+(?:\.\d+)?\s+[a-z](?:\s+(?:-?\d+(?:\.\d+)?|[a-z]))*\s*$/;

export function eventText(column: string): EventText {
  const pieces = eventPieces(column);
  const kind = kindOf(pieces);
  const [first, last] = innerOf(pieces);
  if (kind === 'wordless' || first > last) return { before: column.length, behind: 0, text: '', kind };
  const lead = pieces[first];
  const tail = pieces[last];
  const space = (piece: EventPiece | undefined, trimmed: string) =>
    piece?.kind === 'text' ? piece.value.length - trimmed.length : 0;
  const before = lengthOf(pieces.slice(0, first)) + space(lead, trimStart(lead?.value ?? ''));
  const behind = lengthOf(pieces.slice(last + 1)) + space(tail, trimEnd(tail?.value ?? ''));
  const slot = column.slice(before, column.length - behind);
  return { before, behind, text: withPlaceholders(eventPieces(slot).map(readable)).text, kind };
}

/** A piece as a model reads it. */
export const readable = ({ kind, value, tags }: EventPiece): Piece => {
  if (tags !== undefined) return { kind: 'text', value: tags };
  return kind === 'code' ? { kind, value } : { kind, value: decode(value) };
};

const decode = (text: string): string =>
  text.includes('\\') ? text.replaceAll('\\N', '\n').replaceAll('\\n', ' ').replaceAll('\\h', '\u00a0') : text;

function kindOf(pieces: readonly EventPiece[]): Slot['kind'] {
  const words = pieces.flatMap(({ kind, value }) => (kind === 'text' ? [decode(value)] : [])).join('');
  if (words.trim() === '') return pieces.some(({ isDrawing }) => isDrawing) ? 'drawing' : 'wordless';
  if (pieces.some(({ kind, value }) => kind === 'code' && KARAOKE.test(value))) return 'karaoke';
  return BARE_DRAWING.test(words) ? 'drawing' : 'text';
}

const hasText = ({ kind, value }: EventPiece): boolean => kind === 'text' && decode(value).trim() !== '';

/**
 * The first and the last piece of the slot: from text to text; with the block that switches italics, bold or underline on or off
 * right beside them, where its counterpart stands inside.
 */
function innerOf(pieces: readonly EventPiece[]): readonly [first: number, last: number] {
  let first = pieces.findIndex(hasText);
  let last = pieces.findLastIndex(hasText);
  if (first === -1) return [0, -1];
  const inside = pieces.slice(first, last + 1).map(({ tags = '' }) => tags);
  const { open, closing } = unpaired(inside.join(''));
  const lead = pieces[first - 1]?.tags;
  if (lead !== undefined && closing.size > 0 && isAllOf(lead, /<([biu])>/g, closing)) first -= 1;
  const tail = pieces[last + 1]?.tags;
  if (tail !== undefined && open.size > 0 && isAllOf(tail, /<\/([biu])>/g, open)) last += 1;
  return [first, last];
}

/** Letters of tags that are opened and never closed, and of those that are closed before they are opened. */
function unpaired(tags: string): { readonly open: ReadonlySet<string>; readonly closing: ReadonlySet<string> } {
  const open = new Set<string>();
  const closing = new Set<string>();
  for (const [, slash, letter = ''] of tags.matchAll(/<(\/?)([biu])>/g)) {
    if (slash === '') open.add(letter);
    else if (!open.delete(letter)) closing.add(letter);
  }
  return { open, closing };
}

const isAllOf = (tags: string, tag: RegExp, letters: ReadonlySet<string>): boolean => {
  const found = [...tags.matchAll(tag)];
  return found.map(([whole]) => whole).join('') === tags && found.every(([, letter = '']) => letters.has(letter));
};

/** White space and line breaks at an end belong to the layout, not to the text. */
const trimStart = (text: string): string => text.replace(/^(?:\s|\\[Nnh])+/, '');
const trimEnd = (text: string): string => {
  let end = text.length;
  for (;;) {
    const trimmed = text.slice(0, end).trimEnd().length;
    end = /\\[Nnh]$/.test(text.slice(Math.max(0, trimmed - 2), trimmed)) ? trimmed - 2 : trimmed;
    if (end === trimmed) return text.slice(0, end);
  }
};
const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { value }) => sum + value.length, 0);
