import type { Piece } from '../slots/placeholders.ts';

/** A tag ends at its ">"; a "<" that another one follows is text. Linear. */
const TAG = /<[^<>]*>/g;
/** Tags that models know and keep. */
const KNOWN_TAG = /^<\/?[biu]>$/;

/** A payload as pieces: text with its known tags, and all other tags as code. */
export function cuePieces(payload: string): readonly Piece[] {
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
