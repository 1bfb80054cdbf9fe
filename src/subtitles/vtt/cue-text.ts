import { withPlainLineEnds } from '../lines.ts';
import { KNOWN_TAGS, type MeantAs, type SeenTag, tagsLike } from '../slots/known-tags.ts';
import { type Piece, piecesOf, withPlaceholders } from '../slots/placeholders.ts';
import { safeLines } from '../slots/safe-lines.ts';
import type { SlotPlace } from '../slots/slot-format.ts';
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

/**
 * A translation as the payload of a cue: no line of it is blank or a timing, and no tag is in it but those that the cue had. Another one
 * is taken out, or, where the cue speaks of tags (&lt;b&gt;), a word as well.
 */
export function encodeCue(text: string, raw: string, { lineEnd, isOfFile }: SlotPlace): string {
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

/** The tags among a text of the cue as it is read, in their order; what was written with entities is words. */
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
