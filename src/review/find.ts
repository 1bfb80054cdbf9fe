import { SPACELESS } from '../languages/scripts.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { escaped } from '../lib/text.ts';
import { withBlankLinesLike } from '../subtitles/lines.ts';
import type { Line } from './line.ts';
import { visibleText } from './measured-line.ts';
import { composedText, folded, foldedText, type Range, type SearchedText } from './text/folded-text.ts';

export interface FindOptions {
  readonly matchCase: boolean;
  /** Finds whole words only, in any script. */
  readonly wholeWord: boolean;
  readonly regularExpression: boolean;
  /** Finds what is written to the letter; missing, or of a regular expression: false. Else what readers take for the same is the same. */
  readonly exactly?: boolean;
}

/** A tag in the middle of a hit lies within its range. */
export type { Range };

/** One place in a text as people see it, without tags. */
interface Hit extends Range {
  /** The text of the hit, then the text of every group of the regular expression; '' for one that took no part. */
  readonly texts: readonly string[];
}

/** Finds one thing in any text. An expression can take longer than anybody waits: only what can be ended may search. */
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

/** What "\w" means here: letters of any script, their accents, digits, the underscore. To be put between "[" and "]". */
const WORD_CLASS = '\\p{L}\\p{M}\\p{N}_';
const BEFORE = `(?<=[${WORD_CLASS}])`;
const NOT_BEFORE = `(?<![${WORD_CLASS}])`;
const AFTER = `(?=[${WORD_CLASS}])`;
const NOT_AFTER = `(?![${WORD_CLASS}])`;

/** The browser knows words of Latin letters alone. */
const OF_ANY_SCRIPT: Readonly<Record<string, string>> = {
  '\\w': `[${WORD_CLASS}]`,
  '\\W': `[^${WORD_CLASS}]`,
  '\\b': `(?:${BEFORE}${NOT_AFTER}|${NOT_BEFORE}${AFTER})`,
  '\\B': `(?:${BEFORE}${AFTER}|${NOT_BEFORE}${NOT_AFTER})`,
};
const KATAKANA = '[\\u30a1-\\u30fa\\u30fc-\\u30fe\\uff66-\\uff9f]';
/** No word goes on over it. In a script without spaces that is known of katakana alone. */
const EDGE = `(?:${NOT_BEFORE}|${NOT_AFTER}|(?!(?<=${KATAKANA})${KATAKANA}|\\p{M})(?:(?<=${SPACELESS.source})|(?=${SPACELESS.source})))`;

const ESCAPE = /\\./gsu;
const ESCAPE_OR_CLASS = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

/**
 * Makes a finder. Expressions are JavaScript's, but with "\w" and "\b" for letters of any script. The error is a sentence for people: the query
 * is no regular expression, or one that is not possible here.
 */
export function createFinder(written: string, options: FindOptions): Result<Finder, string> {
  const { exactly = options.regularExpression } = options;
  // Who looks for spaces, or for marks that nobody sees, means these.
  const isFolded = !exactly && folded(written).trim() !== '';
  const query = isFolded ? folded(written) : written.normalize();
  if (query === '') return ok({ options, hitsIn: () => [] });
  // "İ" is the capital of "i" in Turkish, "I" that of "ı"; an expression that knows no language takes them for two letters.
  const inAnyCase = (text: string) =>
    options.matchCase ? text : text.replace(/[iİ]/g, '[iİ]').replace(/(?<!\[)[Iı]/g, '[Iı]');
  const source = options.regularExpression ? withWordsOfAnyScript(query) : ok(inAnyCase(escaped(query)));
  if (!source.ok) return source;
  // What is written is looked for first: an edge takes longer, at each letter of a film.
  const first = options.regularExpression ? '' : `(?=${source.value})`;
  const whole = options.wholeWord ? `${first}${EDGE}(?:${source.value})${EDGE}` : source.value;
  const expression = new RegExp(whole, options.matchCase ? 'gmu' : 'gimu');
  const isMeant = options.matchCase || options.regularExpression ? () => true : hasItsOwnI(query);
  const hitsIn = (text: string) => {
    const searched = isFolded ? foldedText(text) : composedText(text);
    const found = [...searched.text.matchAll(expression)].filter(([hit]) => hit !== '' && isMeant(hit));
    return hitsOf(found, text, searched, options);
  };
  return ok({ options, hitsIn });
}

/** Who writes the Turkish "ı" or "İ" means no "i" or "I" of the other pair, though an expression takes all of them for one letter. */
const hasItsOwnI =
  (query: string) =>
  (hit: string): boolean =>
    Array.from(query).every((letter, at) => {
      const pair = { ı: 'ıI', İ: 'İi' }[letter];
      return pair === undefined || pair.includes(Array.from(hit)[at] ?? '');
    });

/** The hits at their places in the text itself. Two of one letter, as where it has a mark that no character has with it, are one. */
function hitsOf(
  found: readonly RegExpExecArray[],
  text: string,
  { rangeOf }: SearchedText,
  { regularExpression }: FindOptions,
): readonly Hit[] {
  const hits: Hit[] = [];
  for (const hit of found) {
    const range = rangeOf(hit.index, hit.index + hit[0].length);
    if (range === undefined || range.from < (hits.at(-1)?.to ?? 0)) continue;
    const texts = regularExpression
      ? Array.from(hit, (group: string | undefined) => group ?? '')
      : [text.slice(range.from, range.to)];
    hits.push({ ...range, texts });
  }
  return hits;
}

function withWordsOfAnyScript(source: string): Result<string, string> {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    const told = error instanceof Error ? error.message : source;
    // Chrome repeats that and the expression: "Invalid regular expression: /(/u: Unterminated group".
    return fail(
      `This is not a regular expression: ${told.replace(/^Invalid regular expression: (?:\/.*\/\w*: )?/s, '')}`,
    );
  }
  const classes = source.match(ESCAPE_OR_CLASS)?.filter((part) => part.startsWith('[')) ?? [];
  if (classes.some((part) => part.match(ESCAPE)?.includes('\\W'))) return fail('\\W cannot stand inside of [ ] here.');
  const withWordClass = (part: string) => part.replace(ESCAPE, (each) => (each === '\\w' ? WORD_CLASS : each));
  return ok(
    source.replace(ESCAPE_OR_CLASS, (part) =>
      part.startsWith('[') ? withWordClass(part) : (OF_ANY_SCRIPT[part] ?? part),
    ),
  );
}

