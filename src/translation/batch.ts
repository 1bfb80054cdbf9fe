import { memoizeByObject } from '../lib/memo.ts';
import { SENTENCE_SIGN } from '../lib/text.ts';
import { withoutDirectionMarks } from '../subtitles/direction-marks.ts';
import type { Phrase } from '../subtitles/document.ts';

/** Phrases per batch, at most (specification, section 9). */
export const PHRASES_PER_BATCH = 20;

/** Consecutive phrases that one request translates. */
export interface Batch {
  /** Counted from 0; shown to people as "Batch index + 1". */
  readonly index: number;
  readonly phrases: readonly Phrase[];
  /** The previous batch's source phrases, sent along and not to be translated; empty for the first batch. */
  readonly context: readonly Phrase[];
}

/** [error message, output text]; an empty error message means OK (specification, section 3). */
export type BatchResult = readonly [error: string, output: string];

/** undefined: not started; null: in progress (specification, sections 3 and 4). */
export type BatchSlot = BatchResult | null | undefined;

export const isOk = (slot: BatchSlot): slot is BatchResult => slot != null && slot[0] === '';
export const isFailed = (slot: BatchSlot): slot is BatchResult => slot != null && slot[0] !== '';

/** What the corrective pass sends: a reply, and all its differences in order. */
export interface Correction {
  /** The reply, unchanged. */
  readonly answer: string;
  readonly errors: readonly string[];
}

/**
 * Where the batches begin, and behind them where the film ends. A batch has 20 phrases (specification, section 4), and fewer where one of them
 * ends it: the phrases themselves say so, and are stored, so that the batches of a film stay what they are whatever is chosen later.
 */
const boundsOf = memoizeByObject((phrases: readonly Phrase[]): readonly number[] => {
  const bounds: number[] = [];
  for (let start = 0; start < phrases.length; start = endOf(phrases, start)) bounds.push(start);
  return [...bounds, phrases.length];
});

function endOf(phrases: readonly Phrase[], start: number): number {
  const most = Math.min(start + PHRASES_PER_BATCH, phrases.length);
  for (let place = start; place < most; place++) if (phrases[place]?.endsBatch) return place + 1;
  return most;
}

export const countBatches = (phrases: readonly Phrase[]): number => boundsOf(phrases).length - 1;

/** One batch by its index, counted from 0. Throws a RangeError when no batch has this index. */
export function batchAt(phrases: readonly Phrase[], index: number): Batch {
  const bounds = boundsOf(phrases);
  const [start, end] = [bounds[index], bounds[index + 1]];
  if (start === undefined || end === undefined) {
    throw new RangeError(`There is no batch ${index} in ${phrases.length} phrases`);
  }
  return { index, phrases: phrases.slice(start, end), context: phrases.slice(bounds[index - 1] ?? start, start) };
}

/** The batch in which a place of the film is, and the place in that batch; all counted from 0. */
export function batchOfPlace(
  phrases: readonly Phrase[],
  place: number,
): { readonly index: number; readonly at: number } {
  const bounds = boundsOf(phrases);
  let [index, above] = [0, bounds.length - 1];
  while (above - index > 1) {
    const middle = (index + above) >> 1;
    if ((bounds[middle] ?? 0) <= place) index = middle;
    else above = middle;
  }
  return { index, at: place - (bounds[index] ?? 0) };
}

/** How a film's batches are made and asked for, where a person wants it otherwise than the specification; what is missing is as specified. */
export interface FilmOptions {
  /** `window`: ten phrases before and five after what is asked for, in place of the previous batch. */
  readonly context?: 'window';
  /** `sentences`: a batch ends where a sentence ends, in place of 20 phrases. What it says at Translate holds for the film's batches. */
  readonly batches?: 'sentences';
  /** `schema`: replies are held to a strict schema, whose keys count from 1 in each request. `plain`: they are asked for in words alone. */
  readonly replyFormat?: 'schema' | 'plain';
  /** Name of the film that they were chosen for, once it is cleared: another film begins without them. */
  readonly film?: string;
}

export const AS_SPECIFIED: FilmOptions = {};

/** A sentence ends with the text, quotes and brackets that close behind its mark included. */
const SENTENCE_END = new RegExp(String.raw`${SENTENCE_SIGN}["'”’“»«›‹」』）)\]]*$`);

/** What is no text at the end of a phrase: tags, blocks of ASS, placeholders, spaces. */
const TAGS_AT_END = /(?:<[^<>]*>|\{[^{}]*\}|⟦[^⟦⟧]*⟧|\s)+$/;

/** So much of a phrase tells its end: the patterns take long for an endless one. */
const TELLING_CHARACTERS = 300;
const endsSentence = ({ text }: Phrase): boolean =>
  SENTENCE_END.test(withoutDirectionMarks(text.slice(-TELLING_CHARACTERS)).replace(TAGS_AT_END, ''));

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
