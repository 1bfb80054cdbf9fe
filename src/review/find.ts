import { SPACELESS } from '../languages/scripts.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { escaped } from '../lib/text.ts';
import { withBlankLinesLike } from '../subtitles/lines.ts';
import type { Line } from './line.ts';
import { visibleText } from './measured-line.ts';

export interface FindOptions {
  readonly matchCase: boolean;
  /** Finds whole words only, in any script. */
  readonly wholeWord: boolean;
  readonly regularExpression: boolean;
  /**
   * Finds exactly what the person typed. Otherwise letters and signs match if readers see no difference. undefined: the query is a regular
   * expression.
   */
  readonly exactly: boolean | undefined;
}

/** A hit in the visible text, without tags. */
interface Hit extends Range {
  /** The text of the hit, then the texts of the expression's groups ('' for a group that did not match). */
  readonly texts: readonly string[];
}

/** Searches any text for one query. A regular expression can run almost forever, so call a finder only where the search can be killed. */
interface Finder {
  readonly options: FindOptions;
  /** Hits in a text without tags: sorted, none empty, no overlaps. */
  readonly hitsIn: (text: string) => readonly Hit[];
}

export interface LineHits {
  readonly original: readonly Range[];
  readonly translation: readonly Range[];
}

/** A letter, accent, digit or underscore in any script. For use between "[" and "]". */
const WORD_CLASS = '\\p{L}\\p{M}\\p{N}_';
const BEFORE = `(?<=[${WORD_CLASS}])`;
const NOT_BEFORE = `(?<![${WORD_CLASS}])`;
const AFTER = `(?=[${WORD_CLASS}])`;
const NOT_AFTER = `(?![${WORD_CLASS}])`;

/** Replacements for \w and \b, which know only ASCII letters in JavaScript. */
const OF_ANY_SCRIPT: Readonly<Record<string, string>> = {
  '\\w': `[${WORD_CLASS}]`,
  '\\W': `[^${WORD_CLASS}]`,
  '\\b': `(?:${BEFORE}${NOT_AFTER}|${NOT_BEFORE}${AFTER})`,
  '\\B': `(?:${BEFORE}${AFTER}|${NOT_BEFORE}${NOT_AFTER})`,
};
const KATAKANA = '[\\u30a1-\\u30fa\\u30fc-\\u30fe\\uff66-\\uff9f]';
/** Matches a word boundary. In scripts without spaces every place is a boundary, except inside a run of katakana. */
const EDGE = `(?:${NOT_BEFORE}|${NOT_AFTER}|(?!(?<=${KATAKANA})${KATAKANA}|\\p{M})(?:(?<=${SPACELESS.source})|(?=${SPACELESS.source})))`;

const ESCAPE = /\\./gsu;
const ESCAPE_OR_CLASS = /\\.|\[(?:\\.|[^\]\\])*\]/gsu;

