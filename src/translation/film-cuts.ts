import type { Phrase } from '../subtitles/document.ts';
import { PHRASES_PER_BATCH } from './batch.ts';

// What options of a film (film-options.ts) make of it. The empty page has no use for it.

/** A sentence ends with the text, quotes and brackets that close behind its mark included. */
const SENTENCE_END = /[.!?…。！？]["'”’“»«›‹」』）)\]]*$/;

/** What is no text at the end of a phrase: tags, blocks of ASS, placeholders, spaces. */
const TAGS_AT_END = /(?:<[^<>]*>|\{[^{}]*\}|⟦[^⟦⟧]*⟧|\s)+$/;

/** So much of a phrase tells its end: the patterns take long for an endless one. */
const TELLING_CHARACTERS = 300;
const endsSentence = ({ text }: Phrase): boolean =>
  SENTENCE_END.test(text.slice(-TELLING_CHARACTERS).replace(TAGS_AT_END, ''));

/** The phrases with batches that end where a sentence ends: with the last one within 20, else after 20. The film's end ends a batch, too. */
export function inSentenceBatches(phrases: readonly Phrase[]): readonly Phrase[] {
  const ends = new Set<number>();
  for (let start = 0; phrases.length - start > PHRASES_PER_BATCH; ) {
    const some = phrases.slice(start, start + PHRASES_PER_BATCH);
    const last = some.findLastIndex(endsSentence);
    start += last < 0 ? PHRASES_PER_BATCH : last + 1;
    ends.add(start - 1);
  }
  return phrases.map((phrase, place) => (ends.has(place) ? { ...phrase, endsBatch: true } : phrase));
}

export const PHRASES_BEFORE = 10;
export const PHRASES_AFTER = 5;

/** The context of a request for these phrases of a film by `context: 'window'`: the phrases before the first and after the last of them. */
export function windowAround(film: readonly Phrase[], asked: readonly Phrase[]): readonly Phrase[] {
  const [first, last] = [film.findIndex(hasNumberOf(asked[0])), film.findLastIndex(hasNumberOf(asked.at(-1)))];
  if (first < 0 || last < 0) return [];
  return [...film.slice(Math.max(0, first - PHRASES_BEFORE), first), ...film.slice(last + 1, last + 1 + PHRASES_AFTER)];
}

const hasNumberOf =
  (asked: Phrase | undefined) =>
  ({ number }: Phrase) =>
    number === asked?.number;