const NUMBERS_A_HIT = 4;

/** All hits in both texts of the lines, as hitsByLine reads them. The error is a sentence for people. */
export function find(lines: readonly Line[], query: string, options: FindOptions): Result<Float64Array, string> {
  return searching(query, options, (finder) =>
    Float64Array.from(
      lines.flatMap((line) => {
        const hits = hitsInLine(finder, line);
        if (!hits) return [];
        const numbersOf = (side: number) => (range: Range) => [line.number, side, range.from, range.to];
        return [...hits.original.flatMap(numbersOf(0)), ...hits.translation.flatMap(numbersOf(1))];
      }),
    ),
  );
}

/** What `find` has found, by the line's number, in the order of the film. */
export function hitsByLine(found: Float64Array): ReadonlyMap<number, LineHits> {
  const hits = new Map<number, { readonly original: Range[]; readonly translation: Range[] }>();
  for (let at = 0; at < found.length; at += NUMBERS_A_HIT) {
    const number = found[at] ?? 0;
    const ofLine = hits.get(number) ?? { original: [], translation: [] };
    hits.set(number, ofLine);
    const side = found[at + 1] === 0 ? ofLine.original : ofLine.translation;
    side.push({ from: found[at + 2] ?? 0, to: found[at + 3] ?? 0 });
  }
  return hits;
}

/** What replacing all hits in the lines' translations would make of those that would change. The error is a sentence for people. */
export const replace = (
  lines: readonly Line[],
  query: string,
  options: FindOptions,
  by: string,
): Result<readonly Replacement[], string> =>
  searching(query, options, (finder) => lines.flatMap((line) => replaceInLine(finder, line, by) ?? []));

/** Browsers refuse some expressions only as they search: one of 200,000 letters. */
const REFUSALS: ReadonlySet<string> = new Set(['SyntaxError', 'RangeError', 'InternalError']);

function searching<Found>(
  query: string,
  options: FindOptions,
  search: (finder: Finder) => Found,
): Result<Found, string> {
  const finder = createFinder(query, options);
  if (!finder.ok) return finder;
  try {
    return ok(search(finder.value));
  } catch (error) {
    if (!(error instanceof Error && REFUSALS.has(error.name))) throw error;
    return fail('This is too large to be searched for.');
  }
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
const rangesOf = (hits: readonly Hit[], offsetOf: (offset: number) => number): readonly Range[] =>
  hits.map(({ from, to }) => ({ from: offsetOf(from), to: offsetOf(to - 1) + 1 }));

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
  const ranges = rangesOf(hits, offsetOf);
  let after = '';
  let at = 0;
  for (const [index, hit] of hits.entries()) {
    const { from, to } = ranges[index] ?? hit;
    after += translation.slice(at, from) + replacementOf(hit, finder, by) + tagsWithin(hit, offsetOf, translation);
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

function replacementOf(hit: Hit, { options }: Finder, by: string): string {
  if (options.regularExpression) return withGroups(by, hit);
  const [found = ''] = hit.texts;
  return withSpacesOf(found, options.matchCase ? by : inCaseOf(found, by));
}

/** A line break within what was found stays where the other words have as many spaces. */
function withSpacesOf(found: string, by: string): string {
  const spaces = found.trim().match(/\s+/g) ?? [];
  const words = by.split(' ');
  if (words.length !== spaces.length + 1 || by.trim() !== by) return by;
  return words.map((word, place) => word + (spaces[place] ?? '')).join('');
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
