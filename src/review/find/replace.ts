import type { Line } from '../line.ts';
import { visibleText } from '../visible-text.ts';
import { withBlankLinesLike } from '../words/blank-lines.ts';
import { type Finder, type Hit, type Range, rangesOf } from './find.ts';

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
