import type { Phrase } from '../src/subtitles/phrase.ts';
import type { Batch } from '../src/translation/batch.ts';
import { batchAt, countBatches } from '../src/translation/batch-at.ts';

/** The batches of a film, one after the other, as the run takes them. */
export const allBatches = (phrases: readonly Phrase[]): readonly Batch[] =>
  Array.from({ length: countBatches(phrases.length) }, (_, index) => batchAt(phrases, index));
