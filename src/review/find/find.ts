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
  /** The text of the hit, then the text of every group of the regular expression; '' for one that took no part. */
  readonly texts: readonly string[];
}

/** Finds one thing in any text, in a time that grows with the text alone: no expression can hang the page. */
export interface Finder {
  readonly options: FindOptions;
  /** The hits in a text without tags: in order, none empty, none overlapping another. `onLimit`: not all of the text was searched. */
  readonly hitsIn: (text: string, onLimit?: () => void) => readonly Hit[];
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
  const steps = compiled.value;
  // The hit as a whole is noted by nobody.
  const groups = Math.max(0, ...steps.map((step) => (step.kind === 'note' ? step.place >> 1 : 0)));
  const search = (text: string, onLimit?: () => void) =>
    searchPattern(steps, text, onLimit).map((found) => hitOf(text, found, groups));
  if (options.regularExpression) return ok({ options, hitsIn: search });
  // Most lines have no hit, which the browser's own search finds out faster.
  const anywhere = new RegExp(escaped(query), options.matchCase ? 'u' : 'iu');
  return ok({ options, hitsIn: (text, onLimit) => (anywhere.test(text) ? search(text, onLimit) : []) });
}

/** The hits in both texts of a line, as ranges of the whole texts; undefined without any. `onLimit`: a text was not searched whole. */
export function hitsInLine(
  { hitsIn }: Finder,
  { original, translation = '' }: Line,
  onLimit?: () => void,
): LineHits | undefined {
  const rangesIn = (whole: string): readonly Range[] => {
    const { text, offsetOf } = visibleText(whole);
    return rangesOf(hitsIn(text, onLimit), offsetOf);
  };
  const hits = { original: rangesIn(original), translation: rangesIn(translation) };
  return hits.original.length + hits.translation.length > 0 ? hits : undefined;
}

/** Where hits stand in the whole text, of which the tags were taken out: `offsetOf` a character. */
export const rangesOf = (hits: readonly Hit[], offsetOf: (offset: number) => number): readonly Range[] =>
  hits.map(({ from, to }) => ({ from: offsetOf(from), to: offsetOf(to - 1) + 1 }));

function hitOf(text: string, found: Found, groups: number): Hit {
  const texts = Array.from({ length: groups + 1 }, (_, index) => {
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
