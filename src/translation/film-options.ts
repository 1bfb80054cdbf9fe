import type { Phrase } from '../subtitles/document.ts';

/** How a film's batches are made and asked for, where a person wants it otherwise than the specification; what is missing is as specified. */
export interface FilmOptions {
  /** `window`: ten phrases before and five after what is asked for, in place of the previous batch. */
  readonly context?: 'window';
  /** `sentences`: a batch ends where a sentence ends, in place of 20 phrases. What it says at Translate holds for the film's batches. */
  readonly batches?: 'sentences';
  /** `schema`: replies are held to a strict schema, whose keys count from 1 in each request. */
  readonly replyFormat?: 'schema';
  /** Name of the film that they were chosen for, once it is cleared: another film begins without them. */
  readonly film?: string;
}

export const AS_SPECIFIED: FilmOptions = {};

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
