import { ok, type Result } from '../lib/result.ts';
import { withBlankLinesLike } from '../subtitles/lines.ts';
import {
  characterTest,
  compilePattern,
  type FoundAt,
  type Pattern,
  parsePattern,
  searchPattern,
} from './find-pattern.ts';
import type { Line } from './line.ts';
import { visibleText } from './measured-line.ts';

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
interface Hit extends Range {
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
const rangesOf = (hits: readonly Hit[], offsetOf: (offset: number) => number): readonly Range[] =>
  hits.map(({ from, to }) => ({ from: offsetOf(from), to: offsetOf(to - 1) + 1 }));

function hitOf(text: string, found: FoundAt, groups: number): Hit {
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

/** One line's translation before and after a replacement. */
export interface Replacement {
  readonly number: number;
  readonly before: string;
  /** Has all tags of `before` in the same order. Empty if the replacement leaves no text and there are no tags. */
  readonly after: string;
  /** The hits in `before`. */
  readonly ranges: readonly Range[];
}

/**
 * The line's translation with each hit replaced; undefined: nothing would change. Originals and tags stay: a tag within a hit moves
 * behind the replacement. With a regular expression $1 to $99 stand for its groups, $& for the hit, $$ for "$", \n for a line break;
 * of two digits the second one is text where there are fewer groups, as in JavaScript.
 * A plain replacement takes over the capitals of the hit, unless "Match case" is on.
 */
export function replaceInLine(finder: Finder, { number, translation }: Line, by: string): Replacement | undefined {
  if (translation === undefined) return undefined;
  const { text, offsetOf } = visibleText(translation);
  const hits = finder.hitsIn(text);
  if (hits.length === 0) return undefined;
  const textFor = replacementFor(finder, by);
  const ranges = rangesOf(hits, offsetOf);
  let after = '';
  let at = 0;
  for (const [index, hit] of hits.entries()) {
    const { from, to } = ranges[index] ?? hit;
    after += translation.slice(at, from) + textFor(hit) + tagsWithin(hit, offsetOf, translation);
    at = to;
  }
  const mended = withBlankLinesLike(after + translation.slice(at), translation);
  return mended === translation ? undefined : { number, before: translation, after: mended, ranges };
}

/** The tags that stand between the characters of a hit in the whole text. */
function tagsWithin({ from, to }: Hit, offsetOf: (offset: number) => number, whole: string): string {
  let tags = '';
  for (let at = from + 1; at < to; at++) tags += whole.slice(offsetOf(at - 1) + 1, offsetOf(at));
  return tags;
}

function replacementFor({ options }: Finder, by: string): (hit: Hit) => string {
  if (options.regularExpression) return (hit) => withGroups(by, hit);
  return options.matchCase ? () => by : (hit) => inCaseOf(hit.texts[0] ?? '', by);
}

const withGroups = (by: string, { texts }: Hit): string =>
  by.replace(/\$([$&]|\d{1,2})|\\n/gu, (written, name: string | undefined) => {
    if (name === undefined) return '\n';
    if (name === '$') return '$';
    if (name === '&') return texts[0] ?? '';
    return groupText(texts, name) ?? written;
  });

/** The text of a group by one or two digits; undefined: there is no such group. */
function groupText(texts: readonly string[], digits: string): string | undefined {
  const whole = Number(digits) > 0 ? texts[Number(digits)] : undefined;
  if (whole !== undefined || digits.length === 1 || digits.startsWith('0')) return whole;
  const first = texts[Number(digits[0])];
  return first === undefined ? undefined : first + digits.slice(1);
}

/** With "bye" for "hello", "HELLO" becomes "BYE" and "Hello" becomes "Bye". A replacement with capitals of its own stays as it is. */
function inCaseOf(hit: string, by: string): string {
  const [first = ''] = by;
  if (by !== by.toLowerCase() || hit === hit.toLowerCase()) return by;
  if (hit === hit.toUpperCase() && [...hit].length > 1) return by.toUpperCase();
  const [start = ''] = hit;
  return start === start.toLowerCase() ? by : first.toUpperCase() + by.slice(first.length);
}
