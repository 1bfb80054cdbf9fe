import { ok, type Result } from '../../lib/result.ts';
import type { Line } from '../line.ts';
import { visibleText } from '../visible-text.ts';
import { characterTest } from './pattern/character-test.ts';
import { compilePattern } from './pattern/compile-pattern.ts';
import { parsePattern } from './pattern/parse-pattern.ts';
import type { Pattern } from './pattern/pattern.ts';
import { type Found, searchPattern } from './pattern/search-pattern.ts';

export interface FindOptions {
  readonly matchCase: boolean;
  /** Finds whole words only, in any script. */
  readonly wholeWord: boolean;
  readonly regularExpression: boolean;
}

/** From one offset (UTF-16 units) of a text to another. A tag in the middle of a hit lies within the range. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** One place in a text as people see it, without tags. */
export interface Hit extends Range {
  /** The text of the hit, then the text of each group of a regular expression; '' for a group that took no part. */
  readonly texts: readonly string[];
}

/** Finds one thing in any text, in a time that grows with the text alone: no expression can hang the page. */
export interface Finder {
  readonly options: FindOptions;
  /** The hits in a text without tags: in order, none empty, none overlapping another. */
  readonly hitsIn: (text: string) => readonly Hit[];
}

/** The hits of a line that has any. */
export interface LineHits {
  readonly original: readonly Range[];
  readonly translation: readonly Range[];
}

/** Makes a finder. The error is a sentence for people: the query is no regular expression, or one that is not supported here. */
export function createFinder(query: string, options: FindOptions): Result<Finder, string> {
  if (query === '') return ok({ options, hitsIn: () => [] });
  const parsed = options.regularExpression ? parsePattern(query, options.matchCase) : ok(literal(query, options));
  if (!parsed.ok) return parsed;
  const compiled = compilePattern(options.wholeWord ? asWholeWord(parsed.value) : parsed.value);
  if (!compiled.ok) return compiled;
  const search = (text: string) => searchPattern(compiled.value, text).map((found) => hitOf(text, found));
  if (options.regularExpression) return ok({ options, hitsIn: search });
  // Most lines have no hit, which the browser's own search finds out faster.
  const anywhere = new RegExp(escaped(query), options.matchCase ? 'u' : 'iu');
  return ok({ options, hitsIn: (text) => (anywhere.test(text) ? search(text) : []) });
}

/** The hits in both texts of a line, as ranges of the whole texts; undefined without any. */
export function hitsInLine({ hitsIn }: Finder, { original, translation = '' }: Line): LineHits | undefined {
  const rangesIn = (whole: string): readonly Range[] => {
    const { text, offsetOf } = visibleText(whole);
    return rangesOf(hitsIn(text), offsetOf);
  };
  const hits = { original: rangesIn(original), translation: rangesIn(translation) };
  return hits.original.length + hits.translation.length > 0 ? hits : undefined;
}

/** Where hits stand in the whole text, of which the tags were taken out: `offsetOf` a character. */
export const rangesOf = (hits: readonly Hit[], offsetOf: (offset: number) => number): readonly Range[] =>
  hits.map(({ from, to }) => ({ from: offsetOf(from), to: offsetOf(to - 1) + 1 }));

function hitOf(text: string, found: Found): Hit {
  const texts = Array.from({ length: Math.ceil(found.length / 2) }, (_, index) => {
    const [from, to] = [found[2 * index], found[2 * index + 1]];
    return from === undefined || to === undefined ? '' : text.slice(from, to);
  });
  return { from: found[0] ?? 0, to: found[1] ?? 0, texts };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

const literal = (query: string, { matchCase }: FindOptions): Pattern => ({
  kind: 'sequence',
  parts: [...query].map((letter) => ({ kind: 'character', matches: characterTest(escaped(letter), matchCase) })),
});

function asWholeWord(pattern: Pattern): Pattern {
  const edge: Pattern = { kind: 'edge', edge: 'outside-word' };
  return { kind: 'sequence', parts: [edge, pattern, edge] };
}
