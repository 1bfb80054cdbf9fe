import type { Phrase } from '../subtitles/document.ts';

/** Phrases per batch (specification, section 9). */
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

/** The number of phrases divided by 20, rounded up (specification, section 4). */
export const countBatches = (phraseCount: number): number => Math.ceil(phraseCount / PHRASES_PER_BATCH);

/** One batch by its index, counted from 0. Throws a RangeError when no batch has this index. */
export function batchAt(phrases: readonly Phrase[], index: number): Batch {
  if (!Number.isInteger(index) || index < 0 || index >= countBatches(phrases.length)) {
    throw new RangeError(`There is no batch ${index} in ${phrases.length} phrases`);
  }
  const start = index * PHRASES_PER_BATCH;
  return {
    index,
    phrases: phrases.slice(start, start + PHRASES_PER_BATCH),
    context: phrases.slice(Math.max(0, start - PHRASES_PER_BATCH), start),
  };
}
