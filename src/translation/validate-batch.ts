import { isBlank } from '../subtitles/lines.ts';
import type { Phrase } from '../subtitles/phrase.ts';
import { shorten } from '../subtitles/shorten.ts';
import { containsTimingLine } from '../subtitles/timing-line.ts';
import { type ReplyProblem, readReply } from './read-reply.ts';

/** All differences between a reply and what its phrases demand, in order (specification, section 5); empty: OK. */
export function problemsOf(phrases: readonly Phrase[], replyText: string): readonly ReplyProblem[] {
  const { problems, keys, texts } = readReply(replyText);
  if (!keys) return problems;
  return [...problems, ...keyProblems(phrases, keys), ...textProblems(texts)];
}

/** The differences' sentences. */
export const validateBatch = (phrases: readonly Phrase[], replyText: string): readonly string[] =>
  problemsOf(phrases, replyText).map(({ words }) => words);

/** The usable texts of a partly wrong reply by phrase number: not empty, without a timing line, under a key that occurs once. */
export function translationsOf(phrases: readonly Phrase[], replyText: string): ReadonlyMap<number, string> {
  const { texts } = readReply(replyText);
  const translations = new Map<number, string>();
  for (const { number } of phrases) {
    const text = texts.get(String(number));
    if (text !== undefined && !isBlank(text) && !containsTimingLine(text)) translations.set(number, text);
  }
  return translations;
}

/** Whether the reply has every key that was asked for, so that no two lines were merged. Other problems concern single lines. */
export function hasEveryKey(phrases: readonly Phrase[], replyText: string): boolean {
  const keys = new Set(readReply(replyText).keys);
  return phrases.every(({ number }) => keys.has(String(number)));
}

function keyProblems(phrases: readonly Phrase[], keys: readonly string[]): readonly ReplyProblem[] {
  const sourceKeys = phrases.map(({ number }) => String(number));
  const missing = differenceOf(sourceKeys, keys);
  const foreign = differenceOf(keys, sourceKeys);
  if (missing.length === 0 && foreign.length === 0) return [];
  const words = `Translated object keys should be a range from ${sourceKeys[0]} to ${sourceKeys.at(-1)}.`;
  // The specified sentence comes alone; problems for each missing or foreign key follow, for the corrective pass.
  return [
    { kind: 'key-range', keys: [], words },
    ...listed('key-missing', 'Missing', missing),
    ...listed('key-foreign', 'Not asked for', foreign),
  ];
}

function textProblems(texts: ReadonlyMap<string, string>): readonly ReplyProblem[] {
  return [...texts].flatMap(([key, text]): readonly ReplyProblem[] => {
    if (isBlank(text)) return [{ kind: 'text-empty', keys: [key], words: `Subtitle at key ${shorten(key)} is empty.` }];
    if (!containsTimingLine(text)) return [];
    return [
      { kind: 'text-with-timing', keys: [key], words: `Subtitle at key ${shorten(key)} contains a timing line.` },
    ];
  });
}

function differenceOf(keys: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return keys.filter((key) => !known.has(key));
}

const KEYS_LISTED_AT_MOST = 20;

function listed(kind: ReplyProblem['kind'], label: string, keys: readonly string[]): readonly ReplyProblem[] {
  if (keys.length === 0) return [];
  const shown = keys.slice(0, KEYS_LISTED_AT_MOST).map((key) => shorten(key, 20));
  return [{ kind, keys, words: `${label}: ${shown.join(', ')}${keys.length > shown.length ? ' …' : '.'}` }];
}
