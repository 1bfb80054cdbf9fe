import { grouped, withPlainDigits } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { isBlank, shorten, withoutControls } from '../subtitles/lines.ts';
import { isEmptyFor } from '../subtitles/tags.ts';
import { containsTimingLine, withoutTimingLines } from '../subtitles/timing.ts';
import {
  duplicateKeys,
  findJson,
  isObject,
  membersOf,
  prettyJson,
  problemOf,
  type ReplyProblem,
  readReply,
} from './read-reply.ts';

/** All differences of a reply to these phrases, in order (specification, section 5). Empty: OK. */
export function problemsOf(phrases: readonly Phrase[], replyText: string): readonly ReplyProblem[] {
  const { problems, keys, texts } = readReply(replyText);
  if (!keys) return problems;
  return [...problems, ...keyProblems(phrases, keys), ...textProblems(phrases, texts)];
}

/** The most differences per kind, and keys per difference, in a corrective pass: a hostile reply could have any number. */
const LISTED_AT_MOST = 20;

/** The differences as sentences: the first 20 of each kind, and the number of the others. */
export const validateBatch = (phrases: readonly Phrase[], replyText: string): readonly string[] =>
  [...grouped(problemsOf(phrases, replyText), ({ kind }) => kind).values()].flatMap((ofKind) => {
    const more = ofKind.length - LISTED_AT_MOST;
    const words = ofKind.slice(0, LISTED_AT_MOST).map((problem) => problem.words);
    return more > 0 ? [...words, `The same of ${more} more.`] : words;
  });

/** The usable texts of a partly wrong reply, by phrase number. A usable text is not empty, has no timing line, and its key occurs once. */
export function translationsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts, keys, written } = readReply(replyText);
  // In valid JSON the end of each text is certain.
  if (keys) return usableTexts(phrases, texts);
  const unsure = keysWithAnotherPair(phrases, [...written], (key) => texts.get(key) ?? '');
  return usableTexts(phrases, new Map([...texts].filter(([key]) => !unsure.has(key))));
}

const DATA_SIGN = String.raw`["'“”:：[\]{}\\]`;
const NUMBER_OF_DATA = new RegExp(String.raw`(?<=${DATA_SIGN})\d+|\d+(?=${DATA_SIGN})`, 'g');

/**
 * The keys whose text may have swallowed the next pair. Such a text contains a sign of JSON, and the number of a later phrase that has no key. `keys`: all keys
 * of a reply, in its order.
 */
export function keysWithAnotherPair(
  phrases: readonly Phrase[],
  keys: readonly string[],
  textOf: (key: string) => string,
): ReadonlySet<string> {
  const given = new Set(keys);
  const places = new Map(phrases.map(({ number }, place) => [String(number), place]));
  const isUnsure = (key: string, at: number) => {
    const place = places.get(key);
    if (place === undefined) return false;
    const next = places.get(keys[at + 1] ?? '') ?? 0;
    const behind = keysOf(phrases.slice(place + 1, next > place ? next : place + 2));
    const missing = new Set(behind.filter((one) => !given.has(one)));
    return (
      missing.size > 0 &&
      (withPlainDigits(textOf(key)).match(NUMBER_OF_DATA) ?? []).some((one) => missing.has(`${Number(one)}`))
    );
  };
  return new Set(keys.filter(isUnsure));
}

/** The usable texts among those that were read from a reply before. */
export function usableTexts(
  phrases: readonly Phrase[],
  texts: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const translations = new Map<number, string>();
  for (const { number, text: source } of phrases) {
    const text = texts.get(String(number));
    if (text !== undefined && !isEmptyFor(source, text) && !containsTimingLine(text)) translations.set(number, text);
  }
  return translations;
}

export const keysOf = (phrases: readonly Phrase[]): readonly string[] => phrases.map(({ number }) => String(number));

function keyProblems(phrases: readonly Phrase[], keys: readonly string[]): readonly ReplyProblem[] {
  const sourceKeys = keysOf(phrases);
  const [asked, given] = [new Set(sourceKeys), new Set(keys)];
  const missing = sourceKeys.filter((key) => !given.has(key));
  const foreign = keys.filter((key) => !asked.has(key));
  if (missing.length === 0 && foreign.length === 0) return [];
  const words = `Translated object keys should be a range from ${sourceKeys[0]} to ${sourceKeys.at(-1)}.`;
  // The specified sentence stays alone. After it, one difference for each missing or foreign key follows for the corrective pass.
  return [
    { kind: 'key-range', keys: [], words },
    ...listed('key-missing', 'Missing', missing),
    ...listed('key-foreign', 'Not asked for', foreign),
  ];
}

