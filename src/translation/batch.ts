import { memoizeByObject } from '../lib/memo.ts';
import { SENTENCE_SIGN } from '../lib/text.ts';
import type { Phrase } from '../subtitles/document.ts';
import { withoutDirectionMarks } from '../subtitles/lines.ts';

/** The most phrases in a batch (specification, section 9). */
export const PHRASES_PER_BATCH = 20;

/** Consecutive phrases that one request translates. */
export interface Batch {
  /** From 0. The page shows "Batch index + 1". */
  readonly index: number;
  readonly phrases: readonly Phrase[];
  /** The previous batch's phrases, sent as context. Empty for the first batch. */
  readonly context: readonly Phrase[];
}

/** [error message, output text]. An empty message means OK (specification, section 3). */
export type BatchResult = readonly [error: string, output: string];

/** undefined: not started. null: in progress (specification, sections 3 and 4). */
export type BatchSlot = BatchResult | null | undefined;

export const isOk = (slot: BatchSlot): slot is BatchResult => slot != null && slot[0] === '';
export const isFailed = (slot: BatchSlot): slot is BatchResult => slot != null && slot[0] !== '';

/** A reply and all its differences in order, for the corrective pass. */
export interface Correction {
  /** The unchanged reply. */
  readonly answer: string;
  readonly errors: readonly string[];
}

/**
 * `bounds`: the places where batches begin, followed by the end of the film. A batch has 20 phrases (specification, section 4), or fewer if one of them is marked as its
 * last. Phrases store this mark, so that later choices do not change the batches of a film.
 */
const partsOf = memoizeByObject((phrases: readonly Phrase[]) => {
  const bounds: number[] = [];
  /** In characters, by batch. */
  const lengths: number[] = [];
  for (let start = 0, end = 0; start < phrases.length; start = end) {
    end = endOf(phrases, start);
    bounds.push(start);
    let length = 0;
    for (let place = start; place < end; place++) length += phrases[place]?.text.length ?? 0;
    lengths.push(length);
  }
  return { bounds: [...bounds, phrases.length], lengths };
});

function endOf(phrases: readonly Phrase[], start: number): number {
  const most = Math.min(start + PHRASES_PER_BATCH, phrases.length);
  for (let place = start; place < most; place++) if (phrases[place]?.endsBatch) return place + 1;
  return most;
}

export const countBatches = (phrases: readonly Phrase[]): number => partsOf(phrases).bounds.length - 1;

/** How many characters the batches have. */
export const lengthsOfBatches = (phrases: readonly Phrase[]): readonly number[] => partsOf(phrases).lengths;

/** `index` counts from 0. Throws a RangeError for an unknown batch. */
export function batchAt(phrases: readonly Phrase[], index: number): Batch {
  const { bounds } = partsOf(phrases);
  const [start, end] = [bounds[index], bounds[index + 1]];
  if (start === undefined || end === undefined) {
    throw new RangeError(`There is no batch ${index} in ${phrases.length} phrases`);
  }
  return { index, phrases: phrases.slice(start, end), context: phrases.slice(bounds[index - 1] ?? start, start) };
}

/** The batch of a phrase, and the phrase's index in that batch. All indexes count from 0. */
export function batchOfPlace(
  phrases: readonly Phrase[],
  place: number,
): { readonly index: number; readonly at: number } {
  const { bounds } = partsOf(phrases);
  let [index, above] = [0, bounds.length - 1];
  while (above - index > 1) {
    const middle = (index + above) >> 1;
    if ((bounds[middle] ?? 0) <= place) index = middle;
    else above = middle;
  }
  return { index, at: place - (bounds[index] ?? 0) };
}

/** A person's choices for batches and requests. Missing choices are as specified. */
export interface FilmOptions {
  /** `window`: sends ten phrases before the batch and five after it as context, instead of the previous batch. */
  readonly context?: 'window';
  /** `sentences`: batches end where a sentence ends. The film uses the choice that was set when Translate was pressed. */
  readonly batches?: 'sentences';
  /** `schema`: a strict schema whose keys count from 1 in each request. `plain`: neither JSON mode nor schema. */
  readonly replyFormat?: 'schema' | 'plain';
  /** The film that these options belong to after it was cleared. Another film starts without them. */
  readonly film?: string;
}

export const AS_SPECIFIED: FilmOptions = {};

/** Also matches closing quotes and brackets after the sign. */
const SENTENCE_END = new RegExp(String.raw`${SENTENCE_SIGN}["'”’“»«›‹」』）)\]]*$`);

/** Tags, ASS blocks, placeholders and spaces at the end of a phrase. */
const TAGS_AT_END = /(?:<[^<>]*>|\{[^{}]*\}|⟦[^⟦⟧]*⟧|\s)+$/;

/** Only so many characters of a phrase are searched for its end: the patterns are slow for an endless phrase. */
const TELLING_CHARACTERS = 300;
const endsSentence = ({ text }: Phrase): boolean =>
  SENTENCE_END.test(withoutDirectionMarks(text.slice(-TELLING_CHARACTERS)).replace(TAGS_AT_END, ''));

/** Ends batches at the last sentence within 20 phrases, or after 20 phrases. The end of the film also ends a batch. */
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

/** The input of a batch as text: its phrases as in a strict .srt file. */
export const phrasesText = (phrases: readonly Phrase[]): string =>
  phrases.map(({ number, time, text }) => `${number}\n${time}\n${text}`).join('\n\n');
