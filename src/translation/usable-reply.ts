import type { Phrase } from '../subtitles/document.ts';
import { keysOf, translationsOf } from './check-reply.ts';
import { readReply } from './read-reply.ts';

/**
 * The usable texts of a partly wrong reply. None if the model renumbered the phrases, or if a complete reply lacks the last phrase, since two
 * lines may have been merged, or if a cut-off reply lacks the first one, since it may be numbered from one higher.
 */
export function trustedTextsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts, keys = texts.keys(), written, isClosed } = readReply(replyText);
  const [first, last] = [phrases[0], phrases.at(-1)].map((phrase) => written.has(String(phrase?.number)));
  const hasItsEnds = isClosed ? last : first;
  return hasItsEnds && !isNumberedOtherwise(phrases, new Set(keys)) ? translationsOf(phrases, replyText) : new Map();
}

/** Line breaks written as letters: escaped too often, or as HTML. */
const BREAK = /\\n|\\N|<\s*br\s*\/?\s*>/i;

/**
 * By number: texts whose line breaks were all written as letters, with real line breaks. The letters stay if the original has no break or such
 * letters, or if the text also has a real break: then they are a path, code or a formula. Also removes backslashes before quotes if the original
 * has none.
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

/** A surplus number and a missing one: each text may belong to another phrase, as in a reply that counts from 0 or 2. */
function isNumberedOtherwise(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  const isForeign = (key: string) => !asked.has(key) && isPlain(key);
  return [...keys].some(isForeign) && !hasAll(keys, phrases);
}

/**
 * Whether a part of a reply without a complete JSON object can be kept: it breaks off behind usable texts, or has the last one. Another number
 * may mean a split line.
 */
export function isUsablePart(phrases: readonly Phrase[], replyText: string): boolean {
  const { written, keys } = readReply(replyText);
  const isUnread = keys === undefined && hasNoOtherNumber(phrases, written);
  return isUnread && trustedTextsOf(phrases, replyText).size > 0;
}

/** A key such as "4b" may hold half a line; a key without digits does not. */
function hasNoOtherNumber(phrases: readonly Phrase[], keys: ReadonlySet<string>): boolean {
  const asked = new Set(keysOf(phrases));
  return [...keys].every((key) => asked.has(key) || (key.trim() !== '' && !/\d/.test(key)));
}

/**
 * Whether the reply has every requested key, so that no lines were merged, and neither the next number nor one such as "7b", so that none was
 * split. Other problems affect single lines. `beside`: numbers sent as context, which may be repeated.
 */
export function hasEveryKey(phrases: readonly Phrase[], replyText: string, beside: readonly number[] = []): boolean {
  const { keys, written } = readReply(replyText);
  const behind = (phrases.at(-1)?.number ?? 0) + 1;
  const mayBeHalf = (key: string) =>
    (key === String(behind) && !beside.includes(behind)) || (/\d/.test(key) && !isPlain(key));
  return hasAll(new Set(keys), phrases) && ![...written].some(mayBeHalf);
}

/**
 * Whether each text of a reply certainly belongs to its number, although the reply has differences: it has every requested key, or lacks keys
 * between its first and its last one alone and has no other number.
 */
export function isInPlace(phrases: readonly Phrase[], replyText: string): boolean {
  const { written, isClosed } = readReply(replyText);
  const hasEnds = [phrases[0], phrases.at(-1)].every((phrase) => written.has(String(phrase?.number)));
  return (isClosed && hasEnds && hasNoOtherNumber(phrases, written)) || hasEveryKey(phrases, replyText);
}

const isPlain = (key: string): boolean => String(Number(key)) === key;

const hasAll = (given: ReadonlySet<string>, phrases: readonly Phrase[]): boolean =>
  keysOf(phrases).every((key) => given.has(key));
