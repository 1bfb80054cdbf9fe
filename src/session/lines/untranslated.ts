import type { BatchResult } from '../../translation/batch.ts';
import { batchAt } from '../../translation/batch.ts';
import { untranslatedOf } from '../../translation/check-reply.ts';
import type { SessionState } from '../session-state.ts';

const NONE: readonly number[] = [];
const known = new WeakMap<BatchResult, readonly number[]>();

/** Phrases of a batch that a person filled with the original and that still have it; the same list for the same output. */
export function untranslatedNumbers({ results, details, phrases }: SessionState, index: number): readonly number[] {
  const slot = results[index];
  const { filled } = details[index] ?? {};
  if (slot == null || filled === undefined) return NONE;
  const numbers = known.get(slot) ?? untranslatedOf(batchAt(phrases, index).phrases, filled, slot[1]);
  known.set(slot, numbers);
  return numbers;
}

/** How many lines of the film were filled with the original and still have it. */
export const untranslatedCount = (state: SessionState): number =>
  state.details.reduce(
    (count, { filled }, index) => (filled ? count + untranslatedNumbers(state, index).length : count),
    0,
  );
