import { isBlank } from '../subtitles/lines.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { shorten } from '../subtitles/shorten.ts';
import { containsTimingLine } from '../subtitles/timing-line.ts';
import { readReply } from './parse-reply.ts';

/** All differences between a reply and what its phrases demand, in order (specification, section 5); empty means OK. */
export function validateBatch(phrases: readonly Phrase[], replyText: string): readonly string[] {
  const { errors, keys, texts } = readReply(replyText);
  if (!keys) return errors;
  return [...errors, ...keySetErrors(phrases, keys), ...textErrors(texts)];
}

/**
 * What can be used of a reply that may be partly wrong, by phrase number: texts that are not empty, hold no timing line and stand
 * under a key that stands once.
 */
export function translationsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts } = readReply(replyText);
  const translations = new Map<number, string>();
  for (const { number } of phrases) {
    const text = texts.get(String(number));
    if (text !== undefined && !isBlank(text) && !containsTimingLine(text)) translations.set(number, text);
  }
  return translations;
}

/** The reply has every key that was asked for: no two lines were merged. What else is wrong with it is each line's own affair. */
export function hasEveryKey(phrases: readonly Phrase[], replyText: string): boolean {
  const keys = new Set(readReply(replyText).keys);
  return phrases.every(({ number }) => keys.has(String(number)));
}

function keySetErrors(phrases: readonly Phrase[], keys: readonly string[]): readonly string[] {
  const sourceKeys = phrases.map(({ number }) => String(number));
  const missing = differenceOf(sourceKeys, keys);
  const extra = differenceOf(keys, sourceKeys);
  if (missing.length === 0 && extra.length === 0) return [];
  const range = `Translated object keys should be a range from ${sourceKeys[0]} to ${sourceKeys.at(-1)}.`;
  // The specified sentence stands alone: what is missing or extra helps the corrective pass, as differences of their own.
  return [range, ...listed('Missing', missing), ...listed('Not asked for', extra)];
}

function textErrors(texts: ReadonlyMap<string, string>): readonly string[] {
  return [...texts].flatMap(([key, text]) => {
    if (isBlank(text)) return [`Subtitle at key ${shorten(key)} is empty.`];
    return containsTimingLine(text) ? [`Subtitle at key ${shorten(key)} contains a timing line.`] : [];
  });
}

function differenceOf(keys: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return keys.filter((key) => !known.has(key));
}

const KEYS_LISTED_AT_MOST = 20;

function listed(label: string, keys: readonly string[]): readonly string[] {
  if (keys.length === 0) return [];
  const shown = keys.slice(0, KEYS_LISTED_AT_MOST).map((key) => shorten(key, 20));
  return [`${label}: ${shown.join(', ')}${keys.length > shown.length ? ' …' : '.'}`];
}
