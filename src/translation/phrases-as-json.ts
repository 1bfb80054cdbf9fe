import type { Phrase } from '../subtitles/phrase.ts';

/** Compact JSON as it is sent: {"1":"text","2":"text"}, in the order of the phrases. */
export function phrasesAsJson(phrases: readonly Phrase[]): string {
  // Written member by member: an object would order its keys by rules of its own (numbers from 4294967295 on come last).
  return `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(text)}`).join(',')}}`;
}
