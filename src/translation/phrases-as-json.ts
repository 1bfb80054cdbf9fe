import type { Phrase } from '../subtitles/phrase.ts';

/** Phrases as they are sent: compact JSON, {"1":"text","2":"text"}, in their order. */
export function phrasesAsJson(phrases: readonly Phrase[]): string {
  // Written by hand: an object would reorder its keys (numbers from 4294967295 on come last).
  return `{${phrases.map(({ number, text }) => `"${number}":${JSON.stringify(text)}`).join(',')}}`;
}
