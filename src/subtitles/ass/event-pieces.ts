import type { Piece } from '../slots/placeholders.ts';

/** Blocks of nothing but italics, bold and underline, on or off. */
const STYLING = /^\{(?:\\[biu][01])+\}$/;
const DRAWING = /\\p(\d+)/g;
export const KARAOKE = /\\(?:k[fot]?|K)\s*\d/;

/** A part of an event's text: what is shown, or an override block with the drawing that it begins. */
export interface EventPiece extends Piece {
  /** The tags that a model knows in the place of the block: "<i>"; undefined: of other blocks. */
  readonly tags?: string;
  readonly isDrawing?: boolean;
}

/** Blocks reach to the next "}"; a "{" without one is text, as players take it. Linear. */
export function eventPieces(text: string): readonly EventPiece[] {
  const pieces: EventPiece[] = [];
  let end = 0;
  let isDrawing = false;
  const take = (from: number, to: number) => {
    if (to > from)
      pieces.push({ kind: isDrawing ? 'code' : 'text', value: text.slice(from, to), ...(isDrawing && { isDrawing }) });
  };
  while (end < text.length) {
    const open = text.indexOf('{', end);
    const close = open === -1 ? -1 : text.indexOf('}', open);
    if (close === -1) break;
    take(end, open);
    const block = text.slice(open, close + 1);
    const scale = [...block.matchAll(DRAWING)].at(-1)?.[1];
    if (scale !== undefined) isDrawing = Number(scale) > 0;
    pieces.push({ kind: 'code', value: block, ...(STYLING.test(block) && { tags: tagsOf(block) }) });
    end = close + 1;
  }
  take(end, text.length);
  return pieces;
}

/** "{\i1\b0}" is "<i></b>". */
const tagsOf = (block: string): string =>
  block
    .slice(1, -1)
    .replace(/\\([biu])([01])/g, (_, letter: string, on: string) => `<${on === '1' ? '' : '/'}${letter}>`);
