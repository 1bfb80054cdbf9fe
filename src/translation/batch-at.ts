import type { Phrase } from '../subtitles/phrase.ts';
import { type Batch, PHRASES_PER_BATCH } from './batch.ts';

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
