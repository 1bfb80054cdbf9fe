import { slotOf } from '../engine/batch.ts';
import type { Work } from './film.ts';
import { linesOfBatch } from './lines.ts';

/** `state` after a change of results, with the texts that the changed lines have in the result; the same object where there is no result. */
export function withTextsBeforeEdit(state: Work, before: Pick<Work, 'phrases' | 'batches' | 'translated'>): Work {
  const isBeforeFirst = before.translated === '' && Object.keys(state.textsBeforeEdit).length === 0;
  if (isBeforeFirst || state.batches === before.batches || state.phrases !== before.phrases) return state;
  // One object for all of them: a copy for each of 20,000 lines would take 20 s.
  const added: Record<number, string | null> = {};
  for (const index of state.batches.keys()) {
    if (slotOf(state.batches[index]) === slotOf(before.batches[index])) continue;
    const lines = linesOfBatch(state, index);
    for (const [place, { number, translation: text = null }] of linesOfBatch(before, index).entries()) {
      const isChanged = (lines[place]?.translation ?? null) !== text;
      if (isChanged && !Object.hasOwn(state.textsBeforeEdit, number)) added[number] = text;
    }
  }
  const isSame = Object.keys(added).length === 0;
  return isSame ? state : { ...state, textsBeforeEdit: { ...state.textsBeforeEdit, ...added } };
}
