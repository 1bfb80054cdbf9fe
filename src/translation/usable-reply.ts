import type { Phrase } from '../subtitles/document.ts';
import { keysOf, translationsOf } from './check-reply.ts';
import { readReply } from './read-reply.ts';

/**
 * The usable texts of a partly wrong reply. There are none if the model renumbered the phrases; if a complete reply lacks the last phrase, because two lines
 * may be merged; or if a cut-off reply lacks the first phrase, because its numbers may be one too high.
 */
export function trustedTextsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts, keys = texts.keys(), written, isClosed } = readReply(replyText);
  const [first, last] = [phrases[0], phrases.at(-1)].map((phrase) => written.has(String(phrase?.number)));
  const hasItsEnds = isClosed ? last : first;
  return hasItsEnds && !isNumberedOtherwise(phrases, new Set(keys)) ? translationsOf(phrases, replyText) : new Map();
}

/** Line breaks that a model wrote as letters: escaped too often, or as HTML. */
const BREAK = /\\n|\\N|<\s*br\s*\/?\s*>/i;

/**
 * By number: texts with real line breaks instead of breaks written as letters. The letters stay if they seem to be a path, code or a formula: the original has
 * no break or has the same letters, or the text also has a real break. Backslashes before quotes are removed, too, if the original has none.
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

/** True if a number is surplus and another is missing, as in a reply that counts from 0 or 2: each text may belong to another phrase. */
function isNumberedOtherwise(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  const isForeign = (key: string) => !asked.has(key) && isPlain(key);
  return [...keys].some(isForeign) && !hasAll(keys, phrases);
}

/**
 * True if a reply without a complete JSON object has a usable part: it breaks off after usable texts, or has the last one. If it has another number, a line may
 * be split, and no part is usable.
 */
export function isUsablePart(phrases: readonly Phrase[], replyText: string): boolean {
  const { written, keys } = readReply(replyText);
  const isUnread = keys === undefined && hasNoOtherNumber(phrases, written);
  return isUnread && trustedTextsOf(phrases, replyText).size > 0;
}

/** True if no key has another number. A key such as "4b" may hold half a line; a key without digits does not. */
function hasNoOtherNumber(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  return [...keys].every((key) => asked.has(key) || (key.trim() !== '' && !/\d/.test(key)));
}

/**
 * True if the reply has every requested key, so that no lines are merged, and neither the next number nor a key such as "7b", so that no line is split. Other
 * differences concern single lines. `beside`: numbers that were sent as context and may be repeated.
 */
export function hasEveryKey(phrases: readonly Phrase[], replyText: string, beside: readonly number[] = []): boolean {
  const { keys, written } = readReply(replyText);
  const behind = (phrases.at(-1)?.number ?? 0) + 1;
  const mayBeHalf = (key: string) =>
    (key === String(behind) && !beside.includes(behind)) || (/\d/.test(key) && !isPlain(key));
  return hasAll(new Set(keys), phrases) && ![...written].some(mayBeHalf);
}

/**
 * True if each text of a reply certainly belongs to its number, although the reply has differences. Then the reply has no other number, and no requested key is
 * missing, or only keys between its first and its last one.
 */
export function isInPlace(phrases: readonly Phrase[], replyText: string): boolean {
  const { written, isClosed } = readReply(replyText);
  const hasEnds = [phrases[0], phrases.at(-1)].every((phrase) => written.has(String(phrase?.number)));
  return (isClosed && hasEnds && hasNoOtherNumber(phrases, written)) || hasEveryKey(phrases, replyText);
}

const isPlain = (key: string): boolean => String(Number(key)) === key;

const hasAll = (given: ReadonlySet<string>, phrases: readonly Phrase[]): boolean =>
  keysOf(phrases).every((key) => given.has(key));
