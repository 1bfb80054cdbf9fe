import type { Phrase } from '../src/subtitles/document.ts';
import type { Batch } from '../src/translation/batch.ts';
import { batchAt, countBatches } from '../src/translation/batch.ts';

export const allBatches = (phrases: readonly Phrase[]): readonly Batch[] =>
  Array.from({ length: countBatches(phrases) }, (_, index) => batchAt(phrases, index));
