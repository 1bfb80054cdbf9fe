import { eventPieces } from './event-pieces.ts';

const TAG = /\\(\d?[a-z]+)((?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\\{}()])*)/gi;
/** They hold for the whole event wherever they stand, or time and draw. */
const OF_THE_EVENT = /^(?:pos|move|org|fade?|i?clip|an?|q|k[fot]?|p|pbo)$/i;
/** Each can be set back alone: without a value it is what the style says. */
const ALONE = /^(?:[bius]|1?c)$/;
/** What sets all back, or goes on changing it. */
const OF_ALL = /^(?:r|t$)/;

interface LookTag {
  readonly name: string;
  /** As it stands there: "\i1". */
  readonly tag: string;
}

/**
 * The override block that gives what follows on `part` the look that the line has at the beginning of its slot; '' where `part` left it.
 * `before`: what stands before the slot in the text column.
 */
export function ownLook(part: string, before: string): string {
  const changed = looksIn(part);
  if (changed.length === 0) return '';
  const own = looksIn(before);
  if (changed.some(({ name }) => !ALONE.test(name)) || own.some(({ name }) => OF_ALL.test(name))) {
    return `{\\r${own.map(({ tag }) => tag).join('')}}`;
  }
  const wanted = lastByName(own);
  const back = [...lastByName(changed)].flatMap(([name, tag]) => {
    const ownTag = wanted.get(name) ?? `\\${name}`;
    return ownTag === tag ? [] : [ownTag];
  });
  return back.length === 0 ? '' : `{${back.join('')}}`;
}

/** Whether a line has italics, bold or underline from its beginning on, as far as override blocks say so. */
export const hasFromBefore = (letter: string, before: string): boolean =>
  lastByName(looksIn(before)).get(letter) === `\\${letter}1`;

const looksIn = (text: string): readonly LookTag[] =>
  eventPieces(text).flatMap(({ kind, value, isDrawing }) =>
    kind === 'text' || isDrawing || !value.includes('\\')
      ? []
      : [...value.matchAll(TAG)].flatMap(([tag, name = '']) => (OF_THE_EVENT.test(name) ? [] : [{ name, tag }])),
  );

const lastByName = (tags: readonly LookTag[]): ReadonlyMap<string, string> =>
  new Map(tags.map(({ name, tag }) => [name === '1c' ? 'c' : name, tag.trimEnd()]));
