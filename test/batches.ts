import type { FailedBatch, FilmBatch } from '../src/engine/batch.ts';
import { batchFromStored, factsToStore, type StoredFacts } from '../src/film/accepted-facts.ts';
import type { Work } from '../src/film/film.ts';
import type { BatchResult, BatchSlot } from '../src/translation/batch.ts';

/** Batches with these slots, and with the facts that are stored beside them. A batch without facts is as usual in its state. */
export const batchesOf = (slots: readonly BatchSlot[], facts: readonly StoredFacts[] = []): readonly FilmBatch[] =>
  Array.from(slots, (slot, index) => {
    const batch = batchFromStored(slot, facts[index] ?? {});
    return slot === null && batch.state === 'waiting' ? { ...batch, state: 'loading', startedAt: 0 } : batch;
  });

/** The facts of each batch in their stored form, without usual values. */
export const factsOf = ({ batches }: Pick<Work, 'batches'>): readonly StoredFacts[] => batches.map(factsToStore);

/** A failed batch with this result. `facts`: in the form in which they are stored. */
export function failedBatch(result: BatchResult, facts: StoredFacts = {}): FailedBatch {
  const batch = batchFromStored(result, facts);
  if (batch.state !== 'failed') throw new Error('A batch without an error has not failed.');
  return batch;
}
