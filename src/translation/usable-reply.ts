import type { Phrase } from '../subtitles/document.ts';
import { keysOf, translationsOf } from './check-reply.ts';
import { readReply } from './read-reply.ts';

/**
 * The usable texts of a model's partly wrong reply: none where it has numbered the phrases otherwise, or has come to its end without the last of
 * them, since two lines may have been merged; nor where it is cut off and lacks the first: it may count from one more.
 */
export function trustedTextsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts, keys = texts.keys(), written, isClosed } = readReply(replyText);
  const [first, last] = [phrases[0], phrases.at(-1)].map((phrase) => written.has(String(phrase?.number)));
  const hasItsEnds = isClosed ? last : first;
  return hasItsEnds && !isNumberedOtherwise(phrases, new Set(keys)) ? translationsOf(phrases, replyText) : new Map();
}

/** Line breaks as letters: escaped once too often, or as HTML. */
const BREAK = /\\n|\\N|<\s*br\s*\/?\s*>/i;

/**
 * By number, with true line breaks: the texts in which all came as letters. Where the original has no break, or such letters, or the text has a
 * true one as well, the letters are meant: a path, code, a formula. So are backslashes before quotes taken off where the original has none.
 */
export const textsWithBreaks = (
  phrases: readonly Phrase[],
  texts: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> =>
  new Map(
    phrases.flatMap(({ number, text: source }) => {
      const written = texts.get(number) ?? '';
      const text = source.includes('\\') ? written : written.replace(/\\(?=["'])/g, '');
      const mayBeBreaks = /[\r\n]/.test(source) && !/\\|<br/i.test(source) && !text.includes('\n') && BREAK.test(text);
      const lines = mayBeBreaks ? text.split(BREAK).map((line) => line.trim()) : [];
      const found = lines.join('\n').trim() || text;
      return found === written ? [] : [[number, found] as const];
    }),
  );

/** A number was not asked for, and one that was is missing: each text may be another phrase's, as where a reply counts from 0 or from 2. */
function isNumberedOtherwise(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  const isForeign = (key: string) => !asked.has(key) && isPlain(key);
  return [...keys].some(isForeign) && !hasAll(keys, phrases);
}

/**
 * Whether a part can be kept of a complete reply that is no JSON object: it breaks off behind usable texts, or has the last of them. One with
 * another number may have split a line.
 */
export function isUsablePart(phrases: readonly Phrase[], replyText: string): boolean {
  const { written, keys } = readReply(replyText);
  const isUnread = keys === undefined && hasNoOtherNumber(phrases, written);
  return isUnread && trustedTextsOf(phrases, replyText).size > 0;
}

/** A key such as "4b" may hold half a line; one without a digit holds none. */
function hasNoOtherNumber(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  return [...keys].every((key) => asked.has(key) || (key.trim() !== '' && !/\d/.test(key)));
}

/**
 * Whether the reply has every key that was asked for, so that no two lines were merged, and neither the number behind them nor one such as "7b",
 * so that none was split. Other problems concern single lines. `beside`: numbers that were sent along, so that they may be repeated.
 */
export function hasEveryKey(phrases: readonly Phrase[], replyText: string, beside: readonly number[] = []): boolean {
  const { keys, written } = readReply(replyText);
  const behind = (phrases.at(-1)?.number ?? 0) + 1;
  const mayBeHalf = (key: string) =>
    (key === String(behind) && !beside.includes(behind)) || (/\d/.test(key) && !isPlain(key));
  return hasAll(new Set(keys), phrases) && ![...written].some(mayBeHalf);
}

const isPlain = (key: string): boolean => String(Number(key)) === key;

const hasAll = (given: ReadonlySet<string>, phrases: readonly Phrase[]): boolean =>
  keysOf(phrases).every((key) => given.has(key));