/** Creates a finder. Regular expressions are JavaScript's, but \w and \b work in any script. The error is a sentence for people. */
export function createFinder(written: string, options: FindOptions): Result<Finder, string> {
  const { exactly = options.regularExpression } = options;
  // If a query has only spaces or invisible marks, search for exactly these characters.
  const isFolded = !exactly && folded(written).trim() !== '';
  const query = isFolded ? folded(written) : written.normalize();
  if (query === '') return ok({ options, hitsIn: () => [] });
  // In Turkish, "i" and "İ" are one letter in two cases, "ı" and "I" another. JavaScript does not match these pairs without a language.
  const inAnyCase = (text: string) =>
    options.matchCase ? text : text.replace(/[iİ]/g, '[iİ]').replace(/(?<!\[)[Iı]/g, '[Iı]');
  const source = options.regularExpression ? withWordsOfAnyScript(query) : ok(inAnyCase(escaped(query)));
  if (!source.ok) return source;
  // Performance: search for the text first. A test for a word boundary at each letter of a film is slow.
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

/** JavaScript mixes the Turkish pairs i/İ and ı/I when it ignores case. Keep only hits of the typed pair. */
const hasItsOwnI =
  (query: string) =>
  (hit: string): boolean =>
    Array.from(query).every((letter, at) => {
      const pair = { ı: 'ıI', İ: 'İi' }[letter];
      return pair === undefined || pair.includes(Array.from(hit)[at] ?? '');
    });

/** Converts matches into places in the original text. Two matches within one character of the original count once. */
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
    const reason = error instanceof Error ? error.message : source;
    // Chrome's message also contains the expression: "Invalid regular expression: /(/u: Unterminated group".
    return fail(
      `This is not a regular expression: ${reason.replace(/^Invalid regular expression: (?:\/.*\/\w*: )?/s, '')}`,
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

/** Returns all hits as a flat array, which a worker can transfer and hitsByLine reads. The error is a sentence for people. */
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

/** Reads the array of `find`: the hits by line number, in film order. */
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

/** Returns the translations that would change. The error is a sentence for people. */
export const replace = (
  lines: readonly Line[],
  query: string,
  options: FindOptions,
  by: string,
): Result<readonly Replacement[], string> =>
  searching(query, options, (finder) => lines.flatMap((line) => replaceInLine(finder, line, by) ?? []));

/** Browsers refuse some expressions only when they run, for example an expression of 200,000 letters. */
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
    return fail('This text is too long to search for.');
  }
}

/** The hits as ranges of the whole texts, including tags; undefined: no hits. */
export function hitsInLine({ hitsIn }: Finder, { original, translation = '' }: Line): LineHits | undefined {
  const rangesIn = (whole: string): readonly Range[] => {
    const { text, offsetOf } = visibleText(whole);
    return rangesOf(hitsIn(text), offsetOf);
  };
  const hits = { original: rangesIn(original), translation: rangesIn(translation) };
  return hits.original.length + hits.translation.length > 0 ? hits : undefined;
}

/** Converts ranges of the visible text to ranges of the whole text. */
const rangesOf = (hits: readonly Hit[], offsetOf: (offset: number) => number): readonly Range[] =>
  hits.map(({ from, to }) => ({ from: offsetOf(from), to: offsetOf(to - 1) + 1 }));

export interface Replacement {
  readonly number: number;
  readonly before: string;
  /** The text after the replacement. It has the same tags as `before` in the same order; '' if no text and no tags remain. */
  readonly after: string;
  /** The hits as ranges of `before`. */
  readonly ranges: readonly Range[];
}

/**
 * Replaces each hit in a line's translation; undefined: nothing changes. A tag within a hit moves behind the replacement.
 * With a regular expression, $1 to $99 insert groups, $& the hit, $$ "$", and \n a line break. If a two-digit group does not exist, the second
 * digit is text, as in JavaScript.
 * A plain replacement takes over the hit's capitals unless "Match case" is on.
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

/** The tags inside a hit. */
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

/** Returns the replacement with the hit's line break, if the replacement has as many spaces as the hit. */
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

/** The text of a group; undefined: the expression has no such group. */
function groupText(texts: readonly string[], digits: string): string | undefined {
  const whole = Number(digits) > 0 ? texts[Number(digits)] : undefined;
  if (whole !== undefined || digits.length === 1 || digits.startsWith('0')) return whole;
  const first = texts[Number(digits[0])];
  return first === undefined ? undefined : first + digits.slice(1);
}

/**
 * Gives the replacement the hit's capitals: "bye" replaces "HELLO" as "BYE" and "Hello" as "Bye". A replacement typed with capitals stays as typed.
 */
function inCaseOf(hit: string, by: string): string {
  const [first = ''] = by;
  if (by !== by.toLowerCase() || hit === hit.toLowerCase()) return by;
  if (hit === hit.toUpperCase() && [...hit].length > 1) return by.toUpperCase();
  const [start = ''] = hit;
  return start === start.toLowerCase() ? by : first.toUpperCase() + by.slice(first.length);
}

/** Invisible characters, and vowel points, which Arabic and Hebrew usually omit. */
const UNSEEN =
  /\u034f|[\u00ad\u061c\u0640\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u0652\u0656-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;
const ELLIPSIS = '…';
/** Ligatures and presentation forms: ﬁ, ﻻ. */
const FORMS =
  /[\u0132\u0133\u01c4-\u01cc\ufb00-\ufb06\ufb13-\ufb17\ufb20-\ufb28\ufb4f-\ufbb1\ufbd3-\ufd3d\ufe80-\ufefc\uff66-\uff9d]/g;
const inPlainLetters = (text: string): string => text.replace(FORMS, (one) => one.normalize('NFKC'));

/** Replaces each apostrophe, quotation mark, dash and white space by the usual sign of its kind, character by character. */
const withOneSign = (text: string): string =>
  text
    .replace(/[\u2018-\u201b\u2039\u203a\u02bc\u02b9\u2032\u00b4\u05f3`\uff07]/g, "'")
    .replace(/[\u201c-\u201f\u00ab\u00bb\u2033\u301d-\u301f\u05f4\uff02]/g, '"')
    .replace(/[\u2010-\u2015\u2212\u05be\ufe58\ufe63\uff0d]/g, '-')
    // Full-width characters, and Persian letters as Arabic keyboards type them.
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u06cc', '\u064a')
    .replaceAll('\u06a9', '\u0643')
    .replace(/\s/g, ' ');

/** The text as readers see it: equal for texts without a visible difference; '' if nothing is visible. */
export const folded = (text: string): string =>
  withOneSign(inPlainLetters(text.normalize()).replace(UNSEEN, '')).replaceAll(ELLIPSIS, '...').replace(/ {2,}/g, ' ');

/** Offsets in UTF-16 units. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A text that was transformed for searching. */
interface SearchedText {
  readonly text: string;
  /** The matching range of the original text; undefined: the range is only a part of one original character. */
  readonly rangeOf: (from: number, to: number) => Range | undefined;
}

const sameText = (text: string): SearchedText => ({ text, rangeOf: (from, to) => ({ from, to }) });

/** A character with everything that composes with it: a letter with its accents, a whole Korean syllable. */
const WHOLE_CHARACTER = /[\u1100-\u115f\uac00-\ud7a3][\u1160-\u11ff]+|\P{M}\p{M}*|\p{M}+/gu;

/** Makes "é" one letter, whether the text has it as one character or two (as on Macs). */
const composedText = (text: string): SearchedText =>
  text.normalize() === text ? sameText(text) : searchedText(text, (whole) => whole);

export function foldedText(text: string): SearchedText {
  const same = withOneSign(text);
  const isSimple =
    text.normalize() === text && text.search(FORMS) === -1 && !text.includes(ELLIPSIS) && !same.includes('  ');
  return isSimple && text.search(UNSEEN) === -1 ? sameText(same) : searchedText(text, folded);
}

function searchedText(original: string, change: (whole: string) => string): SearchedText {
  /** For each unit of the composed text, its range in the original. */
  const places: Range[] = [];
  let text = '';
  const joinsSpaces = change('  ') === ' ';
  for (const { 0: written, index: from } of original.matchAll(WHOLE_CHARACTER)) {
    const whole = change(written.normalize());
    const to = from + written.length;
    if (joinsSpaces && whole === ' ' && text.endsWith(' ')) {
      places[places.length - 1] = { from: places.at(-1)?.from ?? from, to };
      continue;
    }
    const place = { from, to };
    for (let by = 0; by < whole.length; by++)
      places.push(whole === written ? { from: from + by, to: from + by + 1 } : place);
    text += whole;
  }
  const isWithinOne = (at: number) => places[at - 1] !== undefined && places[at - 1] === places[at];
  return {
    text,
    rangeOf(from, to) {
      const range = { from: places[from]?.from ?? 0, to: places[to - 1]?.to ?? original.length };
      const isOfSeveral = (at: number) => {
        const one = original[places[at]?.from ?? 0] ?? '';
        return one === ELLIPSIS || one.search(FORMS) === 0;
      };
      const cuts = (at: number) => isWithinOne(at) && isOfSeveral(at);
      return cuts(from) || cuts(to) ? undefined : range;
    },
  };
}