function textProblems(phrases: readonly Phrase[], texts: ReadonlyMap<string, string>): readonly ReplyProblem[] {
  const sources = new Map(phrases.map(({ number, text }) => [String(number), text]));
  return [...texts].flatMap(([key, text]): readonly ReplyProblem[] => {
    const words = `Subtitle at key ${shorten(key)}`;
    if (isEmptyFor(sources.get(key) ?? '♪', text)) return [problemOf('text-empty', key, `${words} is empty.`)];
    return containsTimingLine(text) ? [problemOf('text-with-timing', key, `${words} contains a timing line.`)] : [];
  });
}

function listed(kind: ReplyProblem['kind'], label: string, keys: readonly string[]): readonly ReplyProblem[] {
  if (keys.length === 0) return [];
  const shown = keys.slice(0, LISTED_AT_MOST).map((key) => shorten(key, 20));
  return [{ kind, keys, words: `${label}: ${shown.join(', ')}${keys.length > shown.length ? ' …' : '.'}` }];
}

/**
 * Each phrase with its usable translation, also from a damaged reply, or else with its original. An original with a timing line would be an error, so its arrow
 * is replaced. `output`: always valid for these phrases. `numbers`: the phrases with their original.
 */
export function fillGaps(phrases: readonly Phrase[], replyText: string) {
  const translations = translationsOf(phrases, replyText);
  const textOf = ({ number, text }: Phrase) => translations.get(number) ?? fillOf(text);
  return {
    output: prettyJson(phrases.map((phrase) => [String(phrase.number), textOf(phrase)])),
    numbers: phrases.map(({ number }) => number).filter((number) => !translations.has(number)),
  };
}

/** The filled phrases that still have their original, so that the page can mark them as untranslated. */
export function untranslatedOf(
  phrases: readonly Phrase[],
  filled: readonly number[],
  texts: ReadonlyMap<string, string>,
): readonly number[] {
  const translations = usableTexts(phrases, texts);
  return phrases
    .filter((phrase) => filled.includes(phrase.number) && translations.get(phrase.number) === fillOf(phrase.text))
    .map(({ number }) => number);
}

/** An original as a translation. An original of control characters would count as empty, but a phrase must have a text. */
export function fillOf(text: string): string {
  const fill = withoutTimingLines(withoutControls(text));
  return isBlank(fill) ? '…' : fill;
}

/** A reply needs two levels. The indentation grows with the square of the levels, so thousands of brackets would fill the memory. */
const MAX_LEVELS = 50;

/**
 * The reply as JSON with an indentation of 4 spaces and ascending keys (specification, section 5). '' for invalid JSON, for more than 50 levels, and for a
 * repeated key, because formatting would drop one of its texts.
 */
export function formatReply(replyText: string): string {
  const { json, parsed } = findJson(replyText);
  if (!parsed.ok || duplicateKeys(json).length > 0 || !isFlatterThan(MAX_LEVELS, parsed.value)) return '';
  return isObject(parsed.value) ? prettyJson(Object.entries(parsed.value)) : JSON.stringify(parsed.value, null, 4);
}

const isFlatterThan = (levels: number, value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((inner) => isFlatterThan(levels - 1, inner)));

/**
 * A batch's output with other texts under these numbers (`null` removes one). Everything else stays, including mistakes. undefined: the output is not a JSON
 * object.
 */
export function setTexts(output: string, texts: ReadonlyMap<number, string | null>): string | undefined {
  const { json, parsed } = findJson(output);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const ambiguous = new Set(duplicateKeys(json).map(({ outermostKey }) => outermostKey));
  const members = ambiguous.size === 0 ? Object.entries(parsed.value) : membersOf(json);
  // A repeated key is ambiguous: all its texts stay and are reported until a person sets one. A key that is repeated within a value counts as missing.
  const given = new Set([...texts.keys()].map(String));
  const times = grouped(members, ([key]) => key);
  const kept = members.filter(([key]) => !given.has(key) && (!ambiguous.has(key) || (times.get(key)?.length ?? 0) > 1));
  const set = [...texts].flatMap(([number, text]) => (text === null ? [] : [[String(number), text] as const]));
  return prettyJson([...kept, ...set]);
}
