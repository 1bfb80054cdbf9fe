import type { Phrase } from '../../subtitles/phrase.ts';
import { isObject } from '../json/value-text.ts';
import { findJson } from '../read-reply.ts';
import { hasEveryKey, translationsOf, validateBatch } from '../validate-batch.ts';
import type { SuggestionFacts } from './wish.ts';

export interface ReadSuggestions {
  /**
   * By number: what can be suggested. Of a reply in which a key is missing only what quotes its original: two lines may have been merged.
   */
  readonly texts: ReadonlyMap<number, string>;
  /** What the corrective pass is to mend, in order; empty: nothing. A text that is too long is among `texts` all the same. */
  readonly errors: readonly string[];
}

/** Reads a reply to a request for suggestions. `charactersOf`: visible characters. */
export function readSuggestions(
  phrases: readonly Phrase[],
  { wish, quotes }: SuggestionFacts,
  replyText: string,
  charactersOf: (text: string) => number,
): ReadSuggestions {
  const misquoted = quotes ? misquotedIn(phrases, replyText) : [];
  const left = phrases.filter(({ number }) => !misquoted.includes(number));
  const isEachKnown = quotes || hasEveryKey(phrases, replyText);
  const texts = isEachKnown ? translationsOf(left, replyText) : new Map<number, string>();
  const most = wish.kind === 'shorter' ? wish.most : {};
  const tooLong = [...texts].flatMap(([number, text]) => {
    const [count, limit] = [charactersOf(text), most[number] ?? Number.POSITIVE_INFINITY];
    return count > limit ? [`Line ${number} has ${count} characters, at most ${limit} are allowed.`] : [];
  });
  return {
    texts,
    errors: [...validateBatch(phrases, replyText), ...misquoted.map(misquotedWords), ...tooLong],
  };
}

const misquotedWords = (number: number): string =>
  `Key ${number} does not quote the beginning of its own original line.`;

/** The lines whose answer does not quote them. */
function misquotedIn(phrases: readonly Phrase[], replyText: string): readonly number[] {
  const { parsed } = findJson(replyText);
  const values = new Map<string, unknown>(parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : []);
  return phrases.flatMap(({ number, text }) => {
    const value = values.get(String(number));
    if (value === undefined) return [];
    const [quote] = isObject(value) ? Object.keys(value) : [];
    return quote !== undefined && isQuoteOf(quote, text) ? [] : [number];
  });
}

/** Letters and digits alone are compared: models drop tags, dashes and case. */
function isQuoteOf(quote: string, original: string): boolean {
  const [said, meant] = [bare(quote), bare(original)];
  return meant === '' || (said !== '' && meant.startsWith(said));
}

const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/<[^>]*>|\{[^}]*\}/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')
    .toLowerCase();
